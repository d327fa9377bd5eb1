import { PUPIL_STATUS_LABELS } from './pupils.ts'
import { STATUS_LABELS } from './registrations.status.ts'

/** Names of changed fields as the log keeps them, in the words of the pages; the same name means the same everywhere. */
const FIELD_LABELS: Record<string, string> = {
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  may_view_sensitive: 'Recht: besonders geschützte Angaben',
  may_manage_users: 'Recht: Benutzer verwalten',
  password_hash: 'Passwort',
  school_id: 'Schule',
  home_school_id: 'Heimatschule',
  two_factor_enabled_at: 'Zwei-Faktor-Anmeldung',
  firstname: 'Vorname',
  lastname: 'Nachname',
  lastname_prefix: 'Namenszusatz',
  birthdate: 'Geburtsdatum',
  gender: 'Geschlecht',
  status: 'Status',
  state: 'Status',
  salutation: 'Anrede',
  title: 'Titel',
  street: 'Straße',
  house_number: 'Hausnummer',
  address_extra: 'Adresszusatz',
  zip: 'PLZ',
  city: 'Ort',
  country: 'Land',
  mail: 'E-Mail',
  mail_verified_at: 'E-Mail bestätigt',
  phone: 'Telefon',
  phone_home: 'Telefon privat',
  phone_mobile: 'Telefon mobil',
  phone_work: 'Telefon dienstlich',
  date_entry: 'Aufnahme',
  date_exit: 'Abgang',
  date_start: 'Beginn',
  date_end: 'Ende',
  pupil_number: 'Schülernummer',
  afterschool_care: 'Hort',
  relationship: 'Verhältnis zum Kind',
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
  decided_at: 'Entscheidung am',
  withdrawn_at: 'zurückgezogen am',
  transformed_at: 'übernommen am',
  pupil_id: 'Kind',
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
  enrolment_kind: 'Art der Einschulung',
  previous_city: 'Ort der vorigen Einrichtung',
  previous_grade: 'vorige Klassenstufe',
  previous_institution: 'vorige Einrichtung',
  previous_school_type: 'vorige Schulform',
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
  deleted_at: 'gelöscht am',
  place_confirm_due_at: 'Zusage zu bestätigen bis',
  place_confirmed_at: 'Zusage bestätigt am',
  privacy_notice_id: 'Datenschutzhinweis',
  source: 'Herkunft',
  withdraw_reason: 'Grund des Rückzugs',
  optin_expires_at: 'Bestätigung möglich bis',
  registration_id: 'Bewerbung',
  same_address: 'gleiche Adresse wie das Kind',
}

/** Bookkeeping beside what a person changed: who and when stands in the entry itself. */
const BOOKKEEPING =
  /^(rows:\d+|id|version|form_version|payload_hash|optin_proof|optin_sent_count|mail_corrections|updated_at|created_at|created_by|field_changes|search_.*|status_changed_(at|by)|transformed_by|withdrawn_by)$/

/** States that have a name on the pages; of two kinds with one name both call it the same. */
const STATE_LABELS: Record<string, string> = {
  ...PUPIL_STATUS_LABELS,
  ...STATUS_LABELS,
  planned: 'geplant',
  closed: 'abgeschlossen',
}

/** A status with what it was and became, as the log keeps it. */
const TRANSITION = /^(status|state):(\w+)>(\w+)$/

const wordFor = (labels: Record<string, string>, key: string) =>
  Object.hasOwn(labels, key) ? (labels[key] ?? key) : key

/** From what to what a status went, in the words of the pages; undefined when the entry says nothing of it. */
export const statusChange = (fields: readonly string[]) => {
  for (const field of fields) {
    const [, key, from = '', to = ''] = TRANSITION.exec(field) ?? []
    if (key) return { from: wordFor(STATE_LABELS, from), to: wordFor(STATE_LABELS, to) }
  }
  return undefined
}

/** What was changed, in German where there is a word; what the entry says anyway is left out. */
export const changedFieldLabels = (fields: readonly string[]) => {
  const change = statusChange(fields)
  const others = fields.filter((field) => !BOOKKEEPING.test(field) && !TRANSITION.test(field))
  const labels = others.map((field) =>
    change && (field === 'status' || field === 'state')
      ? `Status: ${change.from} → ${change.to}`
      : wordFor(FIELD_LABELS, field),
  )
  return [...new Set(labels)]
}
