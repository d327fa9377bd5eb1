import { privacyTaskEndpoints as taskEndpoints } from '#contract/processings/processings.tasks.ts'
import { processingEndpoints as endpoints } from '#contract/processings/processings.ts'
import { processorTask } from '#contract/processors/processors.ts'
import { reviewState } from '#contract/reviews.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listProcessors } from '#server/domains/processors/processors.shared.queries.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { isNoticeStale } from '#server/domains/schools/notice-facts.shared.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { addProcessing, changeProcessing, removeProcessing, reviewProcessing } from './change-processing.ts'
import { type RegisterTools, readRegister } from './read-register.ts'
import { writeRegister } from './write-register.ts'

/** What somebody has to review. The numbers are those that stand above the list of each register. */
async function readPrivacyTasks(tx: SchoolTransaction, tools: RegisterTools, today: string) {
  const { activities } = await readRegister(tx, tools, today)
  const processors = await listProcessors(tx)
  return {
    is_notice_stale: await isNoticeStale(tx),
    has_processors: processors.length > 0,
    processors: processors.filter((one) => processorTask(one, today)).length,
    processings: activities.filter(({ reviewed_on }) => reviewState(reviewed_on, today) !== 'fresh').length,
  }
}

/** The register of processing of the active school (Art. 30 DSGVO, domain DP-21). */
export function processingRoutes({ route, routeDetached }: Routes, platform: Platform) {
  route(endpoints.get, ({ tx, today }) => readRegister(tx, platform, today))

  route(taskEndpoints.get, ({ tx, today }) => readPrivacyTasks(tx, platform, today))

  // Drawn after the data are read, so that no transaction waits for it.
  routeDetached(endpoints.document, async ({ query, viewer, now, today, inTransaction }) => {
    const read = await inTransaction(async (tx) => ({
      register: await readRegister(tx, platform, today),
      school: await getSchoolHead(tx),
    }))
    return writeRegister(query.format, { ...read, schoolId: viewer.school_id, now, today })
  })

  route(endpoints.review, ({ tx, params, body, today }) => reviewProcessing(tx, params.key, { form: body, today }))

  route(endpoints.add, ({ tx, body, today }) => addProcessing(tx, body, today))

  route(endpoints.change, ({ tx, params, body, today }) => changeProcessing(tx, params.id, { form: body, today }))

  route(endpoints.remove, ({ tx, params }) => removeProcessing(tx, params.id))
}
