import { type RawBuilder, sql } from 'kysely'
import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import type { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * The people around the pupils of a page, one statement for each kind, which all choices of columns share (ADR 0074). Ids
 * are written in PostgreSQL's own notation of an array.
 */
interface ForPupils {
  pupilIds: string
}

const isAmong = (column: RawBuilder<unknown>, ids: string) => sql<boolean>`${column} = any(${ids}::bigint[])`

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

/** The order of the page: families are small, and PostgreSQL would sort those of all pupils together. */
export const byPosition = (one: ListedGuardian, other: ListedGuardian) =>
  one.position - other.position || one.guardian_id - other.guardian_id

export const listGuardians = compiledOnce((tx: SchoolTransaction, _: object, { pupilIds }: ForPupils) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'g.id as guardian_id', 'g.title', 'g.firstname', 'g.lastname', 'g.mail'])
    .select(['g.phone_mobile', 'g.phone_home', 'g.phone_work'])
    .select(['pg.has_custody', 'pg.emergency_priority', 'pg.position'])
    .where(isAmong(sql.ref('pg.pupil_id'), pupilIds))
    .where('g.deleted_at', 'is', null),
)

export const listContactPersons = compiledOnce((tx: SchoolTransaction, _: object, { pupilIds }: ForPupils) =>
  tx
    .selectFrom('pupil_contact_person as k')
    .select(['k.pupil_id', 'k.priority', 'k.firstname', 'k.lastname', 'k.phone', 'k.valid_from', 'k.valid_until'])
    .where(isAmong(sql.ref('k.pupil_id'), pupilIds)),
)

/** Who leads these classes on the day. */
export const listClassTeachers = compiledOnce(
  (tx: SchoolTransaction, _: object, { classIds, day }: { classIds: string; day: string }) =>
    tx
      .selectFrom('schoolclass_employee as f')
      .innerJoin('employee as e', (join) =>
        join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
      )
      .select(['f.schoolclass_id', 'e.firstname', 'e.lastname', 'e.title'])
      .where(isAmong(sql.ref('f.schoolclass_id'), classIds))
      .where('f.function', '=', 'responsible')
      .where('e.deleted_at', 'is', null)
      .where('f.date_start', '<=', day)
      .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', day)]))
      .orderBy('f.position')
      .orderBy('e.lastname')
      .orderBy('e.id'),
)
