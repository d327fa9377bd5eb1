import { actionLabel, entryOf, hasOwnSentence, partsOf } from './userlog-labels.ts'

/** What was refused stands together in the list. */
const REFUSED: Record<string, string> = {
  access_denied: 'fehlende Berechtigung',
  own_role_refused: 'eigene Rolle oder Rechte ändern',
  role_refused: 'höhere Rolle vergeben',
  right_refused: 'Recht vergeben, das selbst fehlt',
  higher_account_refused: 'Konto mit mehr Rechten ändern',
  shared_account_refused: 'Konto anderer Schulen ändern',
  unknown_account_refused: 'unbekanntes Konto ändern',
  last_admin_refused: 'letzten Admin entfernen',
  school_attach_refused: 'Zugriff auf fremde Schule geben',
  school_change_refused: 'zu fremder Schule wechseln',
}

/** Where the sentence without its beginning would not begin with what the action is about. */
const SHORT: Record<string, string> = {
  login_failed: 'Anmeldung vergeblich versucht',
  logout: 'Abmeldung',
  login: 'Anmeldung',
  login_passkey: 'Anmeldung mit einem Passkey',
  login_provider: 'Anmeldung über einen Anmeldedienst',
  identity_link_failed: 'Verbinden mit einem Anmeldedienst vergeblich versucht',
  identity_schools_lost: 'Zugang zu Schulen verloren, weil die Gruppe beim Anmeldedienst fehlt',
  identity_role_lowered: 'Niedrigere Rolle, weil die Gruppe beim Anmeldedienst fehlt',
  passkey_failed: 'Anmeldung mit einem Passkey vergeblich versucht',
  passkey_asked: 'Passkey nach dem Passwort verlangt',
  passkey_not_asked: 'Passkey nach dem Passwort nicht mehr verlangt',
  passkey_locked: 'Passkey gesperrt, weil er vielleicht kopiert ist',
  provider_login_failed: 'Anmeldung über einen Anmeldedienst vergeblich versucht',
  provider_logout: 'Abmeldung durch den Anmeldedienst',
  identity_linked: 'Anmeldedienst verbunden',
  identity_unlinked: 'Anmeldedienst: Verbindung gelöst',
  identity_account_made: 'Benutzerkonto über einen Anmeldedienst bekommen',
  sessions_ended: 'Abmeldung auf allen Geräten',
  password_set: 'Passwort über die Einladung gesetzt',
  password_proof_failed: 'Passwort beim Bestätigen falsch angegeben',
  two_factor_failed: 'Code bei der Anmeldung falsch angegeben',
  recovery_code_used: 'Anmeldung mit einem Wiederherstellungscode',
  recovery_codes_renewed: 'Wiederherstellungscodes neu erzeugt',
  user_detached: 'Zugang zu Schulen genommen',
  user_sessions_ended: 'Anmeldungen eines Benutzerkontos beendet',
  user_unlocked: 'Benutzerkonto wieder freigegeben',
  emergency_chosen: 'Notfallkonto bestimmt',
  password_link_made: 'Link zum Setzen des Passworts erzeugt',
  pupil_viewed: 'SuS: Seite aufgerufen',
  pupil_mass_deleted: 'SuS gelöscht, mehrere zugleich',
  pupil_imported: 'SuS importiert',
  sensitive_viewed: 'Geschützte Angaben angesehen',
  sensitive_counted: 'Geschützte Angaben gezählt',
  registration_withdraw_requested: 'Bewerbung zurückziehen gewünscht',
  registration_told_by_phone: 'Familie telefonisch informiert',
  registrations_import_undone: 'Import von Bewerbungen zurückgenommen',
  sicknote_excused: 'Entschuldigung eingetragen',
  sicknote_taken_back: 'Krankmeldung selbst zurückgenommen',
  sicknote_certificate: 'Attest verlangt oder gesehen',
  sicknote_decided: 'Beurlaubung entschieden',
  employees_import_undone: 'Import von Mitarbeitenden zurückgenommen',
  employee_account_kept: 'Benutzerkonto trotz Abgang behalten',
  employee_left: 'Abgang einer mitarbeitenden Person eingetragen',
  employee_exit_taken_back: 'Abgang einer mitarbeitenden Person zurückgenommen',
  pupil_left: 'Abgang eines Kindes eingetragen',
  circular_retried: 'Rundmail: E-Mails noch einmal gesendet',
  circular_sent_late: 'Rundmail nachträglich gesendet',
  circular_continued: 'Rundmail fortgesetzt',
  privacy_request_identity: 'Identität zu einer Anfrage zum Datenschutz geprüft',
  privacy_request_letter: 'Schreiben zu einer Anfrage zum Datenschutz erstellt',
  mail_retried: 'E-Mail noch einmal gesendet',
  mails_retried: 'E-Mails noch einmal auf den Weg gebracht',
  jobs_retried: 'Aufgaben noch einmal gestartet',
  keys_dropped: 'Schlüssel weggenommen',
  retention_run: 'Daten nach Ablauf gelöscht',
  erasure_withdrawn: 'Löschung auf Antrag zurückgenommen',
  erasure_refused: 'Löschung auf Antrag abgelehnt',
  schools_attached: 'Zugriff auf mehrere Schulen geändert',
  school_changed: 'Schule gewechselt',
}

const BEGINNING = /^hat (?:(?:eine[nmr]?|ein|die|den|das|mehrere) )?/

/** „Krankmeldung storniert“: the sentence from its noun on. */
const fromItsNoun = (action: string) => {
  const words = actionLabel(action).replace(BEGINNING, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An action in a list of many, which begins with what it is about: „Bewerbung angelegt“. */
export const actionOption = (action: string) => {
  const refused = entryOf(REFUSED, action)
  if (refused) return `Abgewiesen: ${refused}`
  const short = entryOf(SHORT, action)
  if (short) return short
  const { subject, done } = partsOf(action)
  return !hasOwnSentence(action) && subject && done ? `${subject.label} ${done}` : fromItsNoun(action)
}
