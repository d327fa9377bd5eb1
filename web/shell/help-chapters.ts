import type { BaseData } from '#contract/account/account.ts'
import type { Permission, Role } from '#contract/permissions.ts'
import { paths } from '#web/paths.ts'

/** A chapter of the handbook (`docs/handbuch.md`). Only pages that are loaded later import this list. */
export interface HelpEntry {
  /** The end of its address. */
  slug: string
  /** Its heading in the handbook. */
  title: string
  about: string
  /** Whoever has one of these needs the chapter for their work; without any, everybody does. */
  permissions?: readonly Permission[]
  /** The role whose whole work it describes: to this one it comes first. */
  role?: Role
  /** The pages that the chapter explains, with the anchor of the place that does. */
  pages: Readonly<Record<string, string>>
}

export const HELP_CHAPTERS: readonly HelpEntry[] = [
  {
    slug: 'ueberblick',
    title: 'Überblick',
    about: 'Startseite, Menü, Suche, Listen und Drucken: was überall gleich funktioniert.',
    pages: { [paths.home]: 'startseite', [paths.changelog]: 'hilfe-und-neuigkeiten' },
  },
  {
    slug: 'erste-einrichtung',
    title: 'Zum ersten Mal',
    about: 'Konto, Schule und Schuljahr anlegen und die ersten Schritte danach.',
    permissions: ['debug view', 'manage schoolyear'],
    pages: { [paths.setup]: '', [paths.addSchool]: '', [paths.firstSteps]: '' },
  },
  {
    slug: 'bewerbungen',
    title: 'Bewerbungen',
    about: 'Bewerbungen finden, entscheiden und beantworten; Warteliste, Unterlagen und Bescheide.',
    permissions: ['manage pupil application'],
    pages: {
      [paths.registrations]: '',
      [paths.registration('$id')]: 'ueber-eine-bewerbung-entscheiden',
      [paths.registrationEdit('$id')]: 'eine-bewerbung-aendern',
      [paths.newRegistration]: 'eine-bewerbung-von-papier-oder-telefon-eintragen',
      [paths.registrationImport]: 'eine-bewerbung-von-papier-oder-telefon-eintragen',
      [paths.registrationStats]: 'statistik',
      [paths.waitlist]: 'die-warteliste-ordnen',
      [paths.mailWordings]: 'die-texte-der-e-mails-aendern',
    },
  },
  {
    slug: 'uebernahme',
    title: 'Aus der Zusage wird eine Schülerin oder ein Schüler',
    about: 'Ein angenommenes Kind in die Schülerdaten übernehmen.',
    permissions: ['manage pupil application'],
    pages: {},
  },
  {
    slug: 'schuelerinnen-und-schueler',
    title: 'Schülerinnen und Schüler',
    about: 'Kinder finden, anlegen und ändern, Briefe und Etiketten, Abgang, Papierkorb, Export.',
    permissions: ['view pupil', 'view attached pupil'],
    pages: {
      [paths.pupils]: '',
      [paths.pupil('$id')]: 'angaben-eines-kindes-aendern',
      [paths.newPupil]: 'ein-kind-anlegen',
      [paths.pupilFigures]: 'zahlen-fuer-das-schulamt',
      [paths.dataChecks]: 'datenabgleich',
      [paths.newDataCheck]: 'datenabgleich',
      [paths.dataCheck('$id')]: 'datenabgleich',
      [paths.dataCheckFamily('$id')]: 'datenabgleich',
      [paths.circulars]: 'rundmails',
      [paths.newCircular]: 'rundmails',
      [paths.circular('$id')]: 'rundmails',
      [paths.outbox]: 'postausgang',
    },
  },
  {
    slug: 'import',
    title: 'Schülerlisten importieren',
    about: 'Eine Liste aus Excel, CSV oder SchILD-NRW prüfen und einlesen.',
    permissions: ['manage pupil'],
    pages: { [paths.pupilImport]: '', [paths.pupilImportRun('$id')]: '' },
  },
  {
    slug: 'krankmeldungen',
    title: 'Krankmeldungen',
    about: 'Wer fehlt heute, Krankmeldung am Telefon, Entschuldigungen, Beurlaubungen, Fehlzeiten.',
    permissions: ['view pupil', 'view attached pupil'],
    pages: { [paths.sicknotes]: '', [paths.absenceReport]: 'fehlzeiten-fuer-das-zeugnis' },
  },
  {
    slug: 'klassen',
    title: 'Klassen',
    about: 'Klassen anlegen, Kinder verschieben, Klassenlisten drucken.',
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
    pages: {
      [paths.schoolclasses]: '',
      [paths.schoolclass('$id')]: '',
      [paths.photoList]: 'fotoliste-wer-gezeigt-werden-darf',
    },
  },
  {
    slug: 'lehrkraefte',
    title: 'Für Lehrkräfte',
    about: 'Die eigenen Klassen am Morgen, auf dem Telefon und am Rechner.',
    permissions: ['view attached pupil'],
    role: 'teacher_level_1',
    pages: {},
  },
  {
    slug: 'elternseiten',
    title: 'Was Eltern sehen',
    about: 'Bewerbungsformular, Statusseite und Elternlink: damit Sie am Telefon helfen können.',
    permissions: ['manage pupil', 'manage pupil application'],
    pages: { [paths.formPoster]: 'das-bewerbungsformular' },
  },
  {
    slug: 'mitarbeitende',
    title: 'Mitarbeitende',
    about: 'Kolleginnen und Kollegen erfassen, einladen, ihnen Klassen geben, Abgang.',
    permissions: ['manage employee'],
    pages: { [paths.employees]: '', [paths.employee('$id')]: '', [paths.employeeImport]: 'eine-liste-importieren' },
  },
  {
    slug: 'schuljahre',
    title: 'Schuljahre und Klassenstufen',
    about: 'Ferien, freie Tage, Online-Formular und Plätze.',
    permissions: ['manage schoolyear', 'manage schoolgrade'],
    pages: { [paths.schoolyears]: '', [paths.schoolyear('$id')]: '', [paths.schoolgrades]: 'klassenstufen' },
  },
  {
    slug: 'schuljahreswechsel',
    title: 'Schuljahreswechsel',
    about: 'Alle Kinder rücken auf: planen, proben, durchführen, zurücknehmen.',
    permissions: ['manage schoolyear'],
    pages: { [paths.rollover]: '' },
  },
  {
    slug: 'schule-einrichten',
    title: 'Schule einrichten',
    about: 'Stammdaten, Farbe und Logo, Regeln für Bewerbungen und Krankmeldungen, Fristen.',
    permissions: ['manage schoolyear'],
    pages: { [paths.schools]: '' },
  },
  {
    slug: 'konto',
    title: 'Anmelden und das eigene Konto',
    about: 'Passwort, Zwei-Faktor-Anmeldung, angemeldete Geräte, Darstellung.',
    pages: {
      [paths.login]: '',
      [paths.providerReturn]: 'konto-der-schule-verbinden',
      [paths.forgotPassword]: 'passwort-vergessen',
      [paths.resetPassword]: 'neues-konto',
      [paths.profile]: '',
      [paths.logout]: '',
    },
  },
  {
    slug: 'benutzer',
    title: 'Benutzer',
    about: 'Konten, Rollen und Rechte; wer was getan hat.',
    permissions: ['manage users'],
    pages: { [paths.users]: '', [paths.createUser]: '', [paths.userlog]: 'benutzeraktionen' },
  },
  {
    slug: 'datenschutz',
    title: 'Datenschutz',
    about: 'Anfragen, Auskunft, Löschen, Einschränken, Hinweise, Verzeichnis, Einsichten.',
    permissions: ['view pupil sensitive', 'export personal data'],
    pages: {
      [paths.privacyRequests]: 'anfragen',
      [paths.privacyRequest('$id')]: 'anfragen',
      [paths.retentionPreview]: 'loeschen',
      [paths.erasureProofs]: 'loeschen',
      [paths.restrictions]: 'einschraenkungen',
      [paths.privacyNotices]: 'hinweise-fuer-familien',
      [paths.processings]: 'verzeichnis-der-verarbeitungstaetigkeiten',
      [paths.processors]: 'auftragsverarbeitung',
      [paths.viewLogs]: 'einsichten',
    },
  },
  {
    slug: 'administration',
    title: 'Für die Administration',
    about: 'Impressum und andere Texte, E-Mail-Test, mehrere Schulen, Sicherung, Anmeldedienste, Systemzustand.',
    permissions: ['debug view'],
    pages: {
      [paths.legalNotice]: '',
      [paths.dataPrivacyNotice]: '',
      [paths.accessibility]: '',
      [paths.systemState]: 'systemzustand',
      [paths.identityProviders]: 'mit-dem-konto-der-schule-anmelden',
      [paths.licences]: '',
    },
  },
  {
    slug: 'tasten',
    title: 'Tasten',
    about: 'Alles, was ohne Maus schneller geht.',
    pages: {},
  },
  {
    slug: 'meldungen',
    title: 'Meldungen und Warten',
    about: 'Was die Meldungen unten rechts bedeuten und was Sie tun können, wenn etwas dauert.',
    pages: {},
  },
]

/** Where the handbook explains a page, given by its path in the list of pages; undefined when nothing explains it. */
export const helpFor = (pagePath: string | null) => {
  const chapter = pagePath === null ? undefined : HELP_CHAPTERS.find(({ pages }) => Object.hasOwn(pages, pagePath))
  if (!chapter || pagePath === null) return undefined
  return { path: paths.helpChapter(chapter.slug), hash: chapter.pages[pagePath] ?? '' }
}

/** The chapters that this person needs, and those about the work of others. */
export const chaptersFor = (baseData: BaseData | undefined) => {
  const has = (permission: Permission) => baseData?.permissions.includes(permission) ?? false
  const isOwn = ({ permissions }: HelpEntry) => !permissions || permissions.some(has)
  const isForRole = ({ role }: HelpEntry) => role !== undefined && role === baseData?.user.role
  return {
    own: HELP_CHAPTERS.filter(isOwn).sort((a, b) => Number(isForRole(b)) - Number(isForRole(a))),
    others: HELP_CHAPTERS.filter((chapter) => !isOwn(chapter)),
  }
}
