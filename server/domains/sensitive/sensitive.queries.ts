import { type Insertable, sql, type Updateable } from 'kysely'
import { CONFIRM_MONTHS, CONSENT_KINDS, type ConsentKind } from '#contract/sensitive/sensitive.kinds.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { PupilSensitive } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The encrypted rows of a pupil, those that matter in an emergency first as the kinds are ordered. */
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

/** Held until the transaction ends. */
export const lockSealed = (tx: SchoolTransaction, { pupilId, id }: { pupilId: number; id: number }) =>
  tx
    .selectFrom('pupil_sensitive')
    .selectAll()
    .where('pupil_id', '=', pupilId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The id of a row that is still to be written: its encryption is bound to it. */
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

/** Nobody reads these entries any more, from this moment on. */
export const lockEntries = (tx: SchoolTransaction, { pupilId, kind }: OfConsent, now: string) =>
  tx
    .updateTable('pupil_sensitive')
    .set({ locked_at: now })
    .where('pupil_id', '=', pupilId)
    .where('kind', '=', kind)
    .where('locked_at', 'is', null)
    .execute()

/** The consent is there again before they were deleted. */
export const unlockEntries = (tx: SchoolTransaction, { pupilId, kind }: OfConsent, consentId: number) =>
  tx
    .updateTable('pupil_sensitive')
    .set({ locked_at: null, consent_id: consentId })
    .where('pupil_id', '=', pupilId)
    .where('kind', '=', kind)
    .where('locked_at', 'is not', null)
    .execute()

/** The history of a pupil finds what is gone by the pupil alone; the list of all actions has the entry's own line. */
export const noteGone = (tx: SchoolTransaction, pupilId: number) =>
  logEvent(tx, { action: 'pupil_sensitive_deleted', entityType: 'pupil', entityId: pupilId })

/** Locked entries go for good after a few days; `before` as ISO 8601. */
export async function deleteLockedEntries(tx: SchoolTransaction, before: string) {
  const gone = await tx.deleteFrom('pupil_sensitive').where('locked_at', '<=', before).returning('pupil_id').execute()
  for (const pupilId of new Set(gone.map(({ pupil_id }) => pupil_id))) await noteGone(tx, pupilId)
}

/** Pupils of whom something is to be confirmed or deleted, as `confirmationDueOn` has it for one entry. */
export const pupilsToConfirm = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('pupil_sensitive as s')
    .select('s.pupil_id')
    .where('s.kind', 'in', CONSENT_KINDS)
    .where('s.locked_at', 'is', null)
    .where(sql<boolean>`(s.confirmed_at + make_interval(months => ${CONFIRM_MONTHS}))::date <= ${today}::date`)
