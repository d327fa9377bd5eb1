import { addDays, addMonths } from '#contract/dates.ts'
import { employeeRetentions, pupilRetentions } from '#contract/retentions/retentions.people.ts'
import { isHeld, isPreviewed, NOTICE_DAYS, type Retention, withNotice } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import {
  type LeftUntil,
  listRetainedPeople,
  type PersonSubject,
  type RetainedPersonRow,
} from './retained-people.queries.ts'

export interface PlannedPerson {
  row: RetainedPersonRow
  retention: Retention
}

const RULES = { pupil: pupilRetentions, employee: employeeRetentions } as const

type Periods = Parameters<typeof pupilRetentions>[1]

/** Whoever is deleted within two weeks is not reduced before, so a single step of each person is in the preview. */
const stepsOf = (
  subject: PersonSubject,
  row: RetainedPersonRow,
  { periods, today }: { periods: Periods; today: string },
) => {
  const steps = RULES[subject](row, periods)
  const last = steps.at(-1)
  return last && isPreviewed(last, today) ? [last] : steps
}

/** Months of different lengths: 31.08. and six months are 28.02. */
const SLACK_DAYS = 4

/** Whoever left later is not in the preview of this day, because a period begins with the last day or after it. */
const leftUntil = (subject: PersonSubject, periods: Periods, today: string): LeftUntil => {
  const [first, last] =
    subject === 'pupil'
      ? [periods.pupil_contact_years * 12, periods.attendance_proof_years * 12]
      : [periods.employee_months, periods.employee_years * 12]
  const before = (months: number) => addDays(addMonths(addDays(today, NOTICE_DAYS), -months), SLACK_DAYS)
  return { whole: before(Math.min(first, last)), reduced: before(last) }
}

/**
 * What happens to pupils or employees of the bound school and when, with the two weeks in the preview; those on hold
 * apart. Without ids, everybody who may be in the preview of this day.
 */
export async function readPeoplePlan(
  tx: SchoolTransaction,
  subject: PersonSubject,
  { today, ids }: { today: string; ids?: readonly number[] },
) {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const chosen = ids ? { ids } : { leftUntil: leftUntil(subject, periods, today) }
  const rows = await listRetainedPeople(tx, subject, chosen)
  const planned = rows.flatMap((row): PlannedPerson[] =>
    isHeld(row.hold, today)
      ? []
      : stepsOf(subject, row, { periods, today }).map((retention) => {
          const listed_on = row.notice?.reason === retention.reason ? row.notice.listed_on : null
          return { row, retention: withNotice(retention, { listed_on, today }) }
        }),
  )
  return { due: planned, held: rows.filter(({ hold }) => isHeld(hold, today)) }
}
