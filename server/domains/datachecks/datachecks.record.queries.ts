import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Children with a note that forbids to give or to send something (domain §1.5). Only that there is one is read. */
export async function listBlocked(tx: SchoolTransaction, pupilIds: readonly number[], today: string) {
  const rows = await tx
    .selectFrom('pupil_sensitive')
    .select('pupil_id')
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('kind', '=', 'blocking_note')
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
    .execute()
  return new Set(rows.map(({ pupil_id }) => pupil_id))
}

/** Today's children of these grades. */
export async function listPupilsOfGrades(tx: SchoolTransaction, gradeIds: readonly number[], today: string) {
  const rows = await tx
    .selectFrom('pupil_schoolclass')
    .select('pupil_id')
    .where((eb) => eb('schoolgrade_id', '=', eb.fn.any(eb.val([...gradeIds]))))
    .where('date_start', '<=', today)
    .where((eb) => eb.or([eb('date_end', 'is', null), eb('date_end', '>=', today)]))
    .execute()
  return [...new Set(rows.map(({ pupil_id }) => pupil_id))]
}

export const findGuardian = (tx: SchoolTransaction, id: number) =>
  tx
    .selectFrom('guardian')
    .select(['id', 'version', 'title', 'firstname', 'lastname', 'phone_mobile', 'phone_home', 'phone_work', 'mail'])
    .select(['street', 'house_number', 'address_extra', 'zip', 'city', 'country'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
export type CheckedGuardian = NonNullable<Awaited<ReturnType<typeof findGuardian>>>

/** Children with their address and how this guardian lives with them; those in the bin are missing. */
export const listChildren = (tx: SchoolTransaction, pupilIds: readonly number[], guardianId: number) =>
  tx
    .selectFrom('pupil as p')
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'p.school_id').onRef('pg.pupil_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.version', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .select(['p.street', 'p.house_number', 'p.address_extra', 'p.zip', 'p.city', 'p.country', 'pg.lives_with_pupil'])
    .where('pg.guardian_id', '=', guardianId)
    .where('p.deleted_at', 'is', null)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .orderBy('p.birthdate')
    .orderBy('p.id')
    .execute()
export type ChildRow = Awaited<ReturnType<typeof listChildren>>[number]

export const listContacts = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  tx
    .selectFrom('pupil_contact_person')
    .select(['id', 'version', 'pupil_id', 'firstname', 'lastname', 'relation', 'phone', 'is_emergency', 'may_pickup'])
    .select(['valid_from', 'valid_until', 'priority'])
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .orderBy('pupil_id')
    .orderBy(sql`priority nulls last`)
    .orderBy('id')
    .execute()
export type ContactRow = Awaited<ReturnType<typeof listContacts>>[number]

/** Notes that still exist, with whether somebody has changed them since they were written. */
export async function listNotes(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('pupil_note')
    .select(['id', 'pupil_id', 'version'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map(({ version, ...note }) => ({ ...note, isChanged: version > 1 }))
}

export async function listChildIds(tx: SchoolTransaction, readerId: number) {
  const rows = await tx.selectFrom('data_check_child').select('pupil_id').where('reader_id', '=', readerId).execute()
  return rows.map(({ pupil_id }) => pupil_id)
}
