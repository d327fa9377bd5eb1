import { MESSAGES } from '#contract/formats.ts'
import { REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { type RequestSubject, subjectOf, UNKNOWN_SUBJECT } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import type { NewRequestForm, RequestChange } from '#contract/privacyrequests/privacyrequests.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { insertRequest, type LockedRequest, lockRequest, updateRequest } from './privacyrequests.queries.ts'
import { insertRequestEvent } from './privacyrequests.shared.queries.ts'
import { hasSubject, listRelatives } from './subjects.queries.ts'

/** Accounts are shown to people who manage them; everybody else who calls may see all people of the school. */
export const mayAskAbout = (type: RequestSubject, { viewer }: Pick<Acting, 'viewer'>) =>
  type !== 'user' || viewer.permissions.includes('manage users')

interface TypedSubject {
  subject: string
  subject_name: string | null | undefined
}

/** The columns of the subject. 422 for somebody who is not at the school, and for a missing name. */
async function subjectColumns(tx: SchoolTransaction, { subject, subject_name }: TypedSubject, acting: Acting) {
  const known = subjectOf(subject)
  if (known === null) {
    if (!subject_name) throw invalid({ subject_name: [MESSAGES.required] })
    return { subject_type: UNKNOWN_SUBJECT, subject_id: null, subject_name }
  }
  const isThere = mayAskAbout(known.type, acting) && (await hasSubject(tx, known))
  if (!isThere) throw invalid({ subject: [REQUEST_TEXTS.subjectUnknown] })
  return { subject_type: known.type, subject_id: known.id, subject_name: null }
}

interface RequesterLookup {
  subject_type: string
  subject_id: number | null
  requested_by: string | null
}

/** The guardian of that name who belongs to the subject: such a request forgets the name together with the guardian. */
async function requesterOf(tx: SchoolTransaction, { subject_type, subject_id, requested_by }: RequesterLookup) {
  if (subject_id === null || requested_by === null) return null
  const relatives = await listRelatives(tx, { type: subject_type as RequestSubject, id: subject_id })
  const name = searchFold(requested_by)
  return relatives.find((one) => one.guardian_id !== null && searchFold(one.name) === name)?.guardian_id ?? null
}

export async function addRequest(tx: SchoolTransaction, form: NewRequestForm, acting: Acting) {
  const { subject, subject_name, ...record } = form
  if (record.received_on > acting.today) throw invalid({ received_on: [MESSAGES.ahead] })
  const about = await subjectColumns(tx, { subject, subject_name }, acting)
  const requester_guardian_id = await requesterOf(tx, { ...about, requested_by: record.requested_by })
  const created_by = acting.viewer.user_id
  const id = await insertRequest(tx, { ...record, ...about, requester_guardian_id, created_by })
  await insertRequestEvent(tx, acting, { request_id: id, kind: 'received' })
  return { id, message: REQUEST_TEXTS.added }
}

/** The earliest day that a later step of the request already has; no receipt can come after it. */
const firstStep = ({ identity_checked_on, extended_on, done_on }: LockedRequest) =>
  [identity_checked_on, extended_on, done_on].filter((day) => day !== null).sort()[0]

const refuseReceipt = (received_on: string, stored: LockedRequest, { today }: Acting) => {
  if (received_on > today) throw invalid({ received_on: [MESSAGES.ahead] })
  const first = firstStep(stored)
  if (first !== undefined && received_on > first) throw invalid({ received_on: [REQUEST_TEXTS.afterSteps(first)] })
}

/** Locks a request that can still be worked on. 409 once it is done. */
export async function lockOpenRequest(tx: SchoolTransaction, id: number) {
  const stored = await lockRequest(tx, id)
  if (!stored) throw notFound()
  if (stored.done_on !== null) throw conflict(REQUEST_TEXTS.isDone)
  return stored
}

export async function changeRequest(
  tx: SchoolTransaction,
  { id, form: { version, subject, subject_name, ...record } }: { id: number; form: RequestChange },
  acting: Acting,
) {
  const stored = await lockOpenRequest(tx, id)
  // Names and texts would come back with what is typed now.
  if (stored.subject_erased_on !== null) throw conflict(REQUEST_TEXTS.erased)
  const about =
    subject === undefined && subject_name === undefined
      ? {}
      : await subjectColumns(
          tx,
          {
            subject:
              subject ?? (stored.subject_id === null ? UNKNOWN_SUBJECT : `${stored.subject_type}:${stored.subject_id}`),
            subject_name: subject_name ?? stored.subject_name,
          },
          acting,
        )
  const change = changedFields(stored, { ...record, ...about })
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  if (record.received_on !== undefined) refuseReceipt(record.received_on, stored, acting)
  const current = Object.fromEntries(fields.map((field) => [field, stored[field as keyof LockedRequest]]))
  await refuseStale(tx, { stored, fields, version, current })
  const requester_guardian_id = await requesterOf(tx, { ...stored, ...change })
  await updateRequest(tx, id, { ...change, requester_guardian_id })
  await insertRequestEvent(tx, acting, { request_id: id, kind: 'changed', fields })
  return { message: REPLY_TEXTS.saved }
}
