interface LogObject {
  /** The word as a heading. */
  label: string
  /** The word as the object of a sentence. */
  object: string
  /** Several of them, after their number; missing: the sentence is followed by how often it is true. */
  many?: string
  /** What was done to it, where another word than „angelegt“ says it. */
  done?: Record<string, string>
}

/** The kinds of objects of log entries. */
export const LOG_OBJECTS: Record<string, LogObject> = {
  user: { label: 'Benutzer', object: 'ein Benutzerkonto', many: 'Benutzerkonten' },
  pupil: { label: 'SuS', object: 'ein Kind', many: 'Schülerinnen und Schüler' },
  pupil_schoolclass: {
    label: 'Klasse eines Kindes',
    object: 'die Klasse eines Kindes',
    done: { created: 'eingetragen', deleted: 'entfernt' },
  },
  guardian: {
    label: 'Sorgeberechtigte',
    object: 'Angaben zu Sorgeberechtigten',
    done: { created: 'eingetragen' },
  },
  pupil_guardian: {
    label: 'Sorgeberechtigte Person',
    object: 'eine sorgeberechtigte Person',
    many: 'sorgeberechtigte Personen',
    done: { created: 'eingetragen', deleted: 'entfernt' },
  },
  pupil_contact_person: { label: 'Kontaktperson', object: 'eine Kontaktperson', many: 'Kontaktpersonen' },
  pupil_document: { label: 'Schreiben zu SuS', object: 'Schreiben zu Schülerinnen und Schülern' },
  pupil_note: { label: 'Notiz zu SuS', object: 'eine Notiz zu einem Kind', many: 'Notizen zu Kindern' },
  pupil_sensitive: { label: 'Vertrauliche Angabe', object: 'eine vertrauliche Angabe', many: 'vertrauliche Angaben' },
  consent: { label: 'Einwilligung', object: 'eine Einwilligung', many: 'Einwilligungen' },
  registration: { label: 'Bewerbung', object: 'eine Bewerbung', many: 'Bewerbungen' },
  registration_contact: {
    label: 'Kontakt einer Bewerbung',
    object: 'den Kontakt einer Bewerbung',
    many: 'Kontakte von Bewerbungen',
  },
  registration_sibling: { label: 'Geschwister einer Bewerbung', object: 'ein Geschwisterkind einer Bewerbung' },
  registration_paper: {
    label: 'Unterlage einer Bewerbung',
    object: 'eine Unterlage',
    many: 'Unterlagen',
    done: { created: 'als gesehen eingetragen', deleted: 'wieder als nicht gesehen eingetragen' },
  },
  registration_status_mail: {
    label: 'Bescheid',
    object: 'einen Bescheid zu einer Bewerbung',
    many: 'Bescheide zu Bewerbungen',
  },
  registration_import: { label: 'Import von Bewerbungen', object: 'einen Import von Bewerbungen' },
  employee_import: { label: 'Import von Mitarbeitenden', object: 'einen Import von Mitarbeitenden' },
  mail_wording: { label: 'Mailvorlage', object: 'eine Mailvorlage', many: 'Mailvorlagen' },
  circular_attachment: { label: 'Anlage einer Rundmail', object: 'eine Anlage einer Rundmail' },
  identity_provider: { label: 'Anmeldedienst', object: 'einen Anmeldedienst', many: 'Anmeldedienste' },
  letter_text: { label: 'Brieftext', object: 'einen Brieftext', many: 'Brieftexte' },
  data_check: { label: 'Datenabgleich', object: 'einen Datenabgleich', many: 'Datenabgleiche' },
  circular: { label: 'Rundmail', object: 'eine Rundmail', many: 'Rundmails' },
  privacy_request: {
    label: 'Anfrage zum Datenschutz',
    object: 'eine Anfrage zum Datenschutz',
    many: 'Anfragen zum Datenschutz',
  },
  retention_hold: { label: 'Aussetzung der Löschung', object: 'die Aussetzung einer Löschung' },
  school: { label: 'Schule', object: 'eine Schule' },
  school_setting: {
    label: 'Einstellung der Schule',
    object: 'eine Einstellung der Schule',
    many: 'Einstellungen der Schule',
  },
  privacy_notice: { label: 'Datenschutzhinweis', object: 'den Datenschutzhinweis der Schule' },
  processor: { label: 'Auftragsverarbeiter', object: 'einen Auftragsverarbeiter' },
  processing: { label: 'Verarbeitungstätigkeit', object: 'eine Verarbeitungstätigkeit' },
  schoolyear: { label: 'Schuljahr', object: 'ein Schuljahr' },
  schoolyear_free_day: { label: 'Freie Tage', object: 'schulfreie Tage' },
  schoolgrade: { label: 'Klassenstufe', object: 'eine Klassenstufe', many: 'Klassenstufen' },
  schoolgrade_capacity: { label: 'Plätze einer Klassenstufe', object: 'die Plätze einer Klassenstufe' },
  schoolclass: { label: 'Klasse', object: 'eine Klasse', many: 'Klassen' },
  employee: { label: 'Mitarbeitende', object: 'eine mitarbeitende Person', many: 'Mitarbeitende' },
  sicknote: { label: 'Krankmeldung', object: 'eine Krankmeldung', many: 'Krankmeldungen' },
  pupil_sicknote: { label: 'Krankmeldung', object: 'eine Krankmeldung', many: 'Krankmeldungen' },
  absence_count: { label: 'Fehlzeiten', object: 'festgeschriebene Fehlzeiten' },
  sicknote_feed: { label: 'E-Mail und Kalender', object: 'eine E-Mail oder einen Kalender zu Abwesenheiten' },
  schoolclass_employee: {
    label: 'Zuordnung zu einer Klasse',
    object: 'die Zuordnung zu einer Klasse',
    many: 'Zuordnungen zu Klassen',
  },
  document: { label: 'Datei', object: 'eine Datei der Schule', many: 'Dateien der Schule' },
  pupil_import: { label: 'Import', object: 'einen Import' },
  rollover: { label: 'Schuljahreswechsel', object: 'einen Schuljahreswechsel' },
  legal_text: { label: 'Rechtlicher Text', object: 'einen rechtlichen Text' },
  mail: { label: 'E-Mail', object: 'eine E-Mail', many: 'E-Mails' },
  view_log: { label: 'Einsichten', object: 'Einsichten' },
  user_log: { label: 'Benutzeraktionen', object: 'Benutzeraktionen' },
  installation: { label: 'Installation', object: 'etwas an der Installation' },
}
