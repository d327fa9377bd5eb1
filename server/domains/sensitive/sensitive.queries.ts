import { type Insertable, sql, type Updateable } from 'kysely'
import type { ConsentKind, SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import type { PupilSensitive } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** The encrypted rows of a pupil in the order of their kinds, which puts those for emergencies first. */
export const listSealed = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_sensitive as s')
    .leftJoin('app_user as u', 'u.id', 's.created_by')
    .selectAll('s')
    .select('u.name as author')
    .where('s.pupil_id', '=', pupilId)
    .orderBy('s.id')
    .execute()
export type SealedRow = Awaited<ReturnType<typeof listSealed>>[number]

/** The encrypted rows of one kind of all pupils. */
export const listSealedOfKind = (tx: SchoolTransaction, kind: SensitiveKind) =>
  tx.selectFrom('pupil_sensitive').selectAll().where('kind', '=', kind).orderBy('id').execute()

/** Locks an entry until the transaction ends. */
export const lockSealed = (tx: SchoolTransaction, { pupilId, id }: { pupilId: number; id: number }) =>
  tx
    .selectFrom('pupil_sensitive')
    .selectAll()
    .where('pupil_id', '=', pupilId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Takes an id for a row before it is written, because its encryption is bound to the id. */
export async function takeSensitiveId(tx: SchoolTransaction) {
  const { rows } = await sql<{ id: number }>`select nextval('pupil_sensitive_id_seq')::int8 as id`.execute(tx)
  return rows[0]?.id as number
}

export const insertSensitive = (tx: SchoolTransaction, row: Insertable<PupilSensitive>) =>
  tx.insertInto('pupil_sensitive').values(row).execute()

export const updateSensitive = (tx: SchoolTransaction, id: number, change: Updateable<PupilSensitive>) =>
  tx.updateTable('pupil_sensitive').set(change).where('id', '=', id).execute()

export const deleteSensitive = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_sensitive').where('id', '=', id).execute()

interface OfConsent {
  pupilId: number
  kind: ConsentKind
}

/** Locks entries out: from now on nobody can read them. */
export const lockEntries = (tx: SchoolTransaction, { pupilId, kind }: OfConsent, now: string) =>
  tx
    .updateTable('pupil_sensitive')
    .set({ locked_at: now })
    .where('pupil_id', '=', pupilId)
    .where('kind', '=', kind)
    .where('locked_at', 'is', null)
    .execute()

/** Makes entries readable again, because the consent came back before they were deleted. */
export const unlockEntries = (tx: SchoolTransaction, { pupilId, kind }: OfConsent, consentId: number) =>
  tx
    .updateTable('pupil_sensitive')
    .set({ locked_at: null, consent_id: consentId })
    .where('pupil_id', '=', pupilId)
    .where('kind', '=', kind)
    .where('locked_at', 'is not', null)
    .execute()

const selectPupil = (tx: SchoolTransaction, id: number, { viewer, today }: Reader) =>
  visiblePupils(tx, viewer, today).select(['p.id', 'p.birthdate']).where('p.id', '=', id)

/**
 * A pupil the viewer may see; undefined for unknown pupils, those of another school and those outside a teacher's
 * classes.
 */
export const findPupilFor = (tx: SchoolTransaction, id: number, reader: Reader) =>
  selectPupil(tx, id, reader).executeTakeFirst()

/**
 * The same, locked until the transaction ends, so that a withdrawal and an entry that needs the consent happen one
 * after the other.
 */
export const lockPupilFor = (tx: SchoolTransaction, id: number, reader: Reader) =>
  selectPupil(tx, id, reader).forNoKeyUpdate('p').executeTakeFirst()
