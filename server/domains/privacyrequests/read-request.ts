import { authorityOf } from '#contract/privacynotices/notice-texts.ts'
import { requestState } from '#contract/privacyrequests/privacyrequests.rules.ts'
import type { RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { RESTRICTED_SUBJECTS } from '#contract/restrictions/restricted-subjects.ts'
import { requestRetentions } from '#contract/retentions/retentions.requests.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { found } from '#server/http/api-error.ts'
import { findRequest, getFederalState, listOpenDeadlines, listRequestEvents } from './privacyrequests.queries.ts'
import { findChildOf, isRestricted, listRelatives } from './subjects.queries.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** The address of the person who asks, if the school knows somebody of that name with this subject. */
async function knownAddress(tx: SchoolTransaction, { subject, requested_by }: Stored) {
  const { type, id } = subject
  if (id === null || type === 'unknown' || requested_by === null) return []
  const name = searchFold(requested_by)
  const relatives = await listRelatives(tx, { type, id })
  return relatives.find((one) => searchFold(one.name) === name)?.lines ?? []
}

/** Null: accounts and people whom the school does not know cannot be restricted. */
async function restrictionOf(tx: SchoolTransaction, { subject: { type, id } }: Pick<Stored, 'subject'>) {
  const subject = RESTRICTED_SUBJECTS.find((one) => one === type)
  return id === null || subject === undefined ? null : isRestricted(tx, { subject, id })
}

export async function readRequest(tx: SchoolTransaction, id: number, today: string): Promise<RequestDetails> {
  const request = found(await findRequest(tx, id, today))
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  return {
    ...request,
    child_id:
      request.subject.type === 'guardian' && request.subject.id !== null
        ? await findChildOf(tx, request.subject.id)
        : null,
    authority: authorityOf(await getFederalState(tx)),
    is_restricted: await restrictionOf(tx, request),
    known_address: await knownAddress(tx, request),
    delete_on: requestRetentions(request, periods)[0]?.due_on ?? null,
    events: await listRequestEvents(tx, id),
  }
}

export async function countOverdue(tx: SchoolTransaction, today: string) {
  const open = await listOpenDeadlines(tx)
  return { count: open.filter((request) => requestState(request, today) === 'overdue').length }
}
