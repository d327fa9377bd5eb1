import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { parseSecretRing } from './secret-keys.ts'
import { StartError } from './start-error.ts'

/** The environment cannot be used; `faults` names every wrong variable, never its value. */
export class EnvError extends StartError {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`Die Einstellungen sind fehlerhaft:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'EnvError'
    this.faults = faults
  }
}

const schemes = (names: string[], meaning: string) => {
  const protocol = new RegExp(`^(${names.join('|')})$`)
  return z.url({ protocol, error: `erwartet wird ${meaning}` })
}

// z.url does not fit: a socket is written postgres://user@/schulhof?host=/folder.
const postgresUrl = (user: string) =>
  z.string().regex(/^postgres(ql)?:\/\/./, { error: `erwartet wird postgres://${user}@rechner/schulhof` })

const flag = z
  .enum(['0', '1', 'false', 'true'], { error: 'erwartet wird 1 oder 0' })
  .transform((text) => text === '1' || text === 'true')

const secretRing = z.string().transform((text, context) => {
  try {
    return parseSecretRing(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

/**
 * A number means that many proxies in front of this server (`true` is one; trusting all would trust anyone); otherwise
 * their addresses.
 */
const proxies = z.string().transform((text): false | number | string[] => {
  if (/^(0|false)$/.test(text)) return false
  if (text === 'true') return 1
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())
})

/** Outside the checkout, so that a new version or a fresh clone never loses data. */
const standardDataDir = (home: string | undefined) =>
  join(home?.startsWith('/') ? home : join(homedir(), '.local/share'), 'schulhof')

const port = 'erwartet wird eine Zahl von 0 bis 65535'

const drainSeconds = 'erwartet wird eine Zahl von Sekunden von 0 bis 60'

const days = 'erwartet wird eine Zahl von Tagen, mindestens 1'

const daysOrNever = 'erwartet wird eine Zahl von Tagen von 0 (nie) bis 365'

const minutes = 'erwartet wird eine Zahl von Minuten von 1 bis 1440'

const megabytes = 'erwartet wird eine Zahl von Megabyte von 1 bis 1000000'

const program = 'erwartet wird der volle Pfad eines Programms, das dieses Konto ausführen darf, ohne weitere Angaben'

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return isAbsolute(path) && statSync(path).isFile()
  } catch {
    return false
  }
}

const Environment = z.object({
  /** Where the server listens; 0 takes any free port. */
  PORT: z.coerce.number({ error: port }).int(port).min(0, port).max(65535, port).default(3000),
  /** The address to listen on: only this machine, unless a proxy elsewhere needs another one. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * The beginning of links in mails; it also decides whether cookies need TLS. Missing: http://localhost and the port.
   */
  APP_URL: schemes(['https?'], 'eine Adresse mit http:// oder https://')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** The owner's connection to an own PostgreSQL; missing: the embedded one. */
  DATABASE_URL: postgresUrl('schulhof_owner').optional(),
  /**
   * The application's own connection as `schulhof_app`; missing with DATABASE_URL: the application switches role on
   * connect.
   */
  DATABASE_APP_URL: postgresUrl('schulhof_app').optional(),
  /** The folder for database and key, when they are stored on this machine. */
  DATA_DIR: z.string().optional(),
  /** Folder of the nightly backups; missing: `backups` in DATA_DIR, and none with DATABASE_URL. */
  BACKUP_DIR: z.string().optional(),
  /** The journal of erasures; missing: `erasures.jsonl` beside the backups, without these in DATA_DIR. */
  ERASURE_JOURNAL: z.string().optional(),
  /** How long a nightly backup is kept (domain DP-24). */
  BACKUP_KEEP_DAYS: z.coerce.number({ error: days }).int(days).min(1, days).max(3650, days).default(30),
  /** Whether the database is backed up before a newer program changes it. */
  BACKUP_BEFORE_UPGRADE: flag.default(true),
  /** After how many days a nightly backup is restored into a scratch database again; 1: each one, 0: none. */
  BACKUP_VERIFY_DAYS: z.coerce
    .number({ error: daysOrNever })
    .int(daysOrNever)
    .min(0, daysOrNever)
    .max(365, daysOrNever)
    .default(7),
  /** A program that copies each backup to another place; its only argument is the file. */
  BACKUP_HOOK: z.string().refine(isProgram, { error: program }).optional(),
  /** How long that program may take. */
  BACKUP_HOOK_MINUTES: z.coerce.number({ error: minutes }).int(minutes).min(1, minutes).max(1440, minutes).default(60),
  /** A program that looks for viruses in uploaded papers: it reads the file from its input, 0 is clean, 1 infected. */
  VIRUS_COMMAND: z.string().refine(isProgram, { error: program }).optional(),
  /** What the papers of one school may have together, in megabytes. */
  PAPERS_MAX_MB: z.coerce
    .number({ error: megabytes })
    .int(megabytes)
    .min(1, megabytes)
    .max(1_000_000, megabytes)
    .default(2000),
  /** Mail server, with account if it needs one; missing: mails wait in the outbox. */
  SMTP_URL: schemes(['smtps?'], 'smtp://konto:kennwort@rechner:587').optional(),
  /** Sender of every mail, as `Name <address>` or the address alone. */
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: 'erwartet wird Name <adresse@schule.de> oder adresse@schule.de',
    })
    .optional(),
  /** The mailbox that gets mails which could not be delivered, with its folder; missing: nobody reads them. */
  IMAP_URL: schemes(['imaps?'], 'imaps://konto:kennwort@rechner:993/INBOX').optional(),
  /** The ring of keys for encrypted or signed data, the current key first. */
  SECRET_KEY: secretRing.optional(),
  /** Proxies whose X-Forwarded-For header is believed. */
  TRUST_PROXY: proxies.default(false),
  /**
   * How long everything is still served after SIGTERM while /readyz answers 503; missing: 2 behind a proxy, otherwise
   * 0.
   */
  DRAIN_SECONDS: z.coerce
    .number({ error: drainSeconds })
    .int(drainSeconds)
    .min(0, drainSeconds)
    .max(60, drainSeconds)
    .optional(),
  /** How much the log says. */
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'erwartet wird fatal, error, warn, info, debug, trace oder silent',
    })
    .default('info'),
  /** The port where /metrics is served alone; missing: nowhere, or beside the pages with METRICS_TOKEN. */
  METRICS_PORT: z.coerce.number({ error: port }).int(port).min(0, port).max(65535, port).optional(),
  /** The address of that port: only this machine, unless Prometheus runs elsewhere. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** What Prometheus sends as bearer token. */
  METRICS_TOKEN: z.string().min(24, { error: 'erwartet werden mindestens 24 Zeichen' }).optional(),
  /** Whether /api/docs is served. */
  API_DOCS: flag.default(false),
})

export type Env = Omit<z.output<typeof Environment>, 'DATA_DIR' | 'APP_URL' | 'DRAIN_SECONDS' | 'ERASURE_JOURNAL'> & {
  DATA_DIR: string
  ERASURE_JOURNAL: string
  APP_URL: string
  DRAIN_SECONDS: number
}

/** The time a proxy gets to notice the end of a process, unless DRAIN_SECONDS is set. */
const DRAIN_BEHIND_PROXY = 2

/**
 * Variables that are needed only together with another one; checked apart from the schema, which stops at its first
 * faults.
 */
const missingBeside: Record<string, string> = {
  // The key must outlive the machine when the data does.
  SECRET_KEY: 'DATABASE_URL',
  DATABASE_URL: 'DATABASE_APP_URL',
  MAIL_FROM: 'SMTP_URL',
}

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

/**
 * The validated environment; throws an `EnvError` that names all faults at once. An empty variable counts as missing.
 */
export const readEnv = (source: NodeJS.ProcessEnv): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const { success, data, error } = Environment.safeParse(given)
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const missing = Object.entries(missingBeside)
    .filter(([name, beside]) => given[beside] && !given[name])
    .map(([name, beside]) => `${name}: fehlt, wird mit ${beside} gebraucht`)
  if (!success || missing.length > 0) throw new EnvError([...wrong, ...missing])
  const APP_URL = data.APP_URL ?? `http://localhost:${data.PORT}`
  const DATA_DIR = resolve(data.DATA_DIR ?? standardDataDir(source.XDG_DATA_HOME))
  // With a database elsewhere the operator must name the folder of the backups; otherwise there are none.
  const backups = data.BACKUP_DIR ?? (data.DATABASE_URL ? undefined : join(DATA_DIR, 'backups'))
  const DRAIN_SECONDS = data.DRAIN_SECONDS ?? (data.TRUST_PROXY === false ? 0 : DRAIN_BEHIND_PROXY)
  const ERASURE_JOURNAL = resolve(data.ERASURE_JOURNAL ?? join(backups ?? DATA_DIR, 'erasures.jsonl'))
  const BACKUP_DIR = backups === undefined ? undefined : resolve(backups)
  return { ...data, APP_URL, DATA_DIR, DRAIN_SECONDS, ERASURE_JOURNAL, BACKUP_DIR }
}
