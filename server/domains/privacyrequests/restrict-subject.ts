import { RESTRICTED_SUBJECTS } from '#contract/restrictions/restricted-subjects.ts'
import { RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { liftRestriction, restrictPerson } from '#server/domains/restrictions/restrict-person.shared.ts'
import { notFound } from '#server/http/api-error.ts'
import { insertRequestEvent } from './privacyrequests.shared.queries.ts'
import { lockOpenRequest } from './save-request.ts'

interface RequestedChange {
  /** The id of the request. */
  id: number
  reason: string
  isLifting: boolean
}

/**
 * Restricts the person whom an open request is about, or ends that: the person and the history of the request change
 * together. 404 for accounts and people whom the school does not know: they cannot be restricted.
 */
export async function restrictSubject(
  tx: SchoolTransaction,
  { id, reason, isLifting }: RequestedChange,
  acting: Acting,
) {
  const { subject_type, subject_id } = await lockOpenRequest(tx, id)
  const subject = RESTRICTED_SUBJECTS.find((one) => one === subject_type)
  if (subject === undefined || subject_id === null) throw notFound()
  const decision = { person: { subject, id: subject_id }, reason, acting }
  await (isLifting ? liftRestriction(tx, decision) : restrictPerson(tx, decision))
  await insertRequestEvent(tx, acting, { request_id: id, kind: isLifting ? 'unrestricted' : 'restricted' })
  return { message: isLifting ? RESTRICTION_TEXTS.lifted : RESTRICTION_TEXTS.set }
}
