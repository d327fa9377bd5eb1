import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { registrationOptinRoutes } from '#server/domains/registrations/mails/registrations.optin.routes.ts'
import { REFUSED_FORMS } from '#server/domains/registrations/registration-limits.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { enterKnownSchool, readForm, refuseClosed } from './application-form.ts'
import { correctMail, readReceipt, readReceiptContacts } from './application-receipt.ts'
import { readFormSettings } from './form-settings.ts'
import { readDraft, writeDraft } from './registration-draft.ts'
import { deleteDraft } from './registrations.drafts.queries.ts'
import { submitRegistration } from './submit-registration.ts'
import { findOrMakeVisitor, findVisitor, setVisitorCookie } from './visitor-cookie.ts'

const isRefusedForm = (error: unknown) => error instanceof ApiError && error.status === 422

function formRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { keys, limits } = platform

  route(endpoints.settings, async ({ tx, params, query, visitor, now, today }) => {
    const { school, tx: inside } = await enterKnownSchool(tx, params.school_short)
    const formVisitor = findVisitor(visitor.cookies)
    return readFormSettings(inside, { school, visitor: formVisitor, draftNumber: query.draft, now, today }, keys)
  })

  routeDetached(endpoints.submit, async ({ params, query, body, visitor, now, today, inTransactionOnce }) => {
    await limits.use(REFUSED_FORMS, visitor.household)
    const formVisitor = findOrMakeVisitor(visitor.cookies)
    try {
      const reply = await inTransactionOnce(async (tx) => {
        const { school, tx: inside } = await enterKnownSchool(tx, params.school_short)
        const submission = { school, form: body, visitor: formVisitor, draftNumber: query.draft, now, today }
        return submitRegistration(inside, submission, platform)
      })
      setVisitorCookie(visitor.cookies, formVisitor)
      await limits.giveBack(REFUSED_FORMS, visitor.household)
      return reply
    } catch (error) {
      if (!isRefusedForm(error)) await limits.giveBack(REFUSED_FORMS, visitor.household)
      throw error
    }
  })
}

function draftRoutes({ route }: Routes) {
  route(endpoints.draft, async ({ tx, params, query, visitor, now }) => {
    const { school, tx: inside } = await enterKnownSchool(tx, params.school_short)
    const formVisitor = findVisitor(visitor.cookies)
    const slot = formVisitor && { schoolId: school.id, visitor: formVisitor, draftNumber: query.draft }
    const draft = slot && (await readDraft(inside, slot, now))
    if (!draft) throw notFound()
    return draft
  })

  route(endpoints.saveDraft, async ({ tx, params, query, body, visitor, now, today }) => {
    const { school, tx: inside } = await enterKnownSchool(tx, params.school_short)
    refuseClosed(await readForm(inside, { school, now, today }))
    const formVisitor = findOrMakeVisitor(visitor.cookies)
    const slot = { schoolId: school.id, visitor: formVisitor, draftNumber: query.draft }
    const saved = await writeDraft(inside, slot, { draft: body, now })
    setVisitorCookie(visitor.cookies, formVisitor)
    return saved
  })

  route(endpoints.deleteDraft, async ({ tx, params, query, visitor }) => {
    const { tx: inside } = await enterKnownSchool(tx, params.school_short)
    const formVisitor = findVisitor(visitor.cookies)
    if (formVisitor) await deleteDraft(inside, { visitorHash: formVisitor.hash, draftNumber: query.draft })
    return { message: 'Der Entwurf wurde verworfen.' }
  })
}

function receiptRoutes({ route }: Routes, platform: Platform) {
  route(endpoints.receipt, async ({ tx, params, visitor, now }) => {
    const { tx: inside } = await enterKnownSchool(tx, params.school_short)
    return { receipt: await readReceipt(inside, { visitor: findVisitor(visitor.cookies), now }, platform) }
  })

  route(endpoints.receiptContacts, async ({ tx, params, visitor, now }) => {
    const { tx: inside } = await enterKnownSchool(tx, params.school_short)
    return readReceiptContacts(inside, findVisitor(visitor.cookies), now)
  })

  route(endpoints.correctMail, async ({ tx, params, body, visitor, now }) => {
    const { tx: inside } = await enterKnownSchool(tx, params.school_short)
    const correction = { visitor: findVisitor(visitor.cookies), now, ...body }
    return correctMail(inside, correction, platform)
  })
}

/** Everything a family does without an account: form, draft, receipt, confirmation (domain §2). */
export function registrationPublicRoutes(routes: Routes, platform: Platform) {
  formRoutes(routes, platform)
  draftRoutes(routes)
  receiptRoutes(routes, platform)
  registrationOptinRoutes(routes, platform)
}
