import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { listGrades } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'

/** People who have not left by the day, including those who start later: they may get a class of the coming year. */
async function listColleagues(tx: SchoolTransaction, today: string) {
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'firstname', 'lastname', 'short_name'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('date_exit', 'is', null), eb('date_exit', '>=', today)]))
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute()
  return rows.map(({ id, short_name, ...person }) => ({ id, name: fullName(person), short_name }))
}

const listVisibleScopes = (tx: SchoolTransaction, { viewer, today }: Reader) =>
  visibleSchoolclasses(tx, viewer, today).select(['c.school_year_id', 'c.class_grade', 'c.grade_to']).execute()
type Scope = Awaited<ReturnType<typeof listVisibleScopes>>[number]

const reaches = ({ class_grade, grade_to }: Scope, grade: number) =>
  class_grade !== null && class_grade <= grade && grade <= (grade_to ?? class_grade)

/**
 * Years, grades and people to choose from; a viewer who sees only attached classes gets only the years and grades of
 * these.
 */
export async function listClassOptions(tx: SchoolTransaction, reader: Reader) {
  const may = (permission: 'view schoolclasses' | 'manage schoolclass') =>
    reader.viewer.permissions.includes(permission)
  const scopes = may('view schoolclasses') ? undefined : await listVisibleScopes(tx, reader)
  const years = await listSchoolyears(tx)
  const grades = await listGrades(tx)
  return {
    schoolyears: years
      .filter(({ id }) => scopes?.some((scope) => scope.school_year_id === id) ?? true)
      .map(({ id, name, state, date_start, date_end }) => ({
        id,
        name,
        state: state as 'planned' | 'active' | 'closed',
        date_start,
        date_end,
      })),
    schoolgrades: grades
      .filter(({ grade }) => scopes?.some((scope) => reaches(scope, grade)) ?? true)
      .map(({ id, grade, name }) => ({ id, grade, name })),
    employees: may('manage schoolclass') ? await listColleagues(tx, reader.today) : [],
  }
}
