import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { REQUEST_TEXTS, requestState } from '#contract/privacyrequests/privacyrequests.rules.ts'
import {
  privacyRequestEndpoints as endpoints,
  type RequestDetails,
  type SubjectHit,
} from '#contract/privacyrequests/privacyrequests.ts'
import { erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { json, TODAY } from '#web/page.test-data.ts'

/** A mother asks what the school knows of her child; due on 02.12.2026. */
export const OPEN_REQUEST: RequestDetails = {
  id: 5,
  kind: 'access',
  subject: { type: 'pupil', id: 12, name: 'Mia Vogel', hint: 'geboren am 03.04.2018', erased_on: null },
  subject_name: null,
  requested_by: 'Anna Vogel',
  requester: 'custodian',
  channel: 'mail',
  received_on: '2026-11-02',
  contact: null,
  wish: 'Alle Angaben',
  note: null,
  extended_by: null,
  extended_on: null,
  extension_reason: null,
  identity_checked_on: null,
  identity_method: null,
  identity_note: null,
  identity_checked_by: null,
  done_on: null,
  result: null,
  result_reason: null,
  done_by: null,
  known_address: ['Am Anger 5', '15999 Wacholderhain'],
  child_id: null,
  authority: 'Datenschutzbehörde am Berg',
  is_restricted: false,
  delete_on: null,
  events: [{ id: 1, kind: 'received', at: '2026-11-02T08:00:00.000Z', by: 'Katharina Vogt', fields: [] }],
  version: 1,
}

/** Nobody answered in time: it was due on 10.11.2026. */
export const LATE_REQUEST: RequestDetails = {
  ...OPEN_REQUEST,
  id: 6,
  kind: 'erasure',
  subject: { type: 'unknown', id: null, name: 'Erna Fremd', hint: null, erased_on: null },
  subject_name: 'Erna Fremd',
  requested_by: 'Erna Fremd',
  requester: 'self',
  received_on: '2026-10-10',
}

export const DONE_REQUEST: RequestDetails = {
  ...OPEN_REQUEST,
  id: 7,
  received_on: '2026-09-01',
  identity_checked_on: '2026-09-02',
  identity_method: 'known',
  identity_checked_by: 'Katharina Vogt',
  done_on: '2026-09-20',
  done_by: 'Katharina Vogt',
  result: 'granted',
  delete_on: '2029-09-20',
}

const HITS: SubjectHit[] = [
  { type: 'pupil', id: 12, name: 'Mia Vogel', hint: 'geboren am 03.04.2018' },
  { type: 'guardian', id: 30, name: 'Anna Vogel', hint: 'bei Mia' },
]

/** The register of a school; what is entered is stored as the server does it. */
export const requestServer = (...requests: readonly RequestDetails[]) => serverWith(null, requests)

/** The same while the subject may not be erased yet. */
export const refusingServer = (refusal: string, ...requests: readonly RequestDetails[]) => serverWith(refusal, requests)

const serverWith = (refusal: string | null, requests: readonly RequestDetails[]) => {
  let stored = [...requests]
  const find = (id: unknown) => stored.find((one) => one.id === Number(id))
  const store = (id: unknown, change: Partial<RequestDetails>) => {
    stored = stored.map((one) => (one.id === Number(id) ? { ...one, ...change, version: one.version + 1 } : one))
  }
  const answers = [
    answer(endpoints.list, () => stored),
    answer(overdueRequestEndpoints.count, () => ({
      count: stored.filter((one) => requestState(one, TODAY) === 'overdue').length,
    })),
    answer(endpoints.subjects, () => HITS),
    answer(erasureOnRequestEndpoints.read, () => ({ refusal, consequences: [], needs_second: false, proposal: null })),
    answer(endpoints.get, ({ params }) => find(params.id) ?? json(404, { message: '' })),
    answer(endpoints.add, ({ body: { subject: _subject, ...form } }) => {
      stored = [...stored, { ...OPEN_REQUEST, ...form, subject_name: form.subject_name ?? null, id: 99 }]
      return { id: 99, message: REQUEST_TEXTS.added }
    }),
    answer(endpoints.change, ({ params, body: { version: _version, subject: _subject, ...form } }) => {
      store(params.id, form as Partial<RequestDetails>)
      return { message: 'Gespeichert.' }
    }),
    answer(endpoints.extend, ({ params, body }) => {
      store(params.id, { extended_by: 2, extended_on: TODAY, extension_reason: body.reason })
      return { message: REQUEST_TEXTS.extended('2027-02-02') }
    }),
    answer(endpoints.checkIdentity, ({ params, body }) => {
      store(params.id, {
        identity_method: body.method,
        identity_checked_on: body.checked_on,
        identity_note: body.note,
        identity_checked_by: 'Katharina Vogt',
      })
      return { message: REQUEST_TEXTS.identityChecked }
    }),
    answer(endpoints.finish, ({ params, body }) => {
      store(params.id, {
        result: body.result,
        done_on: body.done_on,
        result_reason: body.reason,
        done_by: 'Katharina Vogt',
      })
      return { message: REQUEST_TEXTS.done }
    }),
    answer(endpoints.reopen, ({ params }) => {
      store(params.id, { result: null, done_on: null, result_reason: null, done_by: null })
      return { message: REQUEST_TEXTS.reopened }
    }),
  ]
  return { answers, store, find }
}
