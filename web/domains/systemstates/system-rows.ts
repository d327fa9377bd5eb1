import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { isErasureLate, isWorkerIdle, lastErasure } from '#contract/systemstates/systemstates.alarms.ts'
import type { DiskFacts, SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { alarmText } from '#contract/systemstates/systemstates.texts.ts'
import type { ShownAlarm, SystemReport } from '#contract/systemstates/systemstates.ts'

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
  state: 'fine' | 'advice' | 'alarm'
  value: string
  detail?: string | undefined
  /** When that last happened or since when it is so; null when nothing is known. */
  at: string | null
}

const NUMBER = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })
const SIZES = [
  { bytes: 1e12, unit: 'TB' },
  { bytes: 1e9, unit: 'GB' },
  { bytes: 1e6, unit: 'MB' },
] as const

/** „48 MB“, „1,2 GB“. */
export const sizeText = (bytes: number) => {
  const size = SIZES.find((one) => bytes >= one.bytes) ?? { bytes: 1000, unit: 'kB' }
  return `${NUMBER.format(bytes / size.bytes)} ${size.unit}`
}

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
  if (!facts.has_mail_server)
    add(
      'Es ist kein Mailserver eingerichtet',
      'E-Mails warten, bis in den Einstellungen des Servers SMTP_URL und MAIL_FROM stehen.',
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

function backupRows({ facts: { backup }, alarms }: SystemReport): SystemRow[] {
  if (!backup) return [{ name: 'Sicherung', state: 'advice', value: 'nicht eingerichtet', at: null }]
  const { newest, count, verified_at } = backup
  return [
    {
      name: 'Sicherung',
      state: has(alarms, 'backup_old') ? 'alarm' : backup.fault ? 'advice' : 'fine',
      value: newest ? sizeText(newest.bytes) : 'noch keine',
      detail: newest ? `${counted(count, 'Sicherung', 'Sicherungen')} in ${backup.folder}` : backup.folder,
      at: newest?.at ?? null,
    },
    {
      name: 'Probe der Sicherung',
      state: 'fine',
      value: verified_at ? 'zurückgespielt und verglichen' : 'beim Schreiben geprüft',
      detail: verified_at ? undefined : 'Noch nicht zur Probe zurückgespielt',
      at: verified_at,
    },
  ]
}

function mailRow({ facts, alarms }: SystemReport): SystemRow {
  const { waiting, since, held_since, left_at } = facts.database.mails
  const state = has(alarms, 'mails_wait') ? 'alarm' : facts.has_mail_server ? 'fine' : 'advice'
  const byRecipients = waiting > 0 && held_since === null
  return {
    name: 'E-Mails',
    state,
    value: waiting === 0 ? 'keine wartet' : counted(waiting, 'wartet', 'warten'),
    detail: byRecipients
      ? `Älteste seit ${formatDateTime(since ?? facts.at)} Uhr. Es liegt an ihren Empfängern: Andere E-Mails gehen hinaus`
      : since
        ? `Älteste seit ${formatDateTime(since)} Uhr`
        : undefined,
    at: left_at,
  }
}

function jobRow({ facts, alarms }: SystemReport): SystemRow {
  const { waiting, failed, due_since } = facts.database.jobs
  const failures = failed.reduce((sum, { count }) => sum + count, 0)
  return {
    name: 'Aufgaben im Hintergrund',
    state: has(alarms, 'job_failed') ? 'alarm' : isWorkerIdle(facts, new Date(facts.at)) ? 'advice' : 'fine',
    value: waiting === 0 ? 'keine wartet' : counted(waiting, 'wartet oder läuft', 'warten oder laufen'),
    detail: failures > 0 ? `${counted(failures, 'Aufgabe', 'Aufgaben')} dreimal gescheitert` : undefined,
    at: due_since,
  }
}

const diskRows = ({ facts: { disks }, alarms }: SystemReport): SystemRow[] =>
  disks.map(({ holds, folder, used_share, free_bytes, total_bytes }) => ({
    name: DISK_NAMES[holds],
    state: alarms.some(({ key, subject }) => key === 'disk_full' && subject === folder) ? 'alarm' : 'fine',
    value: `${percent(used_share)} belegt`,
    detail: `${sizeText(free_bytes)} von ${sizeText(total_bytes)} frei, ${folder}`,
    at: null,
  }))

function programRows({ facts }: SystemReport): SystemRow[] {
  const { process, processes, database } = facts
  if (!process) return []
  const { pool } = process
  const rows: SystemRow[] = [
    {
      name: 'Programm',
      state: versionsOf(facts).length > 1 ? 'advice' : 'fine',
      value: `Version ${process.version}`,
      detail: `${counted(Math.max(1, processes.length), 'Prozess', 'Prozesse')}, Node ${process.node}, Stand der Datenbank ${database.migration.slice(0, 4)}`,
      at: process.started_at,
    },
    {
      name: 'Verbindungen zur Datenbank',
      state: pool.waiting > 0 ? 'advice' : 'fine',
      value: `${pool.open - pool.idle} von ${pool.max} in Gebrauch`,
      detail: pool.waiting > 0 ? `${counted(pool.waiting, 'Anfrage wartet', 'Anfragen warten')}` : undefined,
      at: null,
    },
    {
      name: 'Arbeitsspeicher',
      state: 'fine',
      value: sizeText(process.memory_bytes),
      detail: `Verzögerung ${NUMBER.format(process.loop_delay_ms)} ms`,
      at: null,
    },
  ]
  return rows
}

/** The whole installation in lines; what needs doing stands above, in `tasksOf`. */
export const rowsOf = (report: SystemReport): SystemRow[] => {
  const { facts } = report
  return [
    ...backupRows(report),
    mailRow(report),
    jobRow(report),
    {
      name: 'Nächtliches Löschen',
      state: isErasureLate(facts, new Date(facts.at)) ? 'advice' : 'fine',
      value: lastErasure(facts) ? 'gelaufen' : 'noch nicht gelaufen',
      at: lastErasure(facts),
    },
    ...diskRows(report),
    {
      name: 'Datenbank',
      state: 'fine',
      value: sizeText(facts.database.database_bytes),
      detail: `PostgreSQL ${facts.database.postgres}`,
      at: null,
    },
    ...programRows(report),
  ]
}
