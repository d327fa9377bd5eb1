import {
  isHeld,
  type Retention,
  type RetentionPeriods,
  retentionsOf,
  withNotice,
} from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { listRetained, type RetainedRow } from './retentions.queries.ts'

export interface Planned {
  row: RetainedRow
  retention: Retention
}

async function readPeriods(tx: SchoolTransaction): Promise<RetentionPeriods> {
  const { unverified_purge_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  return { ...(await getSetting(tx, 'RETENTION_SETTINGS')), unverified_purge_days }
}

/** What happens to an application and when, including the two weeks in the preview. */
const planOf = (row: RetainedRow, periods: RetentionPeriods, today: string): Planned[] =>
  retentionsOf(row, periods, row).map((retention) => {
    const listed_on = row.notice?.reason === retention.reason ? row.notice.listed_on : null
    return { row, retention: withNotice(retention, { listed_on, today }) }
  })

/** The plan for the bound school or for some of its applications, without those on hold. */
export async function readPlan(tx: SchoolTransaction, today: string, ids?: readonly number[]) {
  const periods = await readPeriods(tx)
  const rows = await listRetained(tx, ids)
  const onHold = rows.filter(({ hold }) => isHeld(hold, today))
  const due = rows.filter(({ hold }) => !isHeld(hold, today)).flatMap((row) => planOf(row, periods, today))
  return { due, held: onHold }
}
