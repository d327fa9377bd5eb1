import { isPreviewed } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { deleteOtherNotices, deletePastHolds, insertNotices } from './holds.queries.ts'
import { type Planned, readPlan } from './retention-plan.ts'

interface Day {
  /** The day in Berlin. */
  today: string
  now: Date
}

const isAnnounced = ({ row, retention }: Planned) => row.notice?.reason === retention.reason

/** Stores, for applications that will be deleted within two weeks, that the preview shows them from today on. */
export async function announce(tx: SchoolTransaction, planned: readonly Planned[], today: string) {
  const fresh = planned.filter(
    (one) => one.retention.action === 'delete' && isPreviewed(one.retention, today) && !isAnnounced(one),
  )
  await insertNotices(
    tx,
    'registration',
    fresh.map(({ row, retention }) => ({
      id: row.id,
      reason: retention.reason,
      listed_on: today,
    })),
  )
}

const endPastHolds = async (tx: SchoolTransaction, today: string, now: Date) => {
  const ended = await deletePastHolds(tx, 'registration', today)
  await insertEvents(
    tx,
    { viewer: { user_id: null }, now },
    ended.map((registration_id) => ({ registration_id, kind: 'hold_ended' })),
  )
}

/**
 * The first step of the night: ends holds whose last day is over, and stores what the preview begins or stops to show.
 */
export async function listNotices(tx: SchoolTransaction, { today, now }: Day) {
  await endPastHolds(tx, today, now)
  const { due } = await readPlan(tx, today)
  const shown = new Set(due.filter(({ retention }) => isPreviewed(retention, today)).map(({ row }) => row.id))
  await deleteOtherNotices(tx, 'registration', [...shown])
  await announce(tx, due, today)
}
