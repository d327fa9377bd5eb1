import { FIRST_STEPS, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { readOutbox } from '#server/mail/outbox-state.ts'
import { findFacts } from './firststeps.queries.ts'

async function readSteps(tx: SchoolTransaction, platform: Platform) {
  const { sent, ...stored } = await findFacts(tx)
  const { trouble } = await readOutbox(tx, platform)
  // A mail server counts once it has taken a mail, because only that proves that its settings are right.
  const done = { ...stored, mail: trouble === null && sent, backup: platform.hasBackups }
  return FIRST_STEPS.map((step) => ({ step, is_done: done[step] }))
}

/** The steps of a new school, for the start page. */
export function firstStepRoutes({ route }: Routes, platform: Platform) {
  route(firstStepEndpoints.list, ({ tx }) => readSteps(tx, platform))
}
