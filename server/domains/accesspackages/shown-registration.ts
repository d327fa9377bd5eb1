import { RELATIONSHIPS, relationshipText } from '#contract/families/relationships.ts'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import { EVENT_LABELS } from '#contract/registrations/registrations.events.ts'
import { MAIL_LABELS, SENDING_LABELS } from '#contract/registrations/registrations.mail-labels.ts'
import { PAPER_LABELS } from '#contract/registrations/registrations.papers.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { RETENTION_LABELS } from '#contract/retentions/retentions.rules.ts'
import { BOUNCE_LABELS } from '#contract/unreachable.ts'
import { type ShownTable, shown, shownChoice } from './shown-facts.ts'
import { BOOKKEEPING, DERIVED, ELSEWHERE, KEY, keys, STAFF } from './shown-pupil.ts'

const rowKeys = { id: KEY, school_id: KEY }
export const SOURCE_LABELS = {
  web: 'von der Familie im Online-Formular',
  staff: 'von der Schule eingetragen',
  import: 'aus einer Liste der Schule übernommen',
}
const RELATIONSHIP_TEXTS = Object.fromEntries(RELATIONSHIPS.map((one) => [one, relationshipText(one)]))
const STATUS_MAIL_LABELS = {
  accepted: MAIL_LABELS.registration_accepted,
  waiting: MAIL_LABELS.registration_waiting,
  rejected: MAIL_LABELS.registration_rejected,
}

/** Everything about an application, and what mails, holds and notices have in common. */
export const REGISTRATION_TABLES = {
  registration: {
    shown: {
      number: shown('Bewerbungsnummer'),
      created_at: shown('Eingegangen am', 'moment'),
      source: shownChoice('Herkunft', SOURCE_LABELS),
      status: shownChoice('Status', STATUS_LABELS),
      status_changed_at: shown('Status geändert am', 'moment'),
      school_year_id: shown('Schuljahr', 'year'),
      desired_grade: shown('Gewünschte Klassenstufe', 'number'),
      desired_start_date: shown('Gewünschter Beginn', 'date'),
      entry_type: shownChoice('Art der Aufnahme', ENTRY_TYPE_LABELS),
      decided_at: shown('Entschieden am', 'moment'),
      waiting_since: shown('Auf der Warteliste seit', 'moment'),
      wait_rank: shown('Platz auf der Warteliste', 'number'),
      is_staff_child: shown('Kind einer mitarbeitenden Person', 'box'),
      contract_sent_at: shown('Vertrag versandt am', 'date'),
      contract_returned_at: shown('Vertrag zurück am', 'date'),
      place_confirm_due_at: shown('Zusage zu bestätigen bis', 'date'),
      place_confirmed_at: shown('Zusage bestätigt am', 'date'),
      papers_requested_at: shown('Unterlagen angefordert am', 'date'),
      withdraw_requested_at: shown('Rückzug gewünscht am', 'moment'),
      withdraw_requested_position: shown('Rückzug gewünscht von Kontakt', 'number'),
      withdrawn_at: shown('Zurückgezogen am', 'moment'),
      withdrawn_by: shownChoice('Zurückgezogen von', { applicant: 'der Familie', staff: 'der Schule' }),
      withdraw_reason: shown('Grund des Rückzugs', 'lines'),
      transformed_at: shown('Als SuS übernommen am', 'moment'),
      internal_note: shown('Interne Notiz der Schule', 'lines'),
      privacy_notice_id: shown('Datenschutzhinweis', 'notice'),
      form_version: shown('Fassung des Formulars'),
      updated_at: shown('Zuletzt geändert am', 'moment'),
      deleted_at: shown('Im Papierkorb seit', 'moment'),
    },
    leftOut: {
      ...keys,
      meta: ELSEWHERE,
      child_firstname: DERIVED,
      child_lastname: DERIVED,
      child_birthdate: DERIVED,
      search_name: DERIVED,
      payload_hash: DERIVED,
      wait_place: BOOKKEEPING,
      pupil_id: KEY,
      import_id: KEY,
      status_changed_by: STAFF,
      transformed_by: STAFF,
      arrival_announced_at: BOOKKEEPING,
      purge_announced_at: BOOKKEEPING,
    },
  },
  registration_contact: {
    shown: {
      firstname: shown('Vorname'),
      lastname: shown('Nachname'),
      relationship: shownChoice('Beziehung zum Kind', RELATIONSHIP_TEXTS),
      has_custody: shown('Hat das Sorgerecht', 'box'),
      mail: shown('E-Mail', 'mail'),
      phone: shown('Telefon', 'phone'),
      same_address: shown('Gleiche Anschrift wie das Kind', 'box'),
      street: shown('Straße'),
      house_number: shown('Hausnummer'),
      zip: shown('Postleitzahl'),
      city: shown('Ort'),
      mail_verified_at: shown('E-Mail bestätigt am', 'moment'),
      optin_first_sent_at: shown('Zuerst um Bestätigung gebeten am', 'moment'),
      optin_sent_at: shown('Zuletzt um Bestätigung gebeten am', 'moment'),
      optin_sent_count: shown('Zahl der Bitten um Bestätigung', 'number'),
      optin_expires_at: shown('Bestätigung möglich bis', 'moment'),
      optin_proof: shown('Nachweis der Bestätigung', 'words'),
      agreement_wanted: shown('Zustimmung über einen Link erbeten', 'box'),
      agreed_at: shown('Zugestimmt am', 'moment'),
      declined_at: shown('Nicht zugestimmt am', 'moment'),
      agreement_proof: shown('Nachweis der Antwort', 'words'),
      reminders_sent: shown('Erinnerungen', 'number'),
      mail_corrections: shown('Berichtigungen der Adresse', 'number'),
      created_at: shown('Angelegt am', 'moment'),
    },
    leftOut: {
      ...rowKeys,
      version: BOOKKEEPING,
      registration_id: KEY,
      position: BOOKKEEPING,
      search_contact: DERIVED,
      agreement: DERIVED,
      agreed_by: STAFF,
      updated_at: BOOKKEEPING,
    },
  },
  registration_status_history: {
    shown: {
      created_at: shown('Am', 'moment'),
      from_status: shownChoice('Von', STATUS_LABELS),
      to_status: shownChoice('Auf', STATUS_LABELS),
      note: shown('Bemerkung', 'lines'),
    },
    leftOut: {
      ...rowKeys,
      registration_id: KEY,
      changed_by: STAFF,
      version: BOOKKEEPING,
      from_place: 'kept only to undo the change',
      from_rank: 'kept only to undo the change',
      from_waiting_since: 'kept only to undo the change',
    },
  },
  registration_event: {
    shown: {
      created_at: shown('Am', 'moment'),
      kind: shownChoice('Was', EVENT_LABELS),
      from_rank: shown('Platz vorher', 'number'),
      to_rank: shown('Platz danach', 'number'),
      contact_position: shown('Kontakt', 'number'),
      note: shown('Bemerkung', 'lines'),
    },
    leftOut: {
      ...rowKeys,
      registration_id: KEY,
      created_by: STAFF,
      announced_at: BOOKKEEPING,
      fields: 'names of questions; the log tells them in German',
    },
  },
  registration_paper: {
    shown: { kind: shownChoice('Unterlage', PAPER_LABELS), seen_on: shown('Eingesehen am', 'date') },
    leftOut: { ...rowKeys, registration_id: KEY, seen_by: STAFF, created_at: BOOKKEEPING, updated_at: BOOKKEEPING },
  },
  registration_status_mail: {
    shown: {
      kind: shownChoice('Bescheid', STATUS_MAIL_LABELS),
      addition: shown('Persönlicher Zusatz', 'lines'),
      created_at: shown('Vorbereitet am', 'moment'),
      told_at: shown('Mitgeteilt am', 'moment'),
      by_letter: shown('Als Brief', 'box'),
      by_phone: shown('Telefonisch', 'box'),
    },
    leftOut: { ...rowKeys, registration_id: KEY, created_by: STAFF, told_to: KEY, updated_at: BOOKKEEPING },
  },
  mail_log: {
    shown: {
      created_at: shown('Vorbereitet am', 'moment'),
      sent_at: shown('Gesendet am', 'moment'),
      template: shown('Art', 'text'),
      recipient_masked: shown('An'),
      state: shownChoice('Zustand', SENDING_LABELS),
      bounced_at: shown('Zurückgekommen am', 'moment'),
      bounce_reason: shownChoice('Adresse nicht erreichbar', BOUNCE_LABELS),
    },
    leftOut: {
      ...rowKeys,
      recipient_hash: DERIVED,
      related_id: KEY,
      related_ids: KEY,
      related_type: KEY,
      message_id: BOOKKEEPING,
      begun_at: BOOKKEEPING,
      is_doubtful: BOOKKEEPING,
      error: 'the answer of a mail server, which may name other addresses',
      bounce_token: BOOKKEEPING,
      is_bounce_late: BOOKKEEPING,
      updated_at: BOOKKEEPING,
    },
  },
  retention_hold: {
    shown: { reason: shown('Grund', 'lines'), until: shown('Bis', 'date'), created_at: shown('Seit', 'moment') },
    leftOut: {
      ...rowKeys,
      registration_id: KEY,
      pupil_id: KEY,
      employee_id: KEY,
      created_by: STAFF,
      updated_at: BOOKKEEPING,
    },
  },
  retention_notice: {
    shown: {
      reason: shownChoice('Anlass', RETENTION_LABELS),
      listed_on: shown('In der Löschvorschau seit', 'date'),
    },
    leftOut: {
      ...rowKeys,
      registration_id: KEY,
      pupil_id: KEY,
      employee_id: KEY,
      consent_id: KEY,
      request_id: KEY,
      created_at: BOOKKEEPING,
    },
  },
} satisfies Record<string, ShownTable>
