import { mailLabel } from '#contract/registrations/registrations.mail-labels.ts'
import { factsOf, type Names, type Row } from './shown-facts.ts'
import { REGISTRATION_TABLES } from './shown-registration.ts'
import { entry, section } from './tree.ts'

const OTHER_MAILS: Readonly<Record<string, string>> = {
  sicknote_report: 'Nachricht über eine gemeldete Abwesenheit',
  sicknote_taken_back: 'Nachricht über eine zurückgenommene Meldung',
  circular: 'Rundmail',
  data_check: 'Link zum Datenabgleich',
  data_check_reminder: 'Erinnerung an den Datenabgleich',
  pupil_links: 'Elternlink',
  pupil_own_link: 'Eigener Link',
  sicknote_digest: 'Tagesliste der Abwesenheiten',
  password_changed: 'Nachricht über ein geändertes Passwort',
  password_reset: 'Link für ein neues Passwort',
  two_factor_changed: 'Nachricht zur Zwei-Faktor-Anmeldung',
  invitation: 'Einladung',
}

export const mailWords = (template: unknown) => OTHER_MAILS[String(template)] ?? mailLabel(String(template))

/** Which mails were sent, and when; their content is stored nowhere. */
export const mailSection = (rows: readonly Row[], { names, omit = [] }: { names: Names; omit?: readonly string[] }) =>
  section('mails', 'E-Mails', {
    paragraphs:
      rows.length === 0
        ? ['Im Programm ist keine E-Mail vermerkt.']
        : ['Der Inhalt der E-Mails wird nicht gespeichert. Nur von Rundmails bleibt der gemeinsame Text sechs Monate.'],
    entries: rows.map((row) => {
      const facts = factsOf(REGISTRATION_TABLES.mail_log, row, { names, omit })
      return entry(facts.map((one) => (one.key === 'template' ? { ...one, text: mailWords(one.value) } : one)))
    }),
  })
