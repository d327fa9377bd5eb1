import {
  CHANNEL_LABELS,
  IDENTITY_METHOD_LABELS,
  REQUEST_KIND_LABELS,
  REQUESTER_LABELS,
  RESULT_LABELS,
} from '#contract/privacyrequests/privacyrequest.record.ts'
import { ERASURE_GROUNDS } from '#contract/retentions/retentions.on-request.ts'
import { type ShownTable, shown, shownChoice } from './shown-facts.ts'
import { BOOKKEEPING, KEY, keys, STAFF } from './shown-pupil.ts'

/** What happened to somebody's data because of the law: restrictions and requests. */
export const PRIVACY_TABLES = {
  restriction: {
    shown: {
      since: shown('Seit', 'moment'),
      reason: shown('Grund', 'lines'),
      lifted_at: shown('Aufgehoben am', 'moment'),
      lifted_reason: shown('Grund der Aufhebung', 'lines'),
    },
    leftOut: {
      ...{ id: KEY, school_id: KEY, pupil_id: KEY, guardian_id: KEY, employee_id: KEY, registration_id: KEY },
      ...{ cause_id: KEY, restricted_by: STAFF, lifted_by: STAFF, created_at: BOOKKEEPING, updated_at: BOOKKEEPING },
    },
  },
  privacy_request: {
    shown: {
      kind: shownChoice('Art', REQUEST_KIND_LABELS),
      received_on: shown('Eingegangen am', 'date'),
      channel: shownChoice('Eingegangen per', CHANNEL_LABELS),
      requester: shownChoice('In welcher Rolle', REQUESTER_LABELS),
      requested_by: shown('Gestellt von'),
      contact: shown('Anschrift für die Antwort', 'lines'),
      wish: shown('Anliegen', 'lines'),
      note: shown('Notiz der Schule', 'lines'),
      extended_on: shown('Frist verlängert am', 'date'),
      extended_by: shown('Verlängert um Monate', 'number'),
      extension_reason: shown('Grund der Verlängerung', 'lines'),
      identity_checked_on: shown('Identität geprüft am', 'date'),
      identity_method: shownChoice('Wie geprüft', IDENTITY_METHOD_LABELS),
      identity_note: shown('Notiz zur Prüfung', 'lines'),
      done_on: shown('Beantwortet am', 'date'),
      result: shownChoice('Ergebnis', RESULT_LABELS),
      result_reason: shown('Begründung', 'lines'),
      created_at: shown('Erfasst am', 'moment'),
    },
    leftOut: {
      ...keys,
      ...{ subject_type: KEY, subject_id: KEY, requester_guardian_id: KEY },
      subject_name: 'only of people whom the school does not know',
      subject_erased_on: 'only of people who were erased',
      ...{ identity_checked_by: STAFF, done_by: STAFF, created_by: STAFF, updated_at: BOOKKEEPING },
    },
  },
  erasure_proposal: {
    shown: {
      created_at: shown('Vorgeschlagen am', 'moment'),
      ground: shownChoice('Grund', ERASURE_GROUNDS),
    },
    leftOut: {
      ...{ id: KEY, school_id: KEY, subject: KEY, subject_id: KEY, request_id: KEY, proposed_by: STAFF },
      note: 'words of one head to another, which may name other people',
    },
  },
} satisfies Record<string, ShownTable>
