import { berlinToday } from '#contract/dates.ts'
import { FIRST_STEPS, type FirstStep, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { readOutbox } from '#server/mail/outbox-state.ts'
import { findFacts } from './firststeps.queries.ts'

const dayOf = (at: string | null | undefined) => (at ? berlinToday(new Date(at)) : null)

async function readSteps(tx: SchoolTransaction, platform: Platform) {
  const { sent_at, imprint, missing, doers, open_year, without_account, ...counts } = await findFacts(tx)
  const { trouble } = await readOutbox(tx, platform)
  const done: Record<FirstStep, boolean> = {
    // A mail server counts once it has taken a mail, because only that proves that its settings are right.
    mail: trouble === null && sent_at !== null,
    holidays: counts.holidays > 0,
    classes: counts.classes > 0 && missing.length === 0,
    pupils: counts.pupils > 0,
    // The first account is that of the person who set up the school.
    colleagues: counts.colleagues > 1,
    processors: counts.processors > 0,
    imprint,
    form: counts.form > 0,
    backup: platform.hasBackups,
  }
  const last: Partial<Record<FirstStep, string | null>> = {
    mail: sent_at,
    backup: platform.state.readBackups()?.newest?.at ?? null,
  }
  return FIRST_STEPS.map((step) => ({
    step,
    is_done: done[step],
    count: step in counts ? counts[step as keyof typeof counts] : null,
    last_on: dayOf(last[step]),
    open_year: step === 'holidays' ? open_year : null,
    missing: step === 'classes' ? missing : [],
    doers: step === 'processors' ? doers : [],
    without_account: step === 'colleagues' ? without_account : 0,
  }))
}

/** The steps of a new school, for the start page. */
export function firstStepRoutes({ route }: Routes, platform: Platform) {
  route(firstStepEndpoints.list, ({ tx }) => readSteps(tx, platform))
}
