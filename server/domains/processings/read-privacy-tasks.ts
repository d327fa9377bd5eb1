import { lookedAtOn } from '#contract/processors/processors.ts'
import { reviewState } from '#contract/reviews.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listProcessors } from '#server/domains/processors/processors.shared.queries.ts'
import { isNoticeStale } from '#server/domains/schools/notice-facts.shared.ts'
import { type RegisterTools, readRegister } from './read-register.ts'

/** What somebody has to look at again. What was never looked at is told on its own page, not on the start page. */
export async function readPrivacyTasks(tx: SchoolTransaction, tools: RegisterTools, today: string) {
  const isDue = (day: string | null) => reviewState(day, today) === 'due'
  const { activities } = await readRegister(tx, tools, today)
  const processors = await listProcessors(tx)
  return {
    is_notice_stale: await isNoticeStale(tx),
    has_processors: processors.length > 0,
    processors: processors.filter((one) => isDue(lookedAtOn(one))).length,
    processings: activities.filter(({ reviewed_on }) => isDue(reviewed_on)).length,
  }
}
