import { employeeRetentions, pupilRetentions } from '#contract/retentions/retentions.people.ts'
import { isHeld, type Retention, withNotice } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { listRetainedPeople, type PersonSubject, type RetainedPersonRow } from './retained-people.queries.ts'

export interface PlannedPerson {
  row: RetainedPersonRow
  retention: Retention
}

const RULES = { pupil: pupilRetentions, employee: employeeRetentions } as const

/**
 * What happens to pupils or employees of the bound school and when, with the two weeks in the preview; those on hold
 * apart. Only the next step of each can be due, because the second is counted from the same day and comes later.
 */
export async function readPeoplePlan(
  tx: SchoolTransaction,
  subject: PersonSubject,
  { today, ids }: { today: string; ids?: readonly number[] },
) {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const rows = await listRetainedPeople(tx, subject, ids)
  const planned = rows.flatMap((row): PlannedPerson[] =>
    isHeld(row.hold, today)
      ? []
      : RULES[subject](row, periods).map((retention) => {
          const listed_on = row.notice?.reason === retention.reason ? row.notice.listed_on : null
          return { row, retention: withNotice(retention, { listed_on, today }) }
        }),
  )
  return { due: planned, held: rows.filter(({ hold }) => isHeld(hold, today)) }
}
