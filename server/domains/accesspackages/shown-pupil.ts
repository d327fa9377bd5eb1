import { CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { ContactPerson } from '#contract/families/contact-person.record.ts'
import { GuardianPerson, GuardianRelation } from '#contract/families/guardian.record.ts'
import { STORED_PAPER_LABELS } from '#contract/papers/papers.kinds.ts'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import { fieldsOf } from '#contract/record.ts'
import { SENSITIVE_LABELS } from '#contract/sensitive/sensitive.kinds.ts'
import { REPORTER_RELATION_LABELS, SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { EXCUSE_STATE_LABELS, LEAVE_DECISION_LABELS, SICKNOTE_SOURCE_LABELS } from '#contract/sicknotes/sicknotes.ts'
import { type ShownTable, shown, shownChoice, shownRecord } from './shown-facts.ts'

/** Reasons for leaving a column out. */
export const KEY = 'a key of the database'
export const BOOKKEEPING = 'tells only how the program works'
export const STAFF = 'who of the staff did it is their data (CJEU C-579/21); the log names the role'
export const SECRET = 'a secret that opens something'
export const DERIVED = 'made from the other columns'
export const ELSEWHERE = 'another section shows it'

const rowKeys = { id: KEY, school_id: KEY }
export const keys = { ...rowKeys, version: BOOKKEEPING, field_changes: BOOKKEEPING }
const dates = { created_at: shown('Angelegt am', 'moment'), updated_at: shown('Zuletzt geändert am', 'moment') }

const CONSENT_LABELS = Object.fromEntries(Object.entries(CONSENT_TEXTS).map(([key, { label }]) => [key, label]))
const DECISIONS = { granted: 'erteilt', refused: 'abgelehnt' }
const MEMBERSHIP_REASONS = {
  entry: 'Aufnahme',
  rollover: 'Schuljahreswechsel',
  change: 'Klassenwechsel',
  exit: 'Abgang',
}

/** Everything about a child and its family, table by table; a test compares it with the database. */
export const PUPIL_TABLES = {
  pupil: {
    shown: {
      pupil_number: shown('SuS-Nummer'),
      ...shownRecord(fieldsOf(Pupil)),
      status: shownChoice('Status', PUPIL_STATUS_LABELS),
      ...dates,
      deleted_at: shown('Im Papierkorb seit', 'moment'),
      reduced_on: shown('Auf den Nachweis gekürzt am', 'date'),
    },
    leftOut: { ...keys, search_name: DERIVED, search_contact: DERIVED, measles_proof_seen_by: STAFF },
  },
  pupil_schoolclass: {
    shown: {
      school_year_id: shown('Schuljahr', 'year'),
      schoolgrade_id: shown('Klassenstufe', 'grade'),
      schoolclass_id: shown('Klasse', 'class'),
      date_start: shown('Von', 'date'),
      date_end: shown('Bis', 'date'),
      reason: shownChoice('Anlass', MEMBERSHIP_REASONS),
    },
    leftOut: { ...rowKeys, pupil_id: KEY, created_by: STAFF, created_at: BOOKKEEPING, updated_at: BOOKKEEPING },
  },
  guardian: {
    shown: {
      ...shownRecord(fieldsOf(GuardianPerson)),
      mail_verified_at: shown('E-Mail bestätigt am', 'moment'),
      mail_origin: shownChoice('Herkunft der E-Mail-Adresse', {
        application: 'aus einer Bewerbung der Familie',
        school: 'von der Schule eingetragen',
      }),
      ...dates,
      deleted_at: shown('Entfernt am', 'moment'),
    },
    leftOut: { ...keys, search_name: DERIVED, search_contact: DERIVED },
  },
  pupil_guardian: {
    shown: {
      ...shownRecord(fieldsOf(GuardianRelation)),
      emergency_priority: shown('Reihenfolge im Notfall', 'number'),
      ...dates,
    },
    leftOut: { ...keys, pupil_id: KEY, guardian_id: KEY, position: BOOKKEEPING },
  },
  pupil_contact_person: {
    shown: {
      ...shownRecord(fieldsOf(ContactPerson)),
      priority: shown('Reihenfolge im Notfall', 'number'),
      ...dates,
    },
    leftOut: { ...keys, pupil_id: KEY },
  },
  paper: {
    shown: {
      title: shown('Titel', 'lines'),
      kind: shownChoice('Art', STORED_PAPER_LABELS),
      pages: shown('Seiten', 'number'),
      created_at: shown('Abgelegt am', 'moment'),
    },
    leftOut: {
      ...rowKeys,
      pupil_id: KEY,
      registration_id: KEY,
      employee_id: KEY,
      size: BOOKKEEPING,
      content_encrypted: 'the file itself is in the package, unless it may say something about somebody else',
      created_by: STAFF,
      deleted_at: 'deleted papers are not given out; they are gone after a day',
    },
  },
  data_check_reader: {
    shown: {
      created_at: shown('Gefragt am', 'moment'),
      is_mailed: shown('Mit E-Mail', 'box'),
      answered_at: shown('Geantwortet am', 'moment'),
      is_by_phone: shown('Am Telefon geantwortet', 'box'),
      declined_at: shown('Zuletzt abgelehnt am', 'moment'),
    },
    leftOut: { ...rowKeys, data_check_id: KEY, guardian_id: KEY, secret: SECRET, updated_at: BOOKKEEPING },
  },
  data_check_change: {
    shown: {
      created_at: shown('Geschickt am', 'moment'),
      before: shown('Bisher'),
      after: shown('Neu'),
      replaced: shown('In der Akte ersetzt'),
      state: shownChoice('Stand', { open: 'noch offen', accepted: 'übernommen', declined: 'abgelehnt' }),
      decided_at: shown('Entschieden am', 'moment'),
      decline_reason: shown('Begründung', 'lines'),
    },
    leftOut: {
      ...rowKeys,
      reader_id: KEY,
      pupil_id: KEY,
      subject: 'the labels of the values say it',
      subject_id: KEY,
      part: 'the labels of the values say it',
      note_ids: KEY,
      decided_by: STAFF,
    },
  },
  pupil_note: {
    shown: { body_markdown: shown('Notiz', 'lines'), ...dates },
    leftOut: { ...keys, pupil_id: KEY, created_by: STAFF },
  },
  pupil_sicknote: {
    shown: {
      date_start: shown('Von', 'date'),
      date_end: shown('Bis', 'date'),
      reason: shownChoice('Grund', SICKNOTE_REASON_LABELS),
      partial: shown('Nur ein Teil des Tages', 'box'),
      time_start: shown('Von (Uhrzeit)'),
      time_end: shown('Bis (Uhrzeit)'),
      lessons: shown('Stunden', 'lessons'),
      comment: shown('Bemerkung', 'lines'),
      source: shownChoice('Gemeldet über', SICKNOTE_SOURCE_LABELS),
      created_at: shown('Gemeldet am', 'moment'),
      reporter_relation: shownChoice('Wer gemeldet hat', REPORTER_RELATION_LABELS),
      reporter_name: shown('Name der meldenden Person'),
      reporter_phone: shown('Telefon der meldenden Person', 'phone'),
      is_late: shown('Verspätet gemeldet', 'box'),
      excuse_state: shownChoice('Entschuldigung', EXCUSE_STATE_LABELS),
      excuse_received_at: shown('Entschuldigung eingegangen am', 'date'),
      certificate_requested_at: shown('Attest verlangt am', 'date'),
      certificate_seen_at: shown('Attest gesehen am', 'date'),
      leave_applied_at: shown('Beurlaubung beantragt am', 'date'),
      leave_decision: shownChoice('Beurlaubung', LEAVE_DECISION_LABELS),
      seen_at: shown('Von der Schule gesehen am', 'moment'),
      cancelled_at: shown('Storniert am', 'moment'),
    },
    leftOut: {
      ...keys,
      pupil_id: KEY,
      updated_at: BOOKKEEPING,
      explained_by: KEY,
      created_by: STAFF,
      excuse_confirmed_by: STAFF,
      leave_decided_by: STAFF,
      seen_by: STAFF,
      cancelled_by: STAFF,
      cancelled_as: BOOKKEEPING,
      excuse_before: 'kept only to undo the last change',
      reason_before: 'kept only to undo the last change',
      history: 'the log tells each change',
    },
  },
  absence_count: {
    shown: {
      school_year_id: shown('Schuljahr', 'year'),
      half: shown('Halbjahr', 'number'),
      days_excused: shown('Tage entschuldigt', 'number'),
      days_unexcused: shown('Tage unentschuldigt', 'number'),
      days_open: shown('Tage offen', 'number'),
      lessons_excused: shown('Stunden entschuldigt', 'number'),
      lessons_unexcused: shown('Stunden unentschuldigt', 'number'),
      lessons_open: shown('Stunden offen', 'number'),
      created_at: shown('Festgeschrieben am', 'moment'),
    },
    leftOut: { ...rowKeys, pupil_id: KEY, closed_by: STAFF, updated_at: BOOKKEEPING },
  },
  consent: {
    shown: {
      purpose: shownChoice('Zweck', CONSENT_LABELS),
      decision: shownChoice('Entscheidung', DECISIONS),
      given_by_guardian_ids: shown('Erklärt von', 'guardian'),
      pupil_decision: shownChoice('Entscheidung des Kindes', DECISIONS),
      method: shownChoice('Form', { paper: 'auf Papier', online: 'online' }),
      given_at: shown('Erklärt am', 'date'),
      text_version: shown('Fassung des Textes'),
      withdrawn_at: shown('Widerrufen am', 'moment'),
      withdrawn_note: shown('Bemerkung zum Widerruf', 'lines'),
    },
    leftOut: {
      ...rowKeys,
      pupil_id: KEY,
      recorded_by: STAFF,
      withdrawn_by: STAFF,
      created_at: BOOKKEEPING,
      updated_at: BOOKKEEPING,
    },
  },
  pupil_sensitive: {
    shown: {
      kind: shownChoice('Art der Angabe', SENSITIVE_LABELS),
      legal_basis: shown('Rechtsgrundlage'),
      visible_to_teachers: shown('Für Lehrkräfte des Kindes sichtbar', 'box'),
      valid_until: shown('Gültig bis', 'date'),
      confirmed_at: shown('Zuletzt bestätigt am', 'date'),
      locked_at: shown('Gesperrt seit', 'moment'),
      ...dates,
    },
    leftOut: { ...keys, pupil_id: KEY, value_encrypted: ELSEWHERE, consent_id: KEY, created_by: STAFF },
  },
} satisfies Record<string, ShownTable>
