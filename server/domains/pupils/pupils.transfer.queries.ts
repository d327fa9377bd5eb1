import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listContactPersons } from '#server/domains/families/contact-persons.queries.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'

const listGuardians = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .selectAll('g')
    .select(['pg.relationship', 'pg.has_custody', 'pg.lives_with_pupil', 'pg.receives_letters'])
    .select(['pg.receives_sicknote_mail', 'pg.may_pickup', 'pg.emergency_priority'])
    .where('pg.pupil_id', '=', pupilId)
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()

/** Grade and class of the last day at the school, or the last ones before. */
const findLastMembership = (tx: SchoolTransaction, { id, day }: { id: number; day: string }) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .leftJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .select('g.grade')
    .select(CLASS_COLUMNS)
    .where('m.pupil_id', '=', id)
    .where('m.date_start', '<=', day)
    .orderBy('m.date_start', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * What another school may learn of a pupil of the bound school who goes there, on the last day (YYYY-MM-DD): master
 * data, guardians, people to call. No class D, no notes, no sick notes; undefined for who is unknown or in the bin.
 */
export async function findTransferRecord(tx: SchoolTransaction, { id, day }: { id: number; day: string }) {
  const pupil = await tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'birthdate', 'status', 'date_entry', 'date_exit', 'exit_reason'])
    .select(['next_school', 'lastname_prefix', 'firstnames_all', 'birthname', 'birthplace', 'birth_country'])
    .select(['nationalities', 'immigration_year', 'family_language', 'address_extra', 'country', 'phone', 'mail'])
    .select(['first_enrolment_year', 'enrolment_kind', 'foreign_languages', 'swim_level'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!pupil) return undefined
  const last = await findLastMembership(tx, { id, day })
  const persons = await listContactPersons(tx, id)
  return {
    pupil,
    grade: last?.grade ?? null,
    schoolclass: last ? (toClassRef(last)?.classgradePlain ?? null) : null,
    guardians: await listGuardians(tx, id),
    contactPersons: persons.filter(({ valid_until }) => valid_until === null || valid_until > day),
  }
}
export type TransferRecord = NonNullable<Awaited<ReturnType<typeof findTransferRecord>>>
