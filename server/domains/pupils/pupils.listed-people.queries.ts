import { type RawBuilder, sql } from 'kysely'
import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import type { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The ids of pupils or classes as an array in SQL. */
type Ids = RawBuilder<readonly number[]>

const isAmong = (column: string, ids: Ids) => sql<boolean>`${sql.ref(column)} = any(${ids})`

type Phones = Parameters<typeof listedPhone>[0]

export interface ListedGuardian
  extends Phones,
    Pick<PupilGuardian, 'guardian_id' | 'title' | 'firstname' | 'lastname' | 'mail' | 'has_custody'> {
  pupil_id: number
  emergency_priority: number | null
  position: number
}
export interface ListedPerson
  extends Pick<PupilContactPerson, 'priority' | 'firstname' | 'lastname' | 'phone' | 'valid_from' | 'valid_until'> {
  pupil_id: number
}
export interface ListedTeacher extends Pick<PupilGuardian, 'title' | 'firstname' | 'lastname'> {
  schoolclass_id: number
}

/** The order of the page: families are small, and PostgreSQL would sort those of all pupils together. */
export const byPosition = (one: ListedGuardian, other: ListedGuardian) =>
  one.position - other.position || one.guardian_id - other.guardian_id

export const guardiansOf = (tx: SchoolTransaction, pupilIds: Ids) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'g.id as guardian_id', 'g.title', 'g.firstname', 'g.lastname', 'g.mail'])
    .select(['g.phone_mobile', 'g.phone_home', 'g.phone_work'])
    .select(['pg.has_custody', 'pg.emergency_priority', 'pg.position'])
    .where(isAmong('pg.pupil_id', pupilIds))
    .where('g.deleted_at', 'is', null)

export const contactPersonsOf = (tx: SchoolTransaction, pupilIds: Ids) =>
  tx
    .selectFrom('pupil_contact_person as k')
    .select(['k.pupil_id', 'k.priority', 'k.firstname', 'k.lastname', 'k.phone', 'k.valid_from', 'k.valid_until'])
    .where(isAmong('k.pupil_id', pupilIds))

/** Who leads these classes on the day. */
export const classTeachersOf = (tx: SchoolTransaction, classIds: Ids, day: string) =>
  tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .select(['f.schoolclass_id', 'e.firstname', 'e.lastname', 'e.title'])
    .where(isAmong('f.schoolclass_id', classIds))
    .where('f.function', '=', 'responsible')
    .where('e.deleted_at', 'is', null)
    .where('f.date_start', '<=', day)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', day)]))
    .orderBy('f.position')
    .orderBy('e.lastname')
    .orderBy('e.id')
