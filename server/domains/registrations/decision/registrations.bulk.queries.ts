import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  type LockedRegistration,
  selectRegistration,
  toLocked,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { isSameList, lockWaitLists } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'

/**
 * Locks the waiting lists of all these applications and then the applications, by id. Missing are those that are
 * unknown or in the bin, and those that moved meanwhile to another list whose ranks are not locked.
 */
export async function lockWithWaitLists(
  tx: SchoolTransaction,
  ids: readonly number[],
): Promise<Map<number, LockedRegistration>> {
  const seen = await tx
    .selectFrom('registration')
    .select(['id', 'school_year_id', 'desired_grade'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  if (seen.length === 0) return new Map()
  await lockWaitLists(tx, seen)
  await tx
    .selectFrom('registration')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await selectRegistration(tx)
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val([...ids]))))
    .where('r.deleted_at', 'is', null)
    .execute()
  return new Map(rows.filter((row) => seen.some((list) => isSameList(list, row))).map((row) => [row.id, toLocked(row)]))
}

/** The current rank of a locked application: changes of others on its list may have moved it. */
export async function getWaitRank(tx: SchoolTransaction, id: number) {
  const { wait_rank } = await tx
    .selectFrom('registration')
    .select('wait_rank')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return wait_rank
}

/** The ranks of the waiting ones among these applications. */
export async function listWaitRanks(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('registration')
    .select(['id', 'wait_rank'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('wait_rank', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, wait_rank }) => [id, wait_rank]))
}

/** Locks the contacts of these applications, by application and position, so that each gets at most one more mail. */
export const lockContactsToMail = (tx: SchoolTransaction, registrationIds: readonly number[]) =>
  tx
    .selectFrom('registration_contact as c')
    .select(['c.id', 'c.registration_id', 'c.firstname', 'c.lastname', 'c.mail', 'c.mail_verified_at', 'c.agreement'])
    .where((eb) => eb('c.registration_id', '=', eb.fn.any(eb.val([...registrationIds]))))
    .orderBy('c.id')
    .forUpdate()
    .$narrowType<{ agreement: Agreement | null }>()
    .execute()

/** The data for a list of results; applications in the bin are missing. */
export const listNamed = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration')
    .select(['id', 'number', 'child_firstname', 'child_lastname', 'status', 'withdrawn_at', 'pupil_id'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('deleted_at', 'is', null)
    .execute()
