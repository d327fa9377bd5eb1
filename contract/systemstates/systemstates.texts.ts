import type { ShownAlarm } from './systemstates.ts'

/** What each kind of job does, for people; a test says that none is missing. */
const TASK_LABELS: Record<string, string> = {
  backup: 'Nächtliche Sicherung',
  verify_backup: 'Sicherung probeweise zurückspielen',
  copy_backup: 'Sicherung an einen anderen Ort kopieren',
  drop_scratch: 'Reste einer Prüfung der Sicherung löschen',
  run_retention: 'Nächtliches Löschen',
  tidy_up: 'Aufräumen',
  tidy_sicknotes: 'Alte Abwesenheiten löschen',
  copy_erasures: 'Löschjournal schreiben',
  turn_day: 'Tageswechsel',
  rotate_links_of_age: 'Elternlinks bei Volljährigkeit beenden',
  expire_packages: 'Abgelaufene Auskünfte löschen',
  import_pupils: 'Import von SuS',
  resume_imports: 'Unterbrochene Importe fortsetzen',
  send_digests: 'Tägliche Übersicht der Krankmeldungen',
  remind_unconfirmed: 'Erinnerung an unbestätigte Adressen',
  announce_registrations: 'Neue Bewerbungen melden',
  forgot_password: 'Passwort vergessen',
  resend_pupil_links: 'Elternlinks erneut senden',
  send_mail: 'E-Mails an Familien und Kollegium',
  read_bounces: 'Zurückgekommene E-Mails lesen',
  send_account_mail: 'E-Mails zu Konten',
}

/** „Nächtliche Sicherung“; a job of another version keeps its own name. */
export const taskLabel = (task: string) => TASK_LABELS[task] ?? task

interface AlarmText {
  /** What is wrong. */
  title: string
  /** What to do about it. */
  advice: string
}

/** An alarm in words, the same on the page, in the banner and in the mail. */
export const alarmText = ({ key, subject, host }: Pick<ShownAlarm, 'key' | 'subject' | 'host'>): AlarmText => {
  switch (key) {
    case 'backup_old':
      return {
        title: 'Die letzte Sicherung ist älter als 36 Stunden',
        advice:
          'Sehen Sie im Protokoll des Servers nach, warum nachts keine Sicherung entstanden ist. Sichern Sie danach einmal von Hand: npm run backup -- DATEI.',
      }
    case 'mails_wait':
      return {
        title: 'Seit über einer Stunde gehen keine E-Mails hinaus',
        advice:
          'Senden Sie sich mit „E-Mail-Test“ im Menü eine Testmail. Sie sehen dann, was der Mailserver antwortet. Wartende E-Mails gehen von selbst hinaus, sobald er wieder annimmt.',
      }
    case 'job_failed':
      return {
        title: `Eine Aufgabe ist dreimal gescheitert: ${taskLabel(subject)}`,
        advice:
          'Der Grund steht im Protokoll des Servers (Suchwort „job failed“). Ist er behoben, läuft die Aufgabe beim nächsten Versuch wieder.',
      }
    case 'disk_full':
      return {
        title: `Ein Datenträger ist zu über 90 % voll: ${subject} auf ${host}`,
        advice:
          'Schaffen Sie bald Platz. Ist kein Platz mehr frei, kann niemand mehr etwas speichern und es entsteht keine Sicherung.',
      }
  }
}
