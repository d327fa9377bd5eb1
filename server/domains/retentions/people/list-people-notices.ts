import { isErasure, isPreviewed } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { deleteOtherNotices, deletePastHolds, insertNotices } from '#server/domains/retentions/holds.queries.ts'
import { type PlannedPerson, readPeoplePlan } from './people-plan.ts'
import type { PersonSubject } from './retained-people.queries.ts'

/** Stores since when the preview shows these people: two weeks before they are erased. */
export async function announcePeople(
  tx: SchoolTransaction,
  subject: PersonSubject,
  { planned, today }: { planned: readonly PlannedPerson[]; today: string },
) {
  const fresh = planned.filter(
    ({ row, retention }) =>
      isErasure(retention) && isPreviewed(retention, today) && row.notice?.reason !== retention.reason,
  )
  await insertNotices(
    tx,
    subject,
    fresh.map(({ row, retention }) => ({ id: row.id, reason: retention.reason, listed_on: today })),
  )
}

/** The first step of the night: ends holds that are over, and stores what the preview begins or ceases to show. */
export async function listPeopleNotices(tx: SchoolTransaction, subject: PersonSubject, today: string) {
  await deletePastHolds(tx, subject, today)
  const { due } = await readPeoplePlan(tx, subject, { today })
  const shown = due.filter(({ retention }) => isErasure(retention) && isPreviewed(retention, today))
  await deleteOtherNotices(
    tx,
    subject,
    shown.map(({ row }) => row.id),
  )
  await announcePeople(tx, subject, { planned: shown, today })
}
