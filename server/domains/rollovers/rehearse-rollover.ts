import { MESSAGES } from '#contract/formats.ts'
import { ROLLOVER_TEXTS, type RolloverPlan } from '#contract/rollovers/rollovers.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { planRollover } from './plan-rollover.ts'
import type { Situation } from './planned-rollover.ts'
import { findLatestRolloverId } from './rollovers.queries.ts'
import {
  countInClasses,
  followingYear,
  listFunctionsThere,
  listFunctionsToCopy,
  listGradeSteps,
  listMembers,
  listYearClasses,
  type YearPair,
} from './rollovers.situation.queries.ts'

/** The years of a plan. 422 by field when they do not follow each other or nobody can be moved between them. */
export async function getYears(tx: SchoolTransaction, plan: Pick<RolloverPlan, 'from_year_id' | 'to_year_id'>) {
  const years = await listSchoolyears(tx)
  const from = years.find(({ id }) => id === plan.from_year_id)
  const to = years.find(({ id }) => id === plan.to_year_id)
  if (!from) throw invalid({ from_year_id: [MESSAGES.boolean] })
  if (!to) throw invalid({ to_year_id: [MESSAGES.boolean] })
  if (from.state === 'planned') throw invalid({ from_year_id: [ROLLOVER_TEXTS.notBegun] })
  if (followingYear(years, from)?.id !== to.id) throw invalid({ to_year_id: [ROLLOVER_TEXTS.notNext] })
  if (to.state === 'closed') throw invalid({ to_year_id: [ROLLOVER_TEXTS.notPlanned] })
  return { from, to }
}

export async function getSituation(tx: SchoolTransaction, years: YearPair, today: string): Promise<Situation> {
  const { from, to } = years
  return {
    years,
    grades: await listGradeSteps(tx),
    oldClasses: await listYearClasses(tx, from.id),
    newClasses: await listYearClasses(tx, to.id),
    members: await listMembers(tx, years),
    countsThere: await countInClasses(tx, { yearId: to.id, day: today > to.date_start ? today : to.date_start }),
    functionsToCopy: await listFunctionsToCopy(tx, years),
    functionsThere: await listFunctionsThere(tx, years),
    latestRollover: await findLatestRolloverId(tx),
  }
}

/** Returns what the year change would do, without doing it (domain §3.4). 422 by field for impossible wishes. */
export async function rehearseRollover(
  tx: SchoolTransaction,
  { plan, years, today }: { plan: RolloverPlan; years: YearPair; today: string },
) {
  const { planned, faults } = planRollover(await getSituation(tx, years, today), plan)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return planned
}
