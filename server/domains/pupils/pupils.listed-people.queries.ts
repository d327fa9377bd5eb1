import { sql } from 'kysely'
import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import type { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import { informsGuardian } from '#server/domains/families/families.informed.shared.queries.ts'

/**
 * The people around a pupil `p` as lists show them, read by the statement of the page. Each person is an array of texts: building an
 * object of PostgreSQL for each of them takes twice as long as finding them (ADR 0074).
 */
type Cells = readonly (string | null)[]

type Phones = Parameters<typeof listedPhone>[0]

export interface ListedGuardian
  extends Phones,
    Pick<PupilGuardian, 'guardian_id' | 'title' | 'firstname' | 'lastname' | 'mail' | 'has_custody'> {
  emergency_priority: number | null
  /** The school informs this person by itself. */
  is_informed: boolean
}
export type ListedPerson = Pick<
  PupilContactPerson,
  'id' | 'priority' | 'firstname' | 'lastname' | 'phone' | 'valid_from' | 'valid_until'
>
export interface ListedTeacher {
  firstname: string
  lastname: string
  title: string | null
}

/** The columns of these people in a row. */
export interface FamilyRow {
  guardians?: readonly Cells[]
  persons?: readonly Cells[]
  teachers?: readonly Cells[]
}

/** `since` is `ofAgeSince` of today. */
export const guardianCells = (since: string) => sql`array_to_json(array(
  select array[g.id::text, g.title, g.firstname, g.lastname, g.phone_mobile, g.phone_home, g.phone_work, g.mail,
    pg.has_custody::text, pg.emergency_priority::text, ${informsGuardian(since)}::text]
  from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
  where pg.school_id = p.school_id and pg.pupil_id = p.id and g.deleted_at is null
  order by pg.position, g.id))`

export const PERSON_CELLS = sql`array_to_json(array(
  select array[k.id::text, k.priority::text, k.firstname, k.lastname, k.phone, k.valid_from::text, k.valid_until::text]
  from pupil_contact_person k where k.school_id = p.school_id and k.pupil_id = p.id))`

/** The people of the class's day; the membership `m` belongs to `withClass`. */
export const teacherCells = (day: string) => sql`array_to_json(array(
  select array[e.firstname, e.lastname, e.title]
  from schoolclass_employee f join employee e on e.school_id = f.school_id and e.id = f.employee_id
  where f.school_id = p.school_id and f.schoolclass_id = m.schoolclass_id and f.function = 'responsible' and e.deleted_at is null
    and f.date_start <= ${day}::date and (f.date_end is null or f.date_end >= ${day}::date)
  order by f.position, e.lastname, e.id))`

const textOf = (cell: string | null | undefined) => cell ?? ''
const numberOf = (cell: string | null | undefined) => (cell == null ? null : Number(cell))

const toGuardian = ([id, title, firstname, lastname, mobile, home, work, mail, ...flags]: Cells): ListedGuardian => {
  const [custody, priority, informed] = flags
  return {
    ...{ guardian_id: Number(id), title: title ?? null, firstname: textOf(firstname), lastname: textOf(lastname) },
    ...{ phone_mobile: mobile ?? null, phone_home: home ?? null, phone_work: work ?? null, mail: mail ?? null },
    ...{ has_custody: custody === 'true', emergency_priority: numberOf(priority), is_informed: informed === 'true' },
  }
}

const toPerson = ([id, priority, firstname, lastname, phone, from, until]: Cells): ListedPerson => ({
  ...{ id: Number(id), priority: numberOf(priority), firstname: textOf(firstname), lastname: textOf(lastname) },
  ...{ phone: textOf(phone), valid_from: from ?? null, valid_until: until ?? null },
})

const toTeacher = ([firstname, lastname, title]: Cells): ListedTeacher => ({
  ...{ firstname: textOf(firstname), lastname: textOf(lastname), title: title ?? null },
})

/** The people of a row, for all of its columns. */
export const peopleOf = ({ guardians = [], persons = [], teachers = [] }: FamilyRow) => ({
  guardians: guardians.map(toGuardian),
  persons: persons.map(toPerson),
  teachers: teachers.map(toTeacher),
})
export type ListedPeople = ReturnType<typeof peopleOf>
