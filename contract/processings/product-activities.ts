import { counted } from '#contract/counted.ts'
import { DECIDED_DAYS, UNDECIDED_DAYS } from '#contract/datachecks/datachecks.texts.ts'
import { formatDate } from '#contract/dates.ts'
import { retentionLines } from '#contract/retentions/retentions.lines.ts'
import type { RetentionPeriods } from '#contract/retentions/retentions.rules.ts'

/** What the program really does at a school; the register is written from this and nothing else. */
export interface ProcessingFacts {
  periods: RetentionPeriods
  /** The school accepts applications. */
  hasRegistrations: boolean
  /** Parents report absences by their link. */
  hasParentLinks: boolean
  /** Parents get a mail about each report. */
  notifiesGuardians: boolean
  hasConsents: boolean
  /** Kinds of confidential entries that exist, in words. */
  sensitiveKinds: readonly string[]
  /** What was exported or printed in the last twelve months. */
  exports: readonly { what: string; count: number; last_on: string }[]
  /** Lists that were read in within the last twelve months. */
  imports: number
  /** Mails that were sent in the last six months. */
  mails: number
  mailHost: string | null
  digests: number
  calendars: number
  backupDays: number | null
  /** Who works for the school, and what for. */
  processors: readonly { name: string; service: string; place: string; kind: string }[]
}

export interface Activity {
  key: string
  title: string
  purpose: string
  legal_basis: string
  persons: string
  categories: string
  recipients: string[]
  retention: string[]
}

const SCHOOL_STAFF = 'Schulleitung und Sekretariat'
const PUBLIC_TASK = 'Art. 6 Abs. 1 Buchst. b, c und e DSGVO mit dem Schulgesetz des Landes'

const whoRuns = ({ processors }: ProcessingFacts, kinds: readonly string[]) =>
  processors
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name, service, place }) => `${name} (${service}, ${place}) als Auftragsverarbeiter`)

const hosts = (facts: ProcessingFacts) => whoRuns(facts, ['hosting', 'support'])

const registrations = (facts: ProcessingFacts): Activity => ({
  key: 'registrations',
  title: 'Bewerbungen und Aufnahme',
  purpose: 'Über die Aufnahme eines Kindes entscheiden und die Familie dafür erreichen.',
  legal_basis: 'Art. 6 Abs. 1 Buchst. b DSGVO (Schritte vor einem Vertrag auf Anfrage der Familie)',
  persons: 'Kinder, für die sich jemand bewirbt; ihre Sorgeberechtigten; Geschwister an der Schule',
  categories:
    'Name, Geburtsdatum, Geschlecht, Anschrift, bisherige Einrichtung, Sorgerecht, Erreichbarkeit, gewünschte Klassenstufe, eigene Worte der Familie; Notizen, abgelegte Unterlagen und Entscheidung der Schule',
  recipients: [SCHOOL_STAFF, ...hosts(facts)],
  retention: retentionLines.applications(facts.periods),
})

const DATA_CHECK_RETENTION = `Datenabgleich: vorgeschlagene Änderungen ${DECIDED_DAYS} Tage ab der Entscheidung, ohne Entscheidung ${UNDECIDED_DAYS} Tage ab dem Ende des Abgleichs; wer wann geantwortet hat, 1 Jahr ab seinem Ende`

const pupils = (facts: ProcessingFacts): Activity => ({
  key: 'pupils',
  title: 'Schülerdaten und Klassen',
  purpose: 'Schule halten: Klassen bilden, Eltern erreichen, Schulpflicht und Schulbesuch nachweisen.',
  legal_basis: PUBLIC_TASK,
  persons: 'Schülerinnen und Schüler, Sorgeberechtigte, Kontakt- und Abholpersonen',
  categories:
    'Name, Geburtsdatum und -ort, Geschlecht, Staatsangehörigkeit, Sprachen, Anschrift, Erreichbarkeit, Sorgerecht, Klassen, Aufnahme und Abgang, Hort, Masernschutz (gesehen am), abgelegte Unterlagen; beim Datenabgleich, wer wann geantwortet hat, und vorgeschlagene Änderungen',
  recipients: [
    SCHOOL_STAFF,
    'Lehrkräfte für die Kinder ihrer Klassen',
    'Sorgeberechtigte beim Datenabgleich: die eigenen Kontaktdaten über einen eigenen, befristeten Link',
    'Betrachter (nur Name, Klasse, Status und Geschlecht)',
    ...hosts(facts),
  ],
  retention: [...retentionLines.pupils(facts.periods), DATA_CHECK_RETENTION],
})

const absences = (facts: ProcessingFacts): Activity => ({
  key: 'absences',
  title: 'Krankmeldungen und Fehlzeiten',
  purpose: 'Wissen, wer fehlt und warum; Schulpflicht überwachen; Fehlzeiten für Zeugnisse zählen.',
  legal_basis: `${PUBLIC_TASK}; Art. 9 Abs. 2 Buchst. g DSGVO, denn schon „krank“ ist eine Angabe zur Gesundheit`,
  persons: 'Schülerinnen und Schüler, meldende Sorgeberechtigte',
  categories: 'Tage und Stunden, grober Grund, Bemerkung, wer gemeldet hat, Entschuldigung, Attest (ja oder nein)',
  recipients: [
    SCHOOL_STAFF,
    'Lehrkräfte für die Kinder ihrer Klassen',
    ...(facts.hasParentLinks ? ['Sorgeberechtigte über den Elternlink ihres Kindes'] : []),
    ...(facts.notifiesGuardians ? ['Sorgeberechtigte per E-Mail über jede Meldung'] : []),
    ...(facts.digests > 0
      ? [`${counted(facts.digests, 'Lehrkraft bekommt', 'Lehrkräfte bekommen')} morgens eine E-Mail, ohne Namen`]
      : []),
    ...(facts.calendars > 0
      ? [
          `${counted(facts.calendars, 'Kalender', 'Kalender')} von Beschäftigten (iCalendar, ohne Gründe): der Anbieter ihres Kalenders`,
        ]
      : []),
    ...hosts(facts),
  ],
  retention: retentionLines.absences(facts.periods),
})

const consents = (facts: ProcessingFacts): Activity => ({
  key: 'consents',
  title: 'Einwilligungen',
  purpose: 'Nachweisen, wer wozu eingewilligt, abgelehnt oder widerrufen hat, zum Beispiel zu Fotos.',
  legal_basis: 'Art. 6 Abs. 1 Buchst. a und c mit Art. 7 Abs. 1 DSGVO',
  persons: 'Schülerinnen und Schüler, Sorgeberechtigte',
  categories: 'Zweck, Entscheidung, Tag, wer entschieden hat, Widerruf',
  recipients: [SCHOOL_STAFF, 'Lehrkräfte für die Kinder ihrer Klassen', ...hosts(facts)],
  retention: ['erteilte Einwilligungen: mit den Kontakten des Kindes', ...retentionLines.consents(facts.periods)],
})

const sensitive = (facts: ProcessingFacts): Activity => ({
  key: 'sensitive',
  title: 'Besonders geschützte Angaben',
  purpose: 'Im Notfall richtig handeln, fördern, Schutzanordnungen beachten.',
  legal_basis:
    'Art. 9 Abs. 2 Buchst. a DSGVO (ausdrückliche Einwilligung aller Sorgeberechtigten) oder die beim Eintrag genannte Vorschrift',
  persons: 'Schülerinnen und Schüler',
  categories: `${facts.sensitiveKinds.join('; ')}; verschlüsselt gespeichert, jede Einsicht wird protokolliert`,
  recipients: ['Schulleitung', 'Lehrkräfte nur für Einträge, die für sie freigegeben sind'],
  retention: ['mit den Kontakten des Kindes; nach einem Widerruf der Einwilligung nach 7 Tagen'],
})

const employees = (facts: ProcessingFacts): Activity => ({
  key: 'employees',
  title: 'Beschäftigte',
  purpose: 'Wissen, wer an der Schule arbeitet, wer welche Klasse leitet und welche Nachweise vorliegen.',
  legal_basis: 'Art. 6 Abs. 1 Buchst. b und c DSGVO mit dem Beschäftigtendatenschutz des Landes und § 26 BDSG',
  persons: 'Beschäftigte und andere, die an der Schule tätig sind',
  categories:
    'Name, Kürzel, Art der Tätigkeit, dienstliche Erreichbarkeit, Ein- und Austritt, Nachweise (gesehen am), abgelegte Unterlagen',
  recipients: [SCHOOL_STAFF, ...hosts(facts)],
  retention: retentionLines.employees(facts.periods),
})

const accounts = (facts: ProcessingFacts): Activity => ({
  key: 'accounts',
  title: 'Benutzerkonten und Protokoll',
  purpose: 'Nur Berechtigte einlassen, Angriffe abwehren, nachweisen, wer was getan und gesehen hat.',
  legal_basis: 'Art. 6 Abs. 1 Buchst. c und f mit Art. 32 DSGVO',
  persons: 'Beschäftigte mit Benutzerkonto',
  categories: 'Name, E-Mail-Adresse, Rolle, Prüfsumme des Passworts, Anmeldungen, Aktionen, gekürzte Netzadresse',
  recipients: ['Schulleitung', 'Admin der Installation', ...hosts(facts)],
  retention: [
    'Benutzerkonten: 6 Monate ab der Abschaltung',
    'Protokoll: 12 Monate',
    'vergebliche Anmeldungen: 90 Tage; Prüfsummen von Netzadressen: 24 Stunden',
  ],
})

const mails = (facts: ProcessingFacts): Activity => ({
  key: 'mails',
  title: 'E-Mails an Familien und Beschäftigte',
  purpose: 'Adressen bestätigen, Bescheide und Nachrichten zustellen, Passwörter zurücksetzen.',
  legal_basis: 'wie die Tätigkeit, zu der die Nachricht gehört',
  persons: 'Sorgeberechtigte, Beschäftigte',
  categories: `E-Mail-Adresse, Betreff ohne Namen des Kindes, Text; gespeichert wird nur, dass gesendet wurde, und der gemeinsame Text von Rundmails (zuletzt ${counted(facts.mails, 'E-Mail', 'E-Mails')} in 6 Monaten)`,
  recipients: [
    ...(facts.mailHost === null ? [] : [`der Mailserver ${facts.mailHost}`]),
    ...whoRuns(facts, ['mail']),
    'der Mailanbieter der Empfängerin oder des Empfängers',
  ],
  retention: ['Nachweis des Versands: 6 Monate'],
})

const exportLine = ({ what, count, last_on }: ProcessingFacts['exports'][number]) =>
  `${what}: ${count.toLocaleString('de-DE')}-mal, zuletzt am ${formatDate(last_on)}`

const exported = (facts: ProcessingFacts): Activity => ({
  key: 'exports',
  title: 'Listen, Ausdrucke und Übergaben an andere Programme',
  purpose: 'Schulstatistik, Lernplattformen und Stundenplan versorgen; Listen und Briefe für den Schulalltag.',
  legal_basis: PUBLIC_TASK,
  persons: 'Schülerinnen und Schüler, Sorgeberechtigte, Bewerbungen, Beschäftigte',
  categories: `nur die beim Export gewählten Spalten, nie besonders geschützte Angaben; in den letzten 12 Monaten: ${facts.exports.map(exportLine).join('; ')}`,
  recipients: ['wer die Datei erstellt hat; danach die genannten Programme und Stellen'],
  retention: ['Dateien werden nicht aufbewahrt; dass exportiert wurde, steht 12 Monate im Protokoll'],
})

const imported = (facts: ProcessingFacts): Activity => ({
  key: 'imports',
  title: 'Einlesen von Listen',
  purpose: 'Daten aus Tabellen und anderen Programmen übernehmen.',
  legal_basis: PUBLIC_TASK,
  persons: 'Schülerinnen und Schüler, Sorgeberechtigte',
  categories: `die Spalten der Datei; in den letzten 12 Monaten ${counted(facts.imports, 'Datei', 'Dateien')}`,
  recipients: [SCHOOL_STAFF, ...hosts(facts)],
  retention: ['eingelesene Datei: 24 Stunden; Bericht ohne Namen: 90 Tage'],
})

const backups = (facts: ProcessingFacts, days: number): Activity => ({
  key: 'backups',
  title: 'Sicherungskopien',
  purpose: 'Nach einem Ausfall oder Fehler alle Daten wiederherstellen.',
  legal_basis: 'Art. 6 Abs. 1 Buchst. c mit Art. 32 Abs. 1 Buchst. c DSGVO',
  persons: 'alle Genannten',
  categories: 'alle Daten der Installation, verschlüsselt',
  recipients: whoRuns(facts, ['hosting', 'backup']),
  retention: [
    `Sicherungen der Nacht: ${counted(days, 'Tag', 'Tage')}`,
    'Gelöschtes wird nach einer Wiederherstellung noch einmal gelöscht',
  ],
})

const requests = (facts: ProcessingFacts): Activity => ({
  key: 'requests',
  title: 'Anfragen zum Datenschutz',
  purpose: 'Auskunft, Berichtigung, Löschung, Einschränkung und Widerspruch fristgerecht bearbeiten und nachweisen.',
  legal_basis: 'Art. 6 Abs. 1 Buchst. c mit Art. 12 bis 22 DSGVO',
  persons: 'wer eine Anfrage stellt',
  categories: 'Name, Art der Anfrage, Tage, Prüfung der Identität, Ergebnis',
  recipients: ['Schulleitung', ...hosts(facts)],
  retention: retentionLines.requests(facts.periods),
})

/** The activities of the program at this school, in the order of the register. */
export const productActivities = (facts: ProcessingFacts): Activity[] => [
  ...(facts.hasRegistrations ? [registrations(facts)] : []),
  pupils(facts),
  absences(facts),
  ...(facts.hasConsents ? [consents(facts)] : []),
  ...(facts.sensitiveKinds.length > 0 ? [sensitive(facts)] : []),
  employees(facts),
  accounts(facts),
  mails(facts),
  ...(facts.exports.length > 0 ? [exported(facts)] : []),
  ...(facts.imports > 0 ? [imported(facts)] : []),
  ...(facts.backupDays === null ? [] : [backups(facts, facts.backupDays)]),
  requests(facts),
]

export const PRODUCT_KEYS = [
  'registrations',
  'pupils',
  'absences',
  'consents',
  'sensitive',
  'employees',
  'accounts',
  'mails',
  'exports',
  'imports',
  'backups',
  'requests',
] as const

/** Technical and organisational measures of the program (Art. 30 Abs. 1 Buchst. g, Art. 32 DSGVO). */
export const productMeasures = ({ backupDays }: Pick<ProcessingFacts, 'backupDays'>) => [
  'Zugriff nur mit Konto, Rolle und Bezug zur Klasse; jede Schule ist in der Datenbank von anderen getrennt',
  'Passwörter nur als Argon2id-Prüfsumme; Zwei-Faktor-Anmeldung und Passkeys möglich, ein zweiter Faktor für die Schulleitung vorschreibbar',
  'besonders geschützte Angaben verschlüsselt (AES-256-GCM), Schlüssel außerhalb der Datenbank',
  'Protokoll über Änderungen, Einsichten und Exporte; es lässt sich nicht ändern',
  'Löschung nach Fristen, die 14 Tage vorher angezeigt werden',
  'Verbindungen nur verschlüsselt (TLS); keine Dienste von Dritten auf den Seiten',
  backupDays === null
    ? 'Sicherungskopien: keine durch das Programm; der Betreiber sichert selbst'
    : `verschlüsselte Sicherungskopien jede Nacht, ${counted(backupDays, 'Tag', 'Tage')} aufbewahrt`,
]
