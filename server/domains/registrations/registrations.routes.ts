import { registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { restrictedMark } from '#contract/restrictions/restricted-subjects.ts'
import { getTransformOptions } from '#server/domains/registrations/admission/transform-options.ts'
import { transformToPupil } from '#server/domains/registrations/admission/transform-to-pupil.ts'
import { changeStatus } from '#server/domains/registrations/decision/change-status.ts'
import { registrationBulkRoutes } from '#server/domains/registrations/decision/registrations.bulk.routes.ts'
import { registrationDecisionRoutes } from '#server/domains/registrations/decision/registrations.decision.routes.ts'
import { registrationFamilyRoutes } from '#server/domains/registrations/family/registrations.family.routes.ts'
import { registrationPublicRoutes } from '#server/domains/registrations/form/registrations.public.routes.ts'
import { registrationImportRoutes } from '#server/domains/registrations/import/registrations.import.routes.ts'
import { registrationMailRoutes } from '#server/domains/registrations/mails/registrations.mails.routes.ts'
import { resendContactOptin } from '#server/domains/registrations/mails/resend-contact-optin.ts'
import { found } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { orWaiting } from '#server/mail/outbox-state.ts'
import { removeRegistration, restoreRegistration } from './bin-registration.ts'
import { editRegistration } from './edit-registration.ts'
import { enterRegistration, staffFormFacts } from './enter-registration.ts'
import { findDetailsOf } from './registrations.details.queries.ts'
import { listLatestRegistrations, listRegistrations } from './registrations.list.queries.ts'
import { saveNote } from './save-note.ts'

const LATEST = 5

/** The staff's calls about applications. They also work while the school does not accept new ones. */
function staffRoutes({ route }: Routes, platform: Platform) {
  const { keys, limits } = platform

  route(endpoints.list, async ({ tx, query, today, now }) => {
    const { page, per_page } = query
    return { ...(await listRegistrations(tx, { ...query, today, now })), page, per_page }
  })

  route(endpoints.latest, ({ tx, today }) => listLatestRegistrations(tx, { count: LATEST, today }))

  route(endpoints.formOptions, ({ tx, today }) => staffFormFacts(tx, today))

  route(endpoints.get, async ({ tx, params, today, ...call }) => ({
    ...found(await findDetailsOf(tx, params.id, today)),
    ...restrictedMark(call),
  }))

  route(endpoints.add, ({ tx, body, ...acting }) => enterRegistration(tx, body, acting))

  route(registrationEditEndpoints.change, ({ tx, params, body, ...acting }) =>
    editRegistration(tx, params.id, { edit: body, acting }),
  )

  route(endpoints.remove, async ({ tx, params, now }) => {
    await removeRegistration(tx, params.id, now)
    return { message: REGISTRATION_TEXTS.deleted }
  })

  route(endpoints.restore, async ({ tx, params, now }) => {
    await restoreRegistration(tx, params.id, now)
    return { message: REGISTRATION_TEXTS.restored }
  })

  route(endpoints.changeStatus, ({ tx, params, body, ...acting }) =>
    changeStatus(tx, { id: params.id, ...body }, acting),
  )

  route(endpoints.saveNote, ({ tx, params, body, ...acting }) => saveNote(tx, { id: params.id, ...body }, acting))

  route(endpoints.resendContactOptin, async ({ tx, params, viewer }) => {
    const reply = await resendContactOptin(tx, { contactId: params.contactId, schoolId: viewer.school_id }, limits)
    return orWaiting(tx, platform, reply)
  })

  route(endpoints.transformOptions, ({ tx, params, ...asking }) => getTransformOptions(tx, params.id, asking))

  route(endpoints.transformToPupil, ({ tx, body: form, ...acting }) => transformToPupil(tx, { form, acting, keys }))
}

/** All calls about applications: those of families without an account, and those of staff. */
export function registrationRoutes(routes: Routes, platform: Platform) {
  registrationPublicRoutes(routes, platform)
  registrationFamilyRoutes(routes, platform)
  staffRoutes(routes, platform)
  registrationDecisionRoutes(routes)
  registrationImportRoutes(routes)
  registrationBulkRoutes(routes, platform)
  registrationMailRoutes(routes, platform)
}
