import { sql } from 'kysely'
import type { RetentionReason } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { unverifiedPurgeable } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'

// Literals, because a cached plan for any parameter may not use the indexes of rows to be announced.
const fromWeb = sql.lit('web')
/** The events that families cause themselves. */
const familyEvents = [sql.lit('withdraw_requested'), sql.lit('withdrawn'), sql.lit('agreement_declined')] as const

/** When the last digest was sent; null: never. */
export async function findLastDigest(tx: SchoolTransaction) {
  const { at } = await tx
    .selectNoFrom((eb) =>
      eb
        .fn<string | null>('greatest', [
          eb
            .selectFrom('registration')
            .select(({ fn }) => fn.max('arrival_announced_at').as('at'))
            .where('source', '=', fromWeb),
          eb.selectFrom('registration_event').select(({ fn }) => fn.max('announced_at').as('at')),
        ])
        .as('at'),
    )
    .executeTakeFirstOrThrow()
  return at
}

/** Marks everything from families since the last digest as reported at this time; returns how many rows that were. */
export async function updateNews(tx: SchoolTransaction, at: string) {
  const arrivals = await tx
    .updateTable('registration')
    .set({ arrival_announced_at: at })
    .where('source', '=', fromWeb)
    .where('arrival_announced_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', at)
    .executeTakeFirst()
  const events = await tx
    .updateTable('registration_event')
    .set({ announced_at: at })
    .where('announced_at', 'is', null)
    .where('created_by', 'is', null)
    .where('kind', 'in', familyEvents)
    .executeTakeFirst()
  return Number(arrivals.numUpdatedRows + events.numUpdatedRows)
}

/** The applications of a digest that still exist. */
export const listArrivals = (tx: SchoolTransaction, at: string) =>
  tx
    .selectFrom('registration')
    .select(['id', 'number', 'desired_grade', 'child_firstname'])
    .where('arrival_announced_at', '=', at)
    .where('source', '=', fromWeb)
    .where('deleted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** Applications that families withdrew or wish to withdraw, each once with its current state. */
export const listFamilyWishes = (tx: SchoolTransaction, at: string) =>
  tx
    .selectFrom('registration as r')
    .select(['r.id', 'r.number', 'r.desired_grade', 'r.child_firstname', 'r.withdrawn_at', 'r.withdraw_requested_at'])
    .where('r.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('r.withdrawn_at', 'is not', null), eb('r.withdraw_requested_at', 'is not', null)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('registration_event as e')
          .select('e.id')
          .whereRef('e.registration_id', '=', 'r.id')
          .where('e.announced_at', '=', at)
          .where('e.kind', 'in', familyEvents),
      ),
    )
    .orderBy('r.id')
    .execute()

/** Applications to which a second person declined to agree, and has not agreed since. */
export const listDeclined = (tx: SchoolTransaction, at: string) =>
  tx
    .selectFrom('registration as r')
    .innerJoin('registration_contact as c', (join) =>
      join.onRef('c.school_id', '=', 'r.school_id').onRef('c.registration_id', '=', 'r.id'),
    )
    .select(['r.id', 'r.number', 'r.desired_grade', 'r.child_firstname'])
    .where('c.agreement', '=', 'declined')
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('registration_event as e')
          .select('e.id')
          .whereRef('e.registration_id', '=', 'r.id')
          .where('e.announced_at', '=', at)
          .where('e.kind', '=', 'agreement_declined'),
      ),
    )
    .orderBy('r.id')
    .execute()

/** Unconfirmed applications that will be deleted and have no hold. */
const purgeable = (tx: SchoolTransaction, { now, today }: { now: string; today: string }) =>
  unverifiedPurgeable(tx, { createdBefore: now })
    .leftJoin('retention_notice as n', (join) =>
      join
        .onRef('n.school_id', '=', 'r.school_id')
        .onRef('n.registration_id', '=', 'r.id')
        .on('n.reason', '=', 'unverified' satisfies RetentionReason),
    )
    .select(['r.id', 'r.number', 'r.desired_grade', 'r.child_firstname', 'r.created_at', 'n.listed_on'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('retention_hold as h')
            .select('h.id')
            .whereRef('h.registration_id', '=', 'r.id')
            .where('h.until', '>=', today),
        ),
      ),
    )
    .orderBy('r.id')

/**
 * An application that left the preview and came back, after a hold or from the bin, is announced again, and two weeks
 * begin again (ADR 0024).
 */
const wasAnnouncedBefore = sql<boolean>`(r.purge_announced_at at time zone 'Europe/Berlin')::date < n.listed_on`

/** Applications that no mail to staff has named yet, or none since the preview shows them. */
export const listUnannouncedPurges = (tx: SchoolTransaction, at: { now: string; today: string }) =>
  purgeable(tx, at)
    .where((eb) => eb.or([eb('r.purge_announced_at', 'is', null), wasAnnouncedBefore]))
    .execute()

export const updatePurges = (tx: SchoolTransaction, ids: number[], at: string) =>
  tx
    .updateTable('registration')
    .set({ purge_announced_at: at, updated_at: sql`now()` })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()

/** Applications named in the mail of this time that are still unconfirmed. */
export const listAnnouncedPurges = (tx: SchoolTransaction, told: string, at: { now: string; today: string }) =>
  purgeable(tx, at).where('r.purge_announced_at', '=', told).execute()
