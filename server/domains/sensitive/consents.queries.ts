import { type Insertable, sql } from 'kysely'
import { type ConsentPurpose, type Deciders, pupilVoice } from '#contract/consents/consents.state.ts'
import { fullName } from '#contract/person-names.ts'
import type { Consent } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { askWithRestricted, withRestricted } from '#server/db/with-restricted.ts'

/** All decisions ever made for a pupil, oldest first. */
export const listConsents = (tx: SchoolTransaction, pupilId: number, purpose?: ConsentPurpose) =>
  tx
    .selectFrom('consent as c')
    .leftJoin('app_user as u', 'u.id', 'c.recorded_by')
    .selectAll('c')
    .select('u.name as recorder')
    .where('c.pupil_id', '=', pupilId)
    .$if(purpose !== undefined, (query) => query.where('c.purpose', '=', purpose as string))
    .orderBy('c.id')
    .execute()
export type ConsentRow = Awaited<ReturnType<typeof listConsents>>[number]

/** Stands for somebody whose processing is restricted: the consent of this person is needed as before. */
const UNNAMED = 'Eine weitere sorgeberechtigte Person'

/** The people with custody of a pupil, in the order of the page. */
export async function listCustodians(tx: SchoolTransaction, pupilId: number) {
  const rows = await withRestricted(tx, () =>
    tx
      .selectFrom('pupil_guardian as pg')
      .innerJoin('guardian as g', (join) =>
        join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
      )
      .leftJoin('restriction as r', (join) =>
        join.onRef('r.school_id', '=', 'g.school_id').onRef('r.guardian_id', '=', 'g.id').on('r.lifted_at', 'is', null),
      )
      .select(['g.id', 'g.firstname', 'g.lastname', 'r.id as restriction_id'])
      .where('pg.pupil_id', '=', pupilId)
      .where('pg.has_custody', '=', true)
      .where('g.deleted_at', 'is', null)
      .orderBy('pg.position')
      .orderBy('g.id')
      .execute(),
  )
  return rows.map((row) => ({ guardian_id: row.id, name: row.restriction_id === null ? fullName(row) : UNNAMED }))
}

/**
 * The people with custody of each of these pupils; the consent of somebody restricted is needed as before. `pupilIds` in
 * PostgreSQL's own notation of an array.
 */
export const listCustodianIds = async (tx: SchoolTransaction, pupilIds: string) => {
  const rows = await askWithRestricted(
    tx,
    tx
      .selectFrom('pupil_guardian as pg')
      .innerJoin('guardian as g', (join) =>
        join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
      )
      .select(['pg.pupil_id', 'pg.guardian_id'])
      .where('pg.has_custody', '=', true)
      .where('g.deleted_at', 'is', null)
      .where(sql<boolean>`pg.pupil_id = any(${pupilIds}::bigint[])`),
  )
  return Map.groupBy(rows, ({ pupil_id }) => pupil_id)
}

export type Custodians = Awaited<ReturnType<typeof listCustodians>>

export const decidersOf = (custodians: Custodians, { birthdate }: { birthdate: string }, today: string): Deciders => ({
  custodianIds: custodians.map(({ guardian_id }) => guardian_id),
  voice: pupilVoice(birthdate, today),
})

/** The people whose decision counts on the day. */
export const findDeciders = async (
  tx: SchoolTransaction,
  pupil: { id: number; birthdate: string },
  today: string,
): Promise<Deciders> => decidersOf(await listCustodians(tx, pupil.id), pupil, today)

/** Names of people who once decided, even if they are no longer guardians of the child. */
export async function findGuardianNames(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('guardian')
    .select(['id', 'firstname', 'lastname'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

/** Returns the id. */
export async function insertConsent(tx: SchoolTransaction, row: Insertable<Consent>) {
  const { id } = await tx.insertInto('consent').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Stores that consents were withdrawn, or a remark about it. */
export const updateWithdrawals = (
  tx: SchoolTransaction,
  ids: readonly number[],
  withdrawal: { withdrawn_at: string; withdrawn_by: number } | { withdrawn_note: string | null },
) =>
  tx
    .updateTable('consent')
    .set(withdrawal)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
