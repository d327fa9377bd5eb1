import { MESSAGES } from '#contract/formats.ts'
import {
  EXTENSION_MONTHS,
  type ExtensionForm,
  type IdentityForm,
  type ResultForm,
} from '#contract/privacyrequests/privacyrequest.record.ts'
import {
  dueDay,
  extensionRefusal,
  needsIdentity,
  needsReason,
  REQUEST_TEXTS,
} from '#contract/privacyrequests/privacyrequests.rules.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { type LockedRequest, lockRequest, updateRequest } from './privacyrequests.queries.ts'
import { insertRequestEvent } from './privacyrequests.shared.queries.ts'
import { lockOpenRequest } from './save-request.ts'

/** 422 for a day before the receipt or after today. */
const refuseDay = (field: string, day: string, { received_on, today }: { received_on: string; today: string }) => {
  if (day > today) throw invalid({ [field]: [MESSAGES.ahead] })
  if (day < received_on) throw invalid({ [field]: [REQUEST_TEXTS.beforeReceived(received_on)] })
}

/** Texts could name somebody who was erased, so they are not stored any more. */
const textFor = ({ subject_erased_on }: LockedRequest, text: string | null) =>
  subject_erased_on === null ? text : null

/** What somebody entered about the request with this id. */
interface Entered<Form> {
  id: number
  form: Form
}

/** The steps of the work on a request in its history, and the same steps in the log of actions. */
const ACTIONS = {
  extended: 'privacy_request_extended',
  identity_checked: 'privacy_request_identity',
  done: 'privacy_request_finished',
  reopened: 'privacy_request_reopened',
} as const

interface Step {
  id: number
  kind: keyof typeof ACTIONS
  change: Parameters<typeof updateRequest>[2]
}

async function storeStep(tx: SchoolTransaction, { id, kind, change }: Step, acting: Acting) {
  await nameAction(tx, 'privacy_request', ACTIONS[kind])
  await updateRequest(tx, id, change)
  await insertRequestEvent(tx, acting, { request_id: id, kind })
}

/** 409 unless the deadline still runs and was never extended. */
export async function extendRequest(tx: SchoolTransaction, { id, form }: Entered<ExtensionForm>, acting: Acting) {
  const stored = await lockOpenRequest(tx, id)
  const refusal = extensionRefusal(stored, acting.today)
  if (refusal) throw conflict(refusal)
  const extended_by = EXTENSION_MONTHS[form.months]
  const extension_reason = textFor(stored, form.reason)
  const change = { extended_by, extended_on: acting.today, extension_reason }
  await storeStep(tx, { id, kind: 'extended', change }, acting)
  return { message: REQUEST_TEXTS.extended(dueDay({ ...stored, extended_by })) }
}

export async function checkIdentity(tx: SchoolTransaction, { id, form }: Entered<IdentityForm>, acting: Acting) {
  const stored = await lockOpenRequest(tx, id)
  refuseDay('checked_on', form.checked_on, { ...stored, today: acting.today })
  const change = {
    identity_method: form.method,
    identity_checked_on: form.checked_on,
    identity_note: textFor(stored, form.note),
    identity_checked_by: acting.viewer.user_id,
  }
  await storeStep(tx, { id, kind: 'identity_checked', change }, acting)
  return { message: REQUEST_TEXTS.identityChecked }
}

/** 422 for a result that lacks the check of the identity, or its reason. */
export async function finishRequest(tx: SchoolTransaction, { id, form }: Entered<ResultForm>, acting: Acting) {
  const stored = await lockOpenRequest(tx, id)
  refuseDay('done_on', form.done_on, { ...stored, today: acting.today })
  if (needsIdentity(form.result) && stored.identity_checked_on === null)
    throw invalid({ result: [REQUEST_TEXTS.identityMissing] })
  if (needsReason(form.result) && form.reason === null && stored.subject_erased_on === null)
    throw invalid({ reason: [REQUEST_TEXTS.reasonMissing] })
  const change = {
    result: form.result,
    done_on: form.done_on,
    result_reason: textFor(stored, form.reason),
    done_by: acting.viewer.user_id,
  }
  await storeStep(tx, { id, kind: 'done', change }, acting)
  return { message: REQUEST_TEXTS.done }
}

/** The result was entered by mistake; 409 when there is none. */
export async function reopenRequest(tx: SchoolTransaction, id: number, acting: Acting) {
  const stored = await lockRequest(tx, id)
  if (!stored) throw notFound()
  if (stored.done_on === null) throw conflict(REQUEST_TEXTS.notDone)
  const change = { result: null, done_on: null, result_reason: null, done_by: null }
  await storeStep(tx, { id, kind: 'reopened', change }, acting)
  return { message: REQUEST_TEXTS.reopened }
}
