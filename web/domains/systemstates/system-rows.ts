import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { bounceReading, isErasureLate, isWorkerIdle, lastErasure } from '#contract/systemstates/systemstates.alarms.ts'
import type { BackupFacts, DiskFacts, SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { alarmText } from '#contract/systemstates/systemstates.texts.ts'
import type { ShownAlarm, SystemReport } from '#contract/systemstates/systemstates.ts'
import { bytesText, shortNumber } from '#web/ui/bytes-text.ts'

/** Something to do. An alarm comes first, and banner and mail say it too; advice can wait. */
export interface Task {
  kind: 'alarm' | 'advice'
  title: string
  /** Null when it has no beginning. */
  since: string | null
  text: string
}

/** One line about a part of the installation. */
export interface SystemRow {
  name: string
  /** `pending`: set up, but its first time is still to come. */
  state: 'fine' | 'pending' | 'advice' | 'alarm'
  value: string
  detail?: string | undefined
}

/** „20.11.2026 07:40 Uhr“. */
export const clockText = (at: string) => `${formatDateTime(at)} Uhr`

const percent = (share: number) => `${Math.round(share * 100)} %`

/** „4 Sekunden“, „2 Minuten“. */
export const durationText = (seconds: number) => {
  if (seconds < 1) return 'unter 1 Sekunde'
  return seconds < 120
    ? counted(Math.round(seconds), 'Sekunde', 'Sekunden')
    : counted(Math.round(seconds / 60), 'Minute', 'Minuten')
}

const DISK_NAMES: Record<DiskFacts['holds'], string> = {
  data: 'Datenträger der Daten',
  backups: 'Datenträger der Sicherungen',
}

const versionsOf = ({ processes }: SystemFacts) => [...new Set(processes.map(({ version }) => version))]

/** What should be seen to, although nobody is called for it at night. */
function adviceOf(facts: SystemFacts): Task[] {
  const now = new Date(facts.at)
  const { backup, database } = facts
  const advice: Task[] = []
  const add = (title: string, text: string, since: string | null = null) =>
    advice.push({ kind: 'advice', title, text, since })
  if (!backup)
    add(
      'Auf diesem Rechner entstehen keine Sicherungen',
      'Wenn Sie die Datenbank nicht selbst sichern, tragen Sie in den Einstellungen des Servers einen Ordner ein (BACKUP_DIR).',
    )
  if (backup?.fault)
    add(
      'Der Ordner der Sicherungen ist nicht lesbar',
      `Prüfen Sie Ordner und Rechte: ${backup.folder} (${backup.fault}).`,
    )
  if (backup?.is_broken)
    add(
      'Die letzte Sicherung ließ sich nicht zurückspielen',
      'Lassen Sie eine neue Sicherung entstehen und prüfen Sie sie. Der Grund steht im Protokoll des Servers.',
    )
  if (backup?.is_copy_missing)
    add(
      'Die Sicherung wurde nicht an den anderen Ort kopiert',
      'Prüfen Sie den Befehl BACKUP_HOOK und den anderen Ort. Der Grund steht im Protokoll des Servers.',
      backup.copied_at,
    )
  if (!facts.has_mail_server)
    add(
      'Es ist kein Mailserver eingerichtet',
      'E-Mails warten, bis in den Einstellungen des Servers SMTP_URL und MAIL_FROM stehen.',
    )
  const bounces = bounceReading(facts, now)
  if (bounces?.isFaulty)
    add(
      'Das Postfach für zurückgekommene E-Mails lässt sich nicht lesen',
      'Prüfen Sie Rechner, Konto, Kennwort und Ordner in den Einstellungen des Servers (IMAP_URL). Der Grund steht im Protokoll des Servers (Suchwort „job failed“).',
      bounces.finished_at,
    )
  if (isWorkerIdle(facts, now))
    add(
      'Fällige Aufgaben werden nicht begonnen',
      'Starten Sie das Programm neu. Hilft das nicht, steht der Grund im Protokoll des Servers.',
      database.jobs.due_since,
    )
  if (isErasureLate(facts, now))
    add(
      'Das nächtliche Löschen ist nicht gelaufen',
      'Der Server muss nachts laufen. Sonst bleiben Daten länger gespeichert, als Sie zugesagt haben.',
      lastErasure(facts),
    )
  if (versionsOf(facts).length > 1)
    add(
      `Es laufen verschiedene Versionen: ${versionsOf(facts).join(', ')}`,
      'Starten Sie die älteren Prozesse neu, damit alle mit derselben Version arbeiten.',
    )
  return advice
}

/** What needs doing, alarms first. */
export const tasksOf = ({ facts, alarms }: SystemReport): Task[] => [
  ...alarms.map((alarm): Task => {
    const { title, advice } = alarmText(alarm)
    return { kind: 'alarm', title, since: alarm.since, text: advice }
  }),
  ...adviceOf(facts),
]

const has = (alarms: readonly ShownAlarm[], key: ShownAlarm['key']) => alarms.some((alarm) => alarm.key === key)

const verificationRow = ({ verified_at, is_broken }: BackupFacts): SystemRow => ({
  name: 'Probe der Sicherung',
  state: is_broken ? 'advice' : verified_at ? 'fine' : 'pending',
  value: verified_at ? clockText(verified_at) : 'noch keine',
  detail: verified_at
    ? 'Zur Probe zurückgespielt und Zeile für Zeile verglichen'
    : 'Jede Sicherung wird nach dem Schreiben ganz gelesen',
})

/** Only where a place for copies is set up. */
const copyRows = ({ copied_at, is_copy_missing }: BackupFacts): SystemRow[] => {
  if (!copied_at && !is_copy_missing) return []
  const value = copied_at ? clockText(copied_at) : 'noch keine'
  return [{ name: 'Kopie der Sicherung', state: is_copy_missing ? 'advice' : 'fine', value }]
}

const backupState = (report: SystemReport, { fault, newest }: BackupFacts): SystemRow['state'] => {
  if (has(report.alarms, 'backup_old')) return 'alarm'
  if (fault) return 'advice'
  return newest ? 'fine' : 'pending'
}

function backupRows(report: SystemReport): SystemRow[] {
  const { backup } = report.facts
  if (!backup) return [{ name: 'Sicherung', state: 'advice', value: 'nicht eingerichtet' }]
  const { newest, count, folder } = backup
  return [
    {
      name: 'Sicherung',
      state: backupState(report, backup),
      value: newest ? `${clockText(newest.at)}, ${bytesText(newest.bytes)}` : 'entsteht in der kommenden Nacht',
      detail: newest ? `${counted(count, 'Sicherung', 'Sicherungen')} in ${folder}` : folder,
    },
    verificationRow(backup),
    ...copyRows(backup),
  ]
}

/** Since when mails wait and why, or when the last one left. */
const mailDetail = ({ since, held_since, left_at }: Omit<SystemFacts['database']['mails'], 'waiting'>) => {
  if (since === null) return left_at ? `Die letzte ging ${clockText(left_at)} hinaus` : undefined
  const oldest = `Die älteste wartet seit ${clockText(since)}`
  return held_since ? oldest : `${oldest}. Es liegt an ihrem Empfänger, andere gehen hinaus`
}

/** Whether mails wait, and since when. */
export function mailRow({ facts, alarms }: SystemReport): SystemRow {
  const { waiting, since, held_since, left_at } = facts.database.mails
  const state = has(alarms, 'mails_wait') ? 'alarm' : facts.has_mail_server ? 'fine' : 'advice'
  return {
    name: 'E-Mails',
    state,
    value: waiting === 0 ? 'keine wartet' : counted(waiting, 'wartet', 'warten'),
    detail: mailDetail({ since, held_since, left_at }),
  }
}

/** Whether papers that are uploaded are checked for viruses. */
const virusRow = ({ facts }: SystemReport): SystemRow => ({
  name: 'Virenprüfung',
  state: facts.has_virus_check ? 'fine' : 'pending',
  value: facts.has_virus_check ? 'prüft hochgeladene Unterlagen' : 'nicht eingerichtet',
  detail: facts.has_virus_check
    ? undefined
    : 'Unterlagen werden ungeprüft abgelegt. Einstellung des Servers: VIRUS_COMMAND',
})

/** Only where a mailbox for returned mails is read. */
function bounceRows({ facts }: SystemReport): SystemRow[] {
  const bounces = bounceReading(facts, new Date(facts.at))
  if (!bounces) return []
  const { finished_at, isFaulty } = bounces
  const value = finished_at ? `gelesen ${clockText(finished_at)}` : 'noch nie gelesen'
  return [{ name: 'Zurückgekommene E-Mails', state: isFaulty ? 'advice' : 'fine', value }]
}

function jobRow({ facts, alarms }: SystemReport): SystemRow {
  const { waiting, failed } = facts.database.jobs
  const failures = failed.reduce((sum, { count }) => sum + count, 0)
  return {
    name: 'Aufgaben im Hintergrund',
    state: has(alarms, 'job_failed') ? 'alarm' : isWorkerIdle(facts, new Date(facts.at)) ? 'advice' : 'fine',
    value: waiting === 0 ? 'keine wartet' : counted(waiting, 'wartet oder läuft', 'warten oder laufen'),
    detail: failures > 0 ? `${counted(failures, 'Aufgabe', 'Aufgaben')} dreimal gescheitert` : undefined,
  }
}

const diskRows = ({ facts: { disks }, alarms }: SystemReport): SystemRow[] =>
  disks.map(({ holds, folder, used_share, free_bytes }) => ({
    name: DISK_NAMES[holds],
    state: alarms.some(({ key, subject }) => key === 'disk_full' && subject === folder) ? 'alarm' : 'fine',
    value: `${percent(used_share)} belegt`,
    detail: `${bytesText(free_bytes)} frei, ${folder}`,
  }))

function programRows({ facts }: SystemReport): SystemRow[] {
  const { process, processes, database } = facts
  if (!process) return []
  const { pool } = process
  const rows: SystemRow[] = [
    {
      name: 'Programm',
      state: versionsOf(facts).length > 1 ? 'advice' : 'fine',
      value: `Version ${process.version}, läuft seit ${clockText(process.started_at)}`,
      detail: `${counted(Math.max(1, processes.length), 'Prozess', 'Prozesse')}, Node ${process.node}, Stand der Datenbank ${database.migration.slice(0, 4)}`,
    },
    {
      name: 'Verbindungen zur Datenbank',
      state: pool.waiting > 0 ? 'advice' : 'fine',
      value: `${pool.open - pool.idle} von ${pool.max} in Gebrauch`,
      detail: pool.waiting > 0 ? `${counted(pool.waiting, 'Anfrage wartet', 'Anfragen warten')}` : undefined,
    },
    {
      name: 'Arbeitsspeicher',
      state: 'fine',
      value: bytesText(process.memory_bytes),
    },
    {
      name: 'Wartezeit im Programm',
      state: 'fine',
      value: `${shortNumber(process.loop_delay_ms)} ms, bevor eine Anfrage begonnen wird`,
    },
  ]
  return rows
}

/** The whole installation in lines; what needs doing stands above, in `tasksOf`. */
export const rowsOf = (report: SystemReport): SystemRow[] => {
  const { facts } = report
  const erased = lastErasure(facts)
  return [
    ...backupRows(report),
    mailRow(report),
    ...bounceRows(report),
    jobRow(report),
    virusRow(report),
    {
      name: 'Nächtliches Löschen',
      state: isErasureLate(facts, new Date(facts.at)) ? 'advice' : erased ? 'fine' : 'pending',
      value: erased ? clockText(erased) : 'beginnt in der kommenden Nacht',
    },
    ...diskRows(report),
    {
      name: 'Datenbank',
      state: 'fine',
      value: bytesText(facts.database.database_bytes),
      detail: `PostgreSQL ${facts.database.postgres}`,
    },
    ...programRows(report),
  ]
}
