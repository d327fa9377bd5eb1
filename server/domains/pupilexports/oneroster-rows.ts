import type { Gender } from '#contract/genders.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { type ExportedClass, type ExportedPupil, type ExportedYear, wholeLastname } from './exported-pupil.ts'
import type { OneRosterFile } from './oneroster-columns.ts'
import type { ClassStaff } from './pupilexports.queries.ts'

/** Cells by heading; headings that are not named stay empty: passwords, phones, races, states of single rows. */
export type RosterRow = Record<string, string | number | null>

export interface Roster {
  pupils: readonly ExportedPupil[]
  /** The people who lead the classes of these pupils. */
  staff: readonly ClassStaff[]
  /** All school years of the classes, and the active one. */
  years: readonly ExportedYear[]
  school: { id: number; name: string; official_number: string | null }
}

// Domain §6.7: stable as long as the record exists, and never the parents' link.
const ids = {
  school: (id: number) => `sch-${id}`,
  year: (id: number) => `sy-${id}`,
  course: ({ school_year_id, grade }: ExportedClass) => `co-${school_year_id}-${grade}`,
  class: (id: number) => `cl-${id}`,
  pupil: ({ pupil_number }: ExportedPupil) => `pu-${pupil_number}`,
  employee: ({ id }: Pick<ClassStaff, 'id'>) => `em-${id}`,
}

const gradeCode = (grade: number) => String(grade).padStart(2, '0')

const gradesOf = ({ grade, grade_to }: ExportedClass) =>
  Array.from({ length: (grade_to ?? grade) - grade + 1 }, (_, index) => gradeCode(grade + index)).join(',')

const SEXES: Record<Gender, string> = { f: 'female', m: 'male', d: 'other' }

const roleOf = ({ employee_type }: ClassStaff) => (employee_type === 'school_assistant' ? 'aide' : 'teacher')

const unique = <T>(list: readonly T[], keyOf: (one: T) => string | number) => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
]

const classesOf = ({ pupils }: Roster) =>
  unique(
    pupils.flatMap(({ schoolclass }) => schoolclass ?? []),
    ({ id }) => id,
  )

const classRow = (one: ExportedClass, schoolSourcedId: string): RosterRow => ({
  sourcedId: ids.class(one.id),
  title: one.name,
  grades: gradesOf(one),
  courseSourcedId: ids.course(one),
  classCode: one.name,
  classType: 'homeroom',
  schoolSourcedId,
  termSourcedIds: ids.year(one.school_year_id),
})

const courseRow = (one: ExportedClass, orgSourcedId: string): RosterRow => ({
  sourcedId: ids.course(one),
  schoolYearSourcedId: ids.year(one.school_year_id),
  title: `Klassenverband ${one.grade}`,
  grades: gradeCode(one.grade),
  orgSourcedId,
})

const pupilRow = (pupil: ExportedPupil, primaryOrgSourcedId: string): RosterRow => ({
  sourcedId: ids.pupil(pupil),
  enabledUser: String(!hasLeft(pupil)),
  username: pupil.pupil_number,
  givenName: pupil.firstname,
  familyName: wholeLastname(pupil),
  identifier: pupil.pupil_number,
  email: pupil.mail,
  grades: pupil.grade === null ? null : gradeCode(pupil.grade),
  primaryOrgSourcedId,
})

const employeeRow = (employee: ClassStaff, primaryOrgSourcedId: string): RosterRow => ({
  sourcedId: ids.employee(employee),
  enabledUser: 'true',
  username: employee.mail ?? employee.short_name,
  givenName: employee.firstname,
  familyName: employee.lastname,
  identifier: employee.short_name,
  email: employee.mail,
  primaryOrgSourcedId,
})

const roleRow = (userSourcedId: string, role: string, orgSourcedId: string): RosterRow => ({
  sourcedId: `ro-${userSourcedId}`,
  userSourcedId,
  roleType: 'primary',
  role,
  orgSourcedId,
})

const enrollmentRow = (
  { classId, user, role }: { classId: number; user: string; role: string },
  schoolSourcedId: string,
  primary: boolean,
): RosterRow => ({
  sourcedId: `en-${classId}-${user}`,
  classSourcedId: ids.class(classId),
  schoolSourcedId,
  userSourcedId: user,
  role,
  primary: String(primary),
})

/** The first who leads a class is its primary teacher; nobody else is primary. */
const staffEnrollments = ({ staff }: Roster, org: string) => {
  const led = new Set<number>()
  return staff.map((one) => {
    const isPrimary = one.function === 'responsible' && roleOf(one) === 'teacher' && !led.has(one.schoolclass_id)
    if (isPrimary) led.add(one.schoolclass_id)
    const enrolled = { classId: one.schoolclass_id, user: ids.employee(one), role: roleOf(one) }
    return enrollmentRow(enrolled, org, isPrimary)
  })
}

const pupilEnrollments = ({ pupils }: Roster, org: string) =>
  pupils.flatMap((pupil) =>
    pupil.schoolclass
      ? [enrollmentRow({ classId: pupil.schoolclass.id, user: ids.pupil(pupil), role: 'student' }, org, false)]
      : [],
  )

const yearRow = ({ id, name, date_start, date_end }: ExportedYear): RosterRow => ({
  sourcedId: ids.year(id),
  title: name,
  type: 'schoolYear',
  startDate: date_start,
  endDate: date_end,
  // OneRoster names a school year by the calendar year in which it ends.
  schoolYear: date_end.slice(0, 4),
})

/** The rows of each file; every id that a row refers to is the id of another row. */
export function rosterRows(
  roster: Roster,
  { demographics }: { demographics: boolean },
): Record<OneRosterFile, RosterRow[]> {
  const { school, pupils, years } = roster
  const org = ids.school(school.id)
  const classes = classesOf(roster)
  const people = unique(roster.staff, ({ id }) => id)
  return {
    orgs: [{ sourcedId: org, name: school.name, type: 'school', identifier: school.official_number }],
    academicSessions: years.map(yearRow),
    courses: unique(classes, ids.course).map((one) => courseRow(one, org)),
    classes: classes.map((one) => classRow(one, org)),
    users: [...pupils.map((one) => pupilRow(one, org)), ...people.map((one) => employeeRow(one, org))],
    roles: [
      ...pupils.map((one) => roleRow(ids.pupil(one), 'student', org)),
      ...people.map((one) => roleRow(ids.employee(one), roleOf(one), org)),
    ],
    enrollments: [...pupilEnrollments(roster, org), ...staffEnrollments(roster, org)],
    demographics: demographics
      ? pupils.map((one) => ({ sourcedId: ids.pupil(one), birthDate: one.birthdate, sex: SEXES[one.gender] }))
      : [],
  }
}
