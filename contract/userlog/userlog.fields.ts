import { Employee } from '#contract/employees/employee.record.ts'
import { LEGAL_TITLES } from '#contract/legal/legal.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { REQUEST_FIELD_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { OwnProcessing } from '#contract/processings/processing.record.ts'
import { ProcessorFacts } from '#contract/processors/processor.record.ts'
import { PUPIL_LABELS } from '#contract/pupils/pupil.record.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import { labelsOf } from '#contract/record.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import type { LoginWayRule } from '#contract/users/login-ways.ts'
import { emergencyText } from './userlog.emergency.ts'
import { OWN_LABELS } from './userlog.own-fields.ts'
import { placesText } from './userlog.places.ts'

/** Sections of a school's settings; the log stores which section was changed. */
const SETTING_LABELS: Record<string, string> = {
  SCHOOL_REGISTRATION_SETTINGS: 'Bewerbungen',
  SCHOOL_LABELS: 'Begrüßung und Bezeichnungen',
  SICKNOTE_SETTINGS: 'Krankmeldungen',
  RETENTION_SETTINGS: 'Aufbewahrung',
}

/**
 * German labels of changed fields in the log, in the words of the pages; fields that pupils have too use the pupil's
 * label.
 */
const FIELD_LABELS: Record<string, string> = {
  ...labelsOf(OwnProcessing),
  ...labelsOf(ProcessorFacts),
  ...REQUEST_FIELD_LABELS,
  ...PUPIL_LABELS,
  ...labelsOf(Employee),
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  may_view_sensitive: 'Recht: besonders geschützte Angaben',
  may_manage_users: 'Recht: Benutzer verwalten',
  password_hash: 'Passwort',
  school_id: 'Schule',
  home_school_id: 'Heimatschule',
  two_factor_enabled_at: 'Zwei-Faktor-Anmeldung',
  asks_passkey: 'Passkey nach dem Passwort',
  two_factor_for_heads: 'Zwei-Faktor-Anmeldung für Schulleitungen',
  login_ways: 'Anmeldung',
  provider_id: 'Anmeldedienst',
  state: 'Status',
  own_services: 'selbst betriebene Dienste',
  mail_verified_at: 'E-Mail bestätigt',
  mail_origin: 'Herkunft der E-Mail-Adresse',
  phone_home: 'Telefon privat',
  phone_mobile: 'Telefon mobil',
  phone_work: 'Telefon dienstlich',
  date_start: 'Beginn',
  date_end: 'Ende',
  relationship: 'Beziehung zum Kind',
  has_custody: 'Sorgerecht',
  position: 'Reihenfolge',
  desired_grade: 'gewünschte Stufe',
  desired_start_date: 'gewünschter Beginn',
  entry_type: 'Art der Aufnahme',
  internal_note: 'interne Notiz',
  meta: 'Angaben im Formular',
  school_year_id: 'Schuljahr',
  schoolclass_id: 'Klasse',
  wait_rank: 'Rang',
  optin_sent_at: 'Bestätigungsmail gesendet am',
  setting_value: 'Wert',
  description: 'Bezeichnung',
  grade: 'Klassenstufe',
  capacity: 'Plätze',
  short: 'Kürzel',
  official_number: 'Schulnummer',
  carrier_name: 'Träger',
  privacy_officer_contact: 'Kontakt für Datenschutz',
  body_markdown: 'Text',
  key: 'Schlüssel der Einstellung',
  version_number: 'Fassung',
  first_school_day: 'erster Schultag',
  last_school_day: 'letzter Schultag',
  half_year_end: 'Ende des Halbjahres',
  registration_from: 'Bewerbungen ab',
  registration_until: 'Bewerbungen bis',
  kind: 'Art',
  accepts_lateral: 'Quereinstieg möglich',
  active: 'aktiv',
  is_entry: 'Eingangsstufe',
  next_schoolgrade_id: 'folgende Klassenstufe',
  schoolgrade_id: 'Klassenstufe',
  schoolgrade_to_id: 'bis Klassenstufe',
  places: 'Plätze',
  room: 'Raum',
  reason: 'Grund',
  interpreter_language: 'Sprache für Dolmetschen',
  emergency_priority: 'Reihenfolge im Notfall',
  guardian_id: 'sorgeberechtigte Person',
  lives_with_pupil: 'wohnt beim Kind',
  may_pickup: 'darf abholen',
  receives_letters: 'bekommt Briefe',
  receives_sicknote_mail: 'bekommt Mails zu Abwesenheiten',
  child_birthdate: 'Geburtsdatum des Kindes',
  child_firstname: 'Vorname des Kindes',
  child_lastname: 'Nachname des Kindes',
  number: 'Nummer',
  place_confirm_due_at: 'Platz zu bestätigen bis',
  place_confirmed_at: 'Platz bestätigt am',
  privacy_notice_id: 'Datenschutzhinweis',
  source: 'Herkunft',
  withdraw_reason: 'Grund des Rückzugs',
  withdrawn_by: 'zurückgezogen von',
  withdraw_requested_at: 'Rückzug gewünscht am',
  withdraw_requested_position: 'Rückzug gewünscht von',
  waiting_since: 'wartet seit',
  is_staff_child: 'Kind einer mitarbeitenden Person',
  contract_sent_at: 'Vertrag versandt am',
  contract_returned_at: 'Vertrag zurück am',
  papers_requested_at: 'Unterlagen angefordert am',
  purge_announced_at: 'Löschung angekündigt am',
  reminders_sent: 'Erinnerungen',
  partner_school_id: 'andere Schule',
  seen_on: 'eingesehen am',
  seen_by: 'gesehen von',
  subject: 'Betreff',
  audience: 'Empfänger',
  class_ids: 'Klassen',
  grade_ids: 'Klassenstufen',
  ends_on: 'Ende',
  ended_at: 'Beendet',
  reminded_at: 'Erinnert',
  employee_types: 'Tätigkeiten',
  employee_ids: 'Mitarbeitende',
  waitlists: 'Wartelisten',
  registration_ids: 'Bewerbungen',
  is_whole_school: 'Ganze Schule',
  left_out: 'Ohne E-Mail',
  body: 'Text',
  addition: 'Zusatz',
  enclosures: 'Anlagen',
  told_at: 'mitgeteilt am',
  by_letter: 'als Brief',
  by_phone: 'telefonisch',
  told_to: 'mitgeteilt an',
  until: 'bis',
  row_count: 'Zeilen',
  same_address: 'gleiche Adresse wie das Kind',
  accent: 'Farbe',
  logo_document_id: 'Logo',
  website: 'Internetseite',
  federal_state: 'Bundesland',
  grade_min: 'erste Klassenstufe',
  grade_max: 'letzte Klassenstufe',
  entry_grade: 'Einstiegsstufe',
  user_id: 'Benutzerkonto',
  closes_account_by: 'Konto endet mit dem Abgang',
  extended_certificate_seen_at: 'erweitertes Führungszeugnis gesehen am',
  employee_id: 'Mitarbeitende',
  function: 'Aufgabe in der Klasse',
  previous_schoolclass_id: 'Vorgängerklasse',
  filename: 'Dateiname',
  custody_proof_seen_at: 'Nachweis des Sorgerechts gesehen am',
  custody_proof_kind: 'Art des Nachweises',
  relation: 'Beziehung zum Kind',
  is_emergency: 'im Notfall anrufen',
  valid_from: 'gültig ab',
  valid_until: 'gültig bis',
  priority: 'Reihenfolge im Notfall',
  purpose: 'Zweck',
  text_version: 'Fassung des Textes',
  decision: 'Entscheidung',
  given_by_guardian_ids: 'erklärt von',
  pupil_decision: 'Entscheidung des Kindes',
  method: 'Form',
  given_at: 'erklärt am',
  withdrawn_note: 'Bemerkung zum Widerruf',
  value_encrypted: 'Inhalt',
  visible_to_teachers: 'für Lehrkräfte sichtbar',
  legal_basis: 'Rechtsgrundlage',
  consent_id: 'Einwilligung',
  confirmed_at: 'bestätigt am',
  locked_at: 'gesperrt am',
  partial: 'stundenweise',
  time_start: 'von (Uhrzeit)',
  time_end: 'bis (Uhrzeit)',
  lessons: 'Stunden',
  comment: 'Bemerkung',
  reporter_name: 'gemeldet von',
  reporter_relation: 'Beziehung der meldenden Person',
  reporter_phone: 'Telefon der meldenden Person',
  is_late: 'verspätet gemeldet',
  excuse_state: 'Entschuldigung',
  excuse_received_at: 'Entschuldigung eingegangen am',
  excuse_confirmed_by: 'Entschuldigung bestätigt von',
  excuse_before: 'Entschuldigung davor',
  reason_before: 'Grund davor',
  certificate_requested_at: 'Attest verlangt am',
  certificate_seen_at: 'Attest gesehen am',
  leave_applied_at: 'Beurlaubung beantragt am',
  leave_decision: 'Beurlaubung',
  leave_decided_by: 'Beurlaubung entschieden von',
  history: 'Änderungen am Ende',
  seen_at: 'gesehen am',
  explained_by: 'erklärende Meldung',
  half: 'Halbjahr',
  days_excused: 'Tage entschuldigt',
  days_unexcused: 'Tage unentschuldigt',
  days_open: 'Tage offen',
  lessons_excused: 'Stunden entschuldigt',
  lessons_unexcused: 'Stunden unentschuldigt',
  lessons_open: 'Stunden offen',
  closed_by: 'festgeschrieben von',
  last_day: 'letzte Mail',
  reduced_on: 'auf den Nachweis gekürzt am',
  template_markdown: 'Vorlage des Textes',
  facts: 'Angaben der Schule im Text',
  from_year_id: 'altes Schuljahr',
  to_year_id: 'neues Schuljahr',
  ...LEGAL_TITLES,
  ...SETTING_LABELS,
}

/** Technical fields: the entry itself already has user and time, and its act or new status says what they would. */
const BOOKKEEPING =
  /^((pupil|partner_pupil|registration|import)_id|(decided|transformed|withdrawn|optin_first_sent|optin_expires)_at|verified_by|(rows|number|provider):.+|id|version|form_version|payload_hash|optin_proof|optin_sent_count|agreement(_wanted|_proof)?|(agreed|declined)_at|agreed_by|mail_corrections|updated_at|created_at|created_by|undone_(at|by)|recorded_by|field_changes|wait_place|content|sha256|size|mime|report|changes|plan|saved_by|owner_(type|id)|search_.*|status_changed_(at|by)|transformed_by|withdrawn_by|arrival_announced_at|deleted_at|cancelled_(at|by|as))$/

/** States with a label on the pages; two kinds that share a state use the same label. */
const STATE_LABELS: Record<string, string> = {
  ...PUPIL_STATUS_LABELS,
  ...STATUS_LABELS,
  planned: 'geplant',
  closed: 'abgeschlossen',
}

/** The log's word for no role when a role was changed. */
const NO_ROLE = 'none'

const ROLE_WORDS: Record<string, string> = { ...ROLE_LABELS, [NO_ROLE]: 'ohne Rolle' }
const YES_OR_NO: Record<string, string> = { true: 'ja', false: 'nein' }

/** Fields whose old and new values the log stores: states, roles and switches, nothing personal (domain §1.12). */
const LOGGED_VALUES = {
  status: STATE_LABELS,
  state: STATE_LABELS,
  role: ROLE_WORDS,
  may_view_sensitive: YES_OR_NO,
  may_manage_users: YES_OR_NO,
  two_factor_for_heads: YES_OR_NO,
  login_ways: { all: 'auf jedem Weg', no_password: 'nicht mit dem Passwort', provider: 'nur über einen Anmeldedienst' },
}
type LoggedField = keyof typeof LOGGED_VALUES

const TRANSITION = new RegExp(`^(${Object.keys(LOGGED_VALUES).join('|')}):(\\w+)>(\\w+)$`)

type LoggedValue = Role | LoginWayRule | boolean | null

/** The format in which the log stores an old and a new value: `role:viewer>teacher_level_1`. */
export const transition = (field: LoggedField, from: LoggedValue, to: LoggedValue) =>
  `${field}:${from ?? NO_ROLE}>${to ?? NO_ROLE}`

const wordFor = (labels: Record<string, string>, key: string) =>
  Object.hasOwn(labels, key) ? (labels[key] ?? key) : key

/**
 * Old and new value of one of these fields, raw and in words for the pages; undefined when the entry does not have it.
 */
export const changeOf = (fields: readonly string[], field: LoggedField) => {
  for (const entry of fields) {
    const [, key, was = '', became = ''] = TRANSITION.exec(entry) ?? []
    const words = LOGGED_VALUES[field]
    if (key === field) return { became, from: wordFor(words, was), to: wordFor(words, became) }
  }
  return undefined
}

const isLogged = (field: string): field is LoggedField => Object.hasOwn(LOGGED_VALUES, field)

const labelOf = (field: string, { fields, entityType }: { fields: readonly string[]; entityType: string }) => {
  const own = OWN_LABELS[entityType] ?? {}
  // The log does not store the day: „Platz bestätigt“.
  const label =
    emergencyText(field) ?? wordFor(Object.hasOwn(own, field) ? own : FIELD_LABELS, field).replace(/ am$/, '')
  const change = isLogged(field) ? changeOf(fields, field) : undefined
  return change ? `${label}: ${change.from} → ${change.to}` : label
}

/**
 * The German labels of an entry's changed fields, if they have one; fields that the entry's text already mentions are
 * left out.
 */
export const changedFieldLabels = (fields: readonly string[], entityType = '') => {
  // A named rule or section is more precise than the fact that some value changed.
  const namesRule =
    changeOf(fields, 'two_factor_for_heads') !== undefined ||
    fields.some((field) => Object.hasOwn(SETTING_LABELS, field))
  const places = fields.flatMap((field) => placesText(field) ?? [])
  const names = fields
    .filter((field) => !BOOKKEEPING.test(field) && !(namesRule && field === 'setting_value'))
    .filter((field) => !(places.length > 0 && field.startsWith('places')))
    .map((field) => TRANSITION.exec(field)?.[1] ?? field)
  return [...new Set([...places, ...names.map((name) => labelOf(name, { fields, entityType }))])]
}
