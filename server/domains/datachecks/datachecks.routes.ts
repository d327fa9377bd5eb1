import { dataCheckDecideEndpoints as decisions } from '#contract/datachecks/datachecks.decide.ts'
import { dataCheckFamilyEndpoints as family } from '#contract/datachecks/datachecks.family.ts'
import { dataCheckEndpoints as endpoints } from '#contract/datachecks/datachecks.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { answerCheck, readCheckPage } from './answer-check.ts'
import { countingUnknownChecks } from './check-link.ts'
import { previewFor } from './check-mail.ts'
import { confirmByPhone, takeBackPhoned } from './confirm-by-phone.ts'
import { countOpenFamilies } from './datachecks.changes.queries.ts'
import { acceptChanges, declineChanges, undoDecision } from './decide-changes.ts'
import { getPlanned, planCheck, shownPlan } from './plan-check.ts'
import { readCheck, readChecks, readConfirmed, readFamily, readWording } from './read-check.ts'
import { endCheck, remindReaders, startCheck } from './run-check.ts'
import { readCheckLetters, writeCheckLetters } from './write-check-letters.ts'

/** The data check of the office, and the page behind its links (ADR 0070). */
export function dataCheckRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { limits } = platform

  route(endpoints.list, ({ tx, today }) => readChecks(tx, today))
  route(endpoints.wording, ({ tx }) => readWording(tx))
  route(endpoints.plan, async ({ tx, body, today }) => {
    const { readers, leftOut, runningIds } = await planCheck(tx, body, today)
    const running = (await readChecks(tx, today)).filter(({ id }) => runningIds.has(id))
    return { readers: readers.map(shownPlan), left_out: leftOut, running }
  })
  route(endpoints.preview, async ({ tx, body, today }) => previewFor(tx, body, await getPlanned(tx, body, today)))
  route(endpoints.start, ({ tx, body, viewer, today, now }) => startCheck(tx, body, { viewer, today, now }))
  route(endpoints.get, ({ tx, params, today }) => readCheck(tx, params.id, today))
  route(endpoints.remind, ({ tx, params, viewer, today, now }) => remindReaders(tx, params.id, { viewer, today, now }))
  route(endpoints.end, ({ tx, params, viewer, today, now }) => endCheck(tx, params.id, { viewer, today, now }))
  routeDetached(endpoints.letters, async ({ params, body, viewer, today, now, inTransaction }) => {
    const query = { id: params.id, readerIds: body.reader_ids, today, now }
    const letters = await inTransaction((tx) => readCheckLetters(tx, query, platform))
    return writeCheckLetters(letters, { schoolId: viewer.school_id, today, now, withData: body.with_data })
  })

  route(decisions.family, ({ tx, params, today }) => readFamily(tx, params.id, today))
  route(decisions.accept, ({ tx, params, body, viewer, today, now }) =>
    acceptChanges(tx, { readerId: params.id, ...body }, { viewer, today, now }),
  )
  route(decisions.decline, ({ tx, params, body, viewer, today, now }) =>
    declineChanges(tx, { readerId: params.id, ...body }, { viewer, today, now }),
  )
  route(decisions.undo, ({ tx, params, body, viewer, today, now }) =>
    undoDecision(tx, { readerId: params.id, ...body }, { viewer, today, now }),
  )
  route(decisions.confirm, ({ tx, params, today, now }) => confirmByPhone(tx, params.id, { today, now }))
  route(decisions.unconfirm, ({ tx, params, today }) => takeBackPhoned(tx, params.id, today))
  route(decisions.tasks, ({ tx }) => countOpenFamilies(tx))
  route(decisions.confirmed, ({ tx, params, viewer, today }) => readConfirmed(tx, params.id, { viewer, today }))

  routeDetached(family.read, ({ params, visitor, today, inTransaction }) =>
    countingUnknownChecks({ limits, household: visitor.household }, () =>
      inTransaction((tx) => readCheckPage(tx, params.token, today)),
    ),
  )
  routeDetached(family.answer, ({ params, body, visitor, today, now, inTransaction }) =>
    countingUnknownChecks({ limits, household: visitor.household }, () =>
      inTransaction((tx) => answerCheck(tx, { token: params.token, form: body, limits, now, today })),
    ),
  )
}
