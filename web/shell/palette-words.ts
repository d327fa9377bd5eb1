import type { Permission } from '#contract/permissions.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { paths } from '#web/paths.ts'

/** Further words for a page, besides its title. */
export const PAGE_WORDS: Readonly<Record<string, string>> = {
  [paths.home]: 'Startseite Übersicht heute Tagesübersicht Schülerzahlen',
  [paths.profile]: 'Passwort ändern Zwei-Faktor-Anmeldung Geräte Konto Darstellung meine Klassen',
  [paths.changelog]: 'Neuigkeiten Änderungen Version',
  [paths.help]: 'Handbuch Anleitung Frage Support Kapitel',
  [paths.handbook]: 'Hilfe drucken alle Kapitel',
  [paths.users]: 'Benutzer Rechte Rollen Zugriff Konten Passwort zurücksetzen Einladung Kollegen',
  [paths.userlog]: 'Protokoll Verlauf wer hat geändert Datenschutz',
  [paths.systemState]: 'Sicherung Backup Speicherplatz Festplatte Postausgang Alarm Überwachung Server Version',
  [paths.identityProviders]: 'IServ Microsoft Entra Nextcloud Keycloak Univention OpenID Connect OIDC SSO',
  [paths.createUser]: 'Benutzer Konto neuer Kollege Einladung Rechte',
  [paths.schools]:
    'Stammdaten Logo Farbe Begrüßung Bezeichnungen Aufbewahrung Bundesland QR-Code Einstellungen Löschfristen',
  [paths.formPoster]: 'QR-Code drucken Plakat Link zur Bewerbung',
  [paths.mailWordings]: 'E-Mail Texte Bestätigungsmail Erinnerung Zusage Absage Warteliste Platzhalter Serienmail',
  [paths.circulars]: 'E-Mail an Eltern Elternbrief Mails versenden Serienmail Rundschreiben Elterninfo',
  [paths.outbox]: 'gesendete E-Mails angekommen Zustellung fehlgeschlagen noch einmal senden Mailprotokoll',
  [paths.newCircular]: 'E-Mail an Eltern schreiben Elternbrief Rundschreiben Serienmail',
  [paths.schoolgrades]: 'Plätze Jahrgangsstufen Einstieg Quereinstieg',
  [paths.pupils]: 'SuS Kinder Schülerliste drucken',
  [paths.newPupil]: 'neues Kind Aufnahme Zuzug',
  [paths.pupilImport]: 'Import Liste Excel CSV SchILD Dubletten',
  [paths.pupilFigures]:
    'Statistik Herbststatistik Schulstatistik Stichtag Anzahl Staatsangehörigkeit Behörde Auswertung',
  [paths.dataChecks]: 'Kontaktdaten prüfen Adressen Telefonnummern aktualisieren Familien bestätigen Eltern Link',
  [paths.schoolyears]: 'Ferien Feiertage Kalender Halbjahr Online-Formular schulfrei',
  [paths.schoolclasses]: 'Klassenliste drucken Lerngruppen Klassenleitung',
  [paths.absenceReport]: 'Fehltage Fehlstunden Zeugnis entschuldigt unentschuldigt Halbjahr Statistik',
  [paths.rollover]: 'Versetzung neues Schuljahr Wiederholer Abgänger Abgang',
  [paths.employees]: 'Mitarbeiter Lehrkräfte Personal Kollegium Beschäftigte Lehrer',
  [paths.employeeImport]: 'Import Excel CSV Liste Kollegium Personal anlegen',
  [paths.sicknotes]: 'Abwesenheiten krank fehlt Fehlliste drucken Entschuldigung Beurlaubung',
  [paths.registrations]: 'Anmeldungen Aufnahme Excel exportieren Dubletten',
  [paths.waitlist]: 'Rang Rangfolge Geschwister Plätze Nachfassen Kapazität',
  [paths.registrationStats]: 'Zahlen Bewerbungen Auswertung Vorjahr Plätze Eingang',
  [paths.newRegistration]: 'Anmeldung am Telefon Papier',
  [paths.registrationImport]: 'Import Excel CSV Liste',
  [paths.retentionPreview]: 'Aufbewahrung Löschfristen Löschen Datenschutz Aussetzung',
  [paths.restrictions]: 'Datenschutz Einschränkung der Verarbeitung Art. 18 gesperrt verborgen',
  [paths.privacyNotices]: 'DSGVO Artikel 13 Hinweise Bewerbungsformular Fassung Datenschutz Text',
  [paths.processings]: 'VVT Verarbeitungsverzeichnis Artikel 30 Empfänger Rechtsgrundlage',
  [paths.processors]: 'AVV Vertrag Dienstleister Hosting Artikel 28 Auftragsverarbeiter',
  [paths.privacyRequests]: 'Auskunft Löschung Berichtigung Widerspruch Einschränkung DSGVO Betroffene Frist',
  [paths.erasureProofs]: 'Löschprotokoll Datenschutz Nachweis Statistik',
  [paths.dataPrivacyNotice]: 'DSGVO personenbezogene Daten',
}

/** Find every ready list of pupils. */
export const READY_LIST_WORDS = 'fertige Listen Ansicht'

export interface PaletteTask {
  text: string
  /** Explains how to go on there. */
  hint?: string
  words: string
  /** One of them is enough. */
  permissions: readonly Permission[]
  /** The page that does it, with its query; `sicknote`: the dialog, on any page. */
  to: string
}

export const SICKNOTE_TASK = 'sicknote'

const classList = (list: string) => `${paths.schoolclasses}?liste=${list}`
const PRINTS_CONTACTS: readonly Permission[] = ['manage pupil', 'view attached schoolclasses']
const WITH_CHILD = 'Kind öffnen, dann „Weitere Aktionen“'
const WITH_CHILDREN = 'Kinder auswählen, dann „Briefe/Etiketten“'

/** Office tasks without their own page: the page where they are done, the permissions, and further words for them. */
export const TASKS: readonly PaletteTask[] = [
  {
    text: 'Krankmeldung erfassen',
    words: 'krank abwesend fehlt Abwesenheit Entschuldigung Anruf melden',
    permissions: SICKNOTE_EDITORS,
    to: SICKNOTE_TASK,
  },
  {
    text: 'Fehlende Entschuldigungen',
    words: 'unentschuldigt Attest Entschuldigung',
    permissions: SICKNOTE_EDITORS,
    to: `${paths.sicknotes}?tab=fehlt`,
  },
  {
    text: 'Klassenliste drucken',
    hint: 'Klasse wählen',
    words: 'Liste Papier',
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
    to: classList('klasse'),
  },
  {
    text: 'Unterschriftenliste drucken',
    hint: 'Klasse wählen',
    words: 'Liste Papier Unterschriften',
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
    to: classList('unterschriften'),
  },
  {
    text: 'Telefonliste drucken',
    hint: 'Klasse wählen',
    words: 'Telefonnummern anrufen Telefonkette Papier',
    permissions: PRINTS_CONTACTS,
    to: classList('telefon'),
  },
  {
    text: 'Notfallliste drucken',
    hint: 'Klasse wählen',
    words: 'Notfall abholen Erreichbarkeit Sorgerecht Ausflug Papier',
    permissions: PRINTS_CONTACTS,
    to: classList('notfall'),
  },
  {
    text: 'Fotoliste drucken',
    hint: 'Klasse wählen',
    words: 'Fotos Bilder Einwilligung Ausflug Klassenfahrt Internetseite Presse',
    permissions: PRINTS_CONTACTS,
    to: classList('fotos'),
  },
  {
    text: 'Geburtstagsliste drucken',
    hint: 'Klasse wählen',
    words: 'Geburtstage Papier',
    permissions: PRINTS_CONTACTS,
    to: classList('geburtstage'),
  },
  {
    text: 'Serienbrief schreiben',
    hint: WITH_CHILDREN,
    words: 'Elternbrief Briefe Post drucken',
    permissions: ['export personal data'],
    to: paths.pupils,
  },
  {
    text: 'Etiketten drucken',
    hint: WITH_CHILDREN,
    words: 'Adressetiketten Aufkleber Post',
    permissions: ['export personal data'],
    to: paths.pupils,
  },
  {
    text: 'Elternlinks drucken',
    hint: WITH_CHILDREN,
    words: 'Elternlink QR-Code Bögen',
    permissions: ['export personal data'],
    to: paths.pupils,
  },
  {
    text: 'Schülerliste exportieren',
    hint: 'erst filtern, dann „Excel“ oder „Exportieren“',
    words: 'Export Excel CSV Datei SchILD WebUntis IServ Moodle',
    permissions: ['export personal data'],
    to: paths.pupils,
  },
  {
    text: 'Schulbescheinigung drucken',
    hint: WITH_CHILD,
    words: 'Bescheinigung Zeugnis Nachweis Schulbesuch',
    permissions: ['manage pupil'],
    to: paths.pupils,
  },
  {
    text: 'Abgang eintragen',
    hint: WITH_CHILD,
    words: 'Abmeldung Schulwechsel verlässt die Schule Wegzug Umzug',
    permissions: ['manage pupil'],
    to: paths.pupils,
  },
  {
    text: 'Anschrift ändern',
    hint: 'Kind öffnen, dann „Bearbeiten“',
    words: 'Umzug Adresse neue Telefonnummer Sorgeberechtigte',
    permissions: ['manage pupil'],
    to: paths.pupils,
  },
  {
    text: 'Einwilligungen und Fotoerlaubnis',
    hint: 'Kind öffnen, dann „Einwilligungen“',
    words: 'Foto Einverständnis Widerruf Datenschutz',
    permissions: ['manage pupil', 'view attached pupil'],
    to: paths.pupils,
  },
  {
    text: 'Dubletten finden',
    hint: 'beim Anlegen werden ähnliche Kinder gezeigt',
    words: 'Dublette doppelt mehrfach gleiches Kind',
    permissions: ['manage pupil'],
    to: paths.newPupil,
  },
  {
    text: 'Papierkorb der Schülerinnen und Schüler',
    words: 'Löschen gelöscht wiederherstellen',
    permissions: ['manage pupil'],
    to: `${paths.pupils}?bin=1`,
  },
  {
    text: 'Schülerzahlen',
    hint: 'auf der Startseite',
    words: 'Statistik Mädchen Jungen Anzahl Klassengröße',
    permissions: ['view pupil'],
    to: paths.home,
  },
]
