import { LEGAL_KEYS, LEGAL_TITLES } from '#contract/legal/legal.ts'
import { callLabel, callText, isCall, REFUSED_SENTENCES } from './userlog.attempts.ts'
import { changeOf } from './userlog.fields.ts'
import { LOG_OBJECTS } from './userlog.objects.ts'
import { demandSentence, SERVICE_SENTENCES, SERVICE_TEXTS } from './userlog.providers.ts'
import type { LOG_ACTORS, LogEntry } from './userlog.ts'

/** What a trigger or a use case did to an object of any kind. */
const VERBS: Record<string, string> = {
  created: 'angelegt',
  updated: 'geändert',
  deleted: 'gelöscht',
  restored: 'wiederhergestellt',
}

/** Whole sentences for actions other than creating, changing and deleting (domain §1.12). */
export const SENTENCES: Record<string, string> = {
  login: 'hat sich angemeldet',
  login_passkey: 'hat sich mit einem Passkey angemeldet',
  passkey_failed: 'hat vergeblich versucht, sich mit einem Passkey anzumelden',
  login_failed: 'hat vergeblich versucht, sich anzumelden',
  logout: 'hat sich abgemeldet',
  access_denied: 'wollte etwas tun, wofür die Berechtigung fehlt',
  sessions_ended: 'hat sich auf allen Geräten abgemeldet',
  session_ended: 'hat die Anmeldung auf einem Gerät beendet',
  password_reset: 'hat das Passwort über einen Link neu gesetzt',
  password_reset_requested: 'hat einen Link zum Zurücksetzen des Passworts angefordert',
  password_changed: 'hat das Passwort geändert',
  password_set: 'hat über die Einladung ein Passwort gesetzt',
  password_proof_failed: 'hat beim Bestätigen ein falsches Passwort angegeben',
  two_factor_enabled: 'hat die Zwei-Faktor-Anmeldung eingeschaltet',
  two_factor_disabled: 'hat die Zwei-Faktor-Anmeldung ausgeschaltet',
  two_factor_reset: 'hat die Zwei-Faktor-Anmeldung eines Benutzerkontos zurückgesetzt',
  two_factor_failed: 'hat bei der Anmeldung einen falschen Code angegeben',
  passkey_added: 'hat einen Passkey eingerichtet',
  passkey_renamed: 'hat einen Passkey umbenannt',
  passkey_removed: 'hat einen Passkey entfernt',
  passkey_asked: 'hat festgelegt, dass nach dem Passwort ein Passkey verlangt wird',
  passkey_not_asked: 'hat festgelegt, dass nach dem Passwort kein Passkey mehr verlangt wird',
  passkey_locked: 'hat einen Passkey verwendet, der vielleicht kopiert ist und deshalb gesperrt wurde',
  recovery_codes_renewed: 'hat neue Wiederherstellungscodes erzeugt',
  recovery_code_used: 'hat sich mit einem Wiederherstellungscode angemeldet',
  user_invited: 'hat eine Einladung verschickt',
  user_detached: 'hat einem Benutzerkonto den Zugang zu Schulen genommen',
  user_sessions_ended: 'hat alle Anmeldungen eines Benutzerkontos beendet',
  role_changed: 'hat die Rolle eines Benutzerkontos geändert',
  schools_attached: 'hat den Zugriff auf mehrere Schulen geändert',
  school_changed: 'hat die aktive Schule gewechselt',
  settings_changed: 'hat Einstellungen geändert',
  pupil_viewed: 'hat die Seite einer Schülerin oder eines Schülers aufgerufen',
  pupil_mass_deleted: 'hat mehrere Schülerinnen und Schüler gelöscht',
  pupil_left: 'hat den Abgang eines Kindes eingetragen',
  pupil_exit_taken_back: 'hat den Abgang eines Kindes zurückgenommen',
  pupil_link_viewed: 'hat einen Elternlink angesehen',
  certificate_created: 'hat eine Schulbescheinigung erstellt',
  pupil_link_revoked: 'hat einen Elternlink gesperrt',
  consent_withdrawn: 'hat einen Widerruf eingetragen',
  sensitive_confirmed: 'hat eine vertrauliche Angabe bestätigt',
  sensitive_locked: 'hat eine vertrauliche Angabe gesperrt',
  sensitive_unlocked: 'hat eine vertrauliche Angabe wieder freigegeben',
  pupil_imported: 'hat Schülerinnen und Schüler importiert',
  pupil_import_undone: 'hat einen Import rückgängig gemacht',
  uuid_rotated: 'hat einen Elternlink erneuert',
  sensitive_viewed: 'hat besonders geschützte Angaben angesehen',
  sensitive_counted: 'hat Kinder nach besonders geschützten Angaben gezählt',
  registration_status_changed: 'hat den Status einer Bewerbung geändert',
  registration_transformed: 'hat eine Bewerbung als SuS übernommen',
  registration_document_downloaded: 'hat das Dokument einer Bewerbung heruntergeladen',
  registration_contact_confirmed: 'hat eine E-Mail-Adresse bestätigt',
  registration_agreement_given: 'hat einer Bewerbung zugestimmt',
  registration_agreement_declined: 'hat einer Bewerbung nicht zugestimmt',
  registration_agreement_on_paper: 'hat die Zustimmung zu einer Bewerbung auf Papier vermerkt',
  registration_agreement_paper_undone: 'hat den Vermerk einer Zustimmung auf Papier zurückgenommen',
  registration_withdrawn: 'hat eine Bewerbung zurückgezogen',
  registration_withdrawal_undone: 'hat den Rückzug einer Bewerbung zurückgenommen',
  registration_withdraw_requested: 'möchte eine Bewerbung zurückziehen',
  registration_withdraw_taken_back: 'hat den Wunsch zurückgenommen, eine Bewerbung zurückzuziehen',
  registration_withdraw_declined: 'hat den Wunsch abgelehnt, eine Bewerbung zurückzuziehen',
  registration_edited: 'hat die Angaben einer Bewerbung geändert',
  registration_moved: 'hat die Reihenfolge der Warteliste geändert',
  registrations_ranked: 'hat die Warteliste nach Vorschlag geordnet',
  registration_place_changed: 'hat die Angaben zum Platz einer Bewerbung geändert',
  data_check_started: 'hat einen Datenabgleich begonnen',
  data_check_reminded: 'hat an einen Datenabgleich erinnert',
  data_check_ended: 'hat einen Datenabgleich beendet',
  data_check_letters: 'hat Briefe zum Datenabgleich gedruckt',
  data_check_confirmed: 'hat beim Datenabgleich alles bestätigt',
  data_check_phoned: 'hat eingetragen, dass beim Datenabgleich alles stimmt',
  data_check_phone_undone: 'hat eine Antwort vom Telefon beim Datenabgleich zurückgenommen',
  data_check_answered: 'hat beim Datenabgleich Änderungen geschickt',
  data_check_accepted: 'hat Änderungen aus dem Datenabgleich übernommen',
  data_check_declined: 'hat Änderungen aus dem Datenabgleich abgelehnt',
  data_check_contact_deleted: 'hat auf Wunsch der Familie eine Kontaktperson entfernt',
  data_check_undone: 'hat eine Entscheidung beim Datenabgleich zurückgenommen',
  circular_sent: 'hat eine Rundmail gesendet',
  circular_paused: 'hat eine Rundmail angehalten',
  circular_continued: 'hat den Versand einer Rundmail fortgesetzt',
  circular_retried: 'hat E-Mails einer Rundmail noch einmal gesendet',
  circular_sent_late: 'hat eine Rundmail nachträglich an weitere Personen gesendet',
  circular_stopped: 'hat eine Rundmail beendet',
  circular_letters: 'hat Briefe zu einer Rundmail gedruckt',
  registration_status_mailed: 'hat einen Bescheid per E-Mail verschickt',
  registration_told_by_phone: 'hat eingetragen, dass eine Familie telefonisch informiert ist',
  registration_letters_written: 'hat Bescheide als Briefe geschrieben',
  registration_mail_resent: 'hat eine E-Mail zu einer Bewerbung noch einmal verschickt',
  registrations_printed: 'hat die Dokumente mehrerer Bewerbungen gedruckt',
  registrations_imported: 'hat Bewerbungen aus einer Datei übernommen',
  registrations_import_undone: 'hat einen Import von Bewerbungen zurückgenommen',
  registration_school_changed: 'hat einen Schulwechsel aus einer Bewerbung eingetragen',
  optin_resent: 'hat die Bitte um Bestätigung noch einmal verschickt',
  status_link_sent: 'hat den Link zum Stand einer Bewerbung verschickt',
  sicknote_created: 'hat eine Krankmeldung erfasst',
  sicknote_cancelled: 'hat eine Krankmeldung storniert',
  sicknote_taken_back: 'hat eine eigene Krankmeldung zurückgenommen',
  sicknote_restored: 'hat eine Krankmeldung wiederhergestellt',
  sicknote_seen: 'hat Krankmeldungen als gesehen gekennzeichnet',
  sicknote_excused: 'hat eine Entschuldigung eingetragen',
  sicknote_certificate: 'hat zu einer Abwesenheit ein Attest verlangt oder gesehen',
  sicknote_decided: 'hat über eine Beurlaubung entschieden',
  sicknote_calendar_made: 'hat einen Kalenderlink erzeugt',
  sicknote_cleared: 'hat Bemerkungen zu Abwesenheiten gelöscht',
  absences_closed: 'hat Fehlzeiten festgeschrieben',
  absences_reopened: 'hat Fehlzeiten wieder freigegeben',
  class_changed: 'hat ein Kind in eine andere Klasse versetzt',
  rollover: 'hat den Schuljahreswechsel durchgeführt',
  rollover_undone: 'hat einen Schuljahreswechsel zurückgenommen',
  schoolyear_activated: 'hat ein Schuljahr zum aktiven gemacht',
  employees_imported: 'hat Mitarbeitende aus einer Datei angelegt',
  employees_import_undone: 'hat einen Import von Mitarbeitenden zurückgenommen',
  employee_left: 'hat einen Abgang eingetragen',
  employee_exit_taken_back: 'hat einen Abgang zurückgenommen',
  employee_linked: 'hat die Verknüpfung mit einem Benutzerkonto geändert',
  employee_account_kept: 'hat ein Benutzerkonto trotz Abgang bestehen lassen',
  class_contacts_viewed: 'hat die Kontakte einer Klasse aufgerufen',
  paper_added: 'hat eine Unterlage abgelegt',
  paper_changed: 'hat Art oder Titel einer Unterlage geändert',
  paper_removed: 'hat eine Unterlage gelöscht',
  paper_restored: 'hat das Löschen einer Unterlage zurückgenommen',
  export_created: 'hat Daten exportiert',
  photo_list_printed: 'hat eine Fotoliste gedruckt',
  access_package_created: 'hat eine Auskunft über gespeicherte Daten erstellt',
  access_package_downloaded: 'hat eine Auskunft über gespeicherte Daten abgeholt',
  access_package_printed: 'hat die PDF einer Auskunft über gespeicherte Daten zum Drucken geöffnet',
  privacy_request_extended: 'hat die Frist einer Anfrage zum Datenschutz verlängert',
  privacy_request_identity: 'hat zu einer Anfrage zum Datenschutz die Identität geprüft',
  privacy_request_finished: 'hat eine Anfrage zum Datenschutz abgeschlossen',
  privacy_request_reopened: 'hat eine Anfrage zum Datenschutz wieder geöffnet',
  privacy_request_letter: 'hat ein Schreiben zu einer Anfrage zum Datenschutz erstellt',
  mail_tested: 'hat eine Testmail gesendet',
  address_marked_good: 'hat eine E-Mail-Adresse als erreichbar vermerkt',
  mail_retried: 'hat eine fehlgeschlagene E-Mail noch einmal gesendet',
  processing_restricted: 'hat die Verarbeitung der Daten einer Person eingeschränkt',
  restriction_lifted: 'hat die Einschränkung der Verarbeitung aufgehoben',
  privacy_notice_published: 'hat eine Fassung der Datenschutzhinweise veröffentlicht',
  retention_run: 'hat abgelaufene Daten gelöscht',
  erased_on_request: 'hat Daten auf Antrag gelöscht',
  erasure_proposed: 'hat eine Löschung auf Antrag vorgemerkt',
  erasure_withdrawn: 'hat eine vorgemerkte Löschung zurückgenommen',
  erasure_refused: 'hat eine vorgemerkte Löschung abgelehnt',
  password_link_made: 'hat einen Link erzeugt, mit dem sich das Passwort setzen lässt',
  user_unlocked: 'hat ein gesperrtes Benutzerkonto wieder freigegeben',
  emergency_chosen: 'hat ein Benutzerkonto zum Notfallkonto gemacht',
  backup_written: 'hat eine Sicherung geschrieben',
  backup_restored: 'hat eine Sicherung zurückgespielt',
  keys_rotated: 'hat die Schlüssel erneuert',
  keys_dropped: 'hat alte Schlüssel weggenommen',
  mails_retried: 'hat wartende E-Mails noch einmal auf den Weg gebracht',
  jobs_retried: 'hat gescheiterte Aufgaben noch einmal gestartet',
  ...SERVICE_SENTENCES,
  ...REFUSED_SENTENCES,
}

/** Names in the log are arbitrary text: `constructor` must not find an inherited property. */
export const entryOf = <T>(table: Record<string, T>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The parts of an action such as `registration_updated`: what it was done to, and what was done. */
export const partsOf = (action: string) => {
  const [, kind = '', verb = ''] = /^(.+)_([a-z]+)$/.exec(action) ?? []
  const subject = entryOf(LOG_OBJECTS, kind)
  return { subject, done: entryOf({ ...VERBS, ...subject?.done }, verb) }
}

const genericText = (action: string) => {
  const { subject, done } = partsOf(action)
  return subject && done ? `hat ${subject.object} ${done}` : undefined
}

const sentenceOf = (action: string) => entryOf(SENTENCES, action)

/** Whether a use case named the action; the others are rows that it created, changed or deleted. */
export const hasOwnSentence = (action: string) => sentenceOf(action) !== undefined

/** Whether an action has German words of its own. */
export const isKnownAction = (action: string) => (sentenceOf(action) ?? genericText(action)) !== undefined

/** The label of an action in a filter: „hat sich angemeldet“. An action without German words shows its name. */
export const actionLabel = (action: string) => sentenceOf(action) ?? genericText(action) ?? `Aktion „${action}“`

type Action = Pick<LogEntry, 'action' | 'entity_type' | 'changed_fields' | 'result'>

/** How the log stores the number of exported rows among the changed fields. */
const ROWS = /^rows:(\d+)$/
export const exportedRows = (count: number) => `rows:${count}`

const rowsOf = (fields: readonly string[]) => fields.map((field) => ROWS.exec(field)?.[1]).find(Boolean)

const lines = (count: string) => (count === '1' ? '1 Zeile' : `${Number(count).toLocaleString('de-DE')} Zeilen`)

const sheetsText = (count: string | undefined) =>
  `hat Schreiben zu SuS erstellt${count && count !== '1' ? ` (${Number(count).toLocaleString('de-DE')} Stück)` : ''}`

const exportText = ({ entity_type, changed_fields }: Action) => {
  const rows = rowsOf(changed_fields)
  if (entity_type === 'pupil_document') return sheetsText(rows)
  return `hat ${entryOf(LOG_OBJECTS, entity_type)?.label ?? 'Daten'} exportiert${rows ? ` (${lines(rows)})` : ''}`
}

const roleText = ({ changed_fields }: Action) => {
  const role = changeOf(changed_fields, 'role')
  if (!role) return undefined
  return role.became === 'none'
    ? 'hat einem Benutzerkonto die Rolle genommen'
    : `hat die Rolle eines Benutzerkontos auf ${role.to} geändert`
}

const statusText = ({ changed_fields }: Action) => {
  const status = changeOf(changed_fields, 'status')
  return status && `hat den Status einer Bewerbung auf ${status.to} geändert`
}

/** Which setting was changed: a rule of the login, or one of the legal texts. */
const settingText = ({ changed_fields }: Action) => {
  const rule = changeOf(changed_fields, 'two_factor_for_heads')
  if (rule)
    return `hat die Zwei-Faktor-Anmeldung für Schulleitungen ${rule.became === 'true' ? '' : 'nicht mehr '}verlangt`
  const demand = demandSentence(changeOf(changed_fields, 'login_ways')?.became, changed_fields)
  if (demand) return demand
  const key = LEGAL_KEYS.find((one) => changed_fields.includes(one))
  return key && `hat den Text „${LEGAL_TITLES[key]}“ geändert`
}

/** The mark that a new application was announced to the school by mail. */
const ARRIVAL_MARK = 'arrival_announced_at'

/** Further details of an entry, for some actions. */
const TOLD: Record<string, (entry: Action) => string | undefined> = {
  access_denied: ({ entity_type }) => callText(entity_type),
  export_created: exportText,
  mail_tested: ({ result }) => (result === 'ok' ? undefined : 'hat vergeblich versucht, eine Testmail zu senden'),
  registration_status_changed: statusText,
  registration_updated: ({ changed_fields }) =>
    changed_fields.join() === ARRIVAL_MARK ? 'hat den Eingang einer Bewerbung gemeldet' : undefined,
  registrations_printed: ({ changed_fields }) =>
    rowsOf(changed_fields) === '1' ? 'hat das Dokument einer Bewerbung gedruckt' : undefined,
  role_changed: roleText,
  settings_changed: settingText,
  ...SERVICE_TEXTS,
}

/** The rest of a sentence that begins with the person's name; used by page and export (ux §3.12). */
export const actionText = (entry: Action) => entryOf(TOLD, entry.action)?.(entry) ?? actionLabel(entry.action)

/** How many records the entries are about; an entry without a record counts as one of its own. */
const countRecords = (entries: readonly Pick<LogEntry, 'id' | 'entity_id'>[]) =>
  new Set(entries.map(({ id, entity_id }) => entity_id ?? `entry ${id}`)).size

/** Several entries that say the same, as one sentence: „hat 27 Bewerbungen geändert“, or one of them „(27-mal)“. */
export const repeatedText = (entry: Action, entries: readonly Pick<LogEntry, 'id' | 'entity_id'>[]) => {
  const [count, records] = [entries.length, countRecords(entries)]
  const { subject, done } = partsOf(entry.action)
  const number = count.toLocaleString('de-DE')
  const isPlain = actionText(entry) === genericText(entry.action)
  return isPlain && records > 1 && subject?.many && done
    ? `hat ${records.toLocaleString('de-DE')} ${subject.many} ${done}`
    : `${actionText(entry)} (${number}-mal)`
}

/**
 * The kind of object an entry is about: „Bewerbung“. A refused call that the program no longer knows is about some
 * function.
 */
export const entityTypeLabel = (entityType: string) =>
  entryOf(LOG_OBJECTS, entityType)?.label ?? callLabel(entityType) ?? (isCall(entityType) ? 'Funktion' : entityType)

export const LOG_ACTOR_LABELS: Record<(typeof LOG_ACTORS)[number], string> = { people: 'Personen', system: 'System' }

export const LOG_RESULT_LABELS: Record<LogEntry['result'], string> = {
  ok: 'gelungen',
  denied: 'abgewiesen',
  error: 'fehlgeschlagen',
}

/** The person who did it: the name at that time (domain §5.2 for deleted accounts). */
export const actorName = ({ user_id, user_name, ip_trunc }: Pick<LogEntry, 'user_id' | 'user_name' | 'ip_trunc'>) => {
  if (user_id !== null) return user_name ?? 'Gelöschter Benutzer'
  if (user_name !== null) return user_name
  return ip_trunc === null ? 'System' : 'Ohne Anmeldung'
}
