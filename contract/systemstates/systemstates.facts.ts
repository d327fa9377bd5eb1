import { z } from 'zod'
import { Instant } from '#contract/formats.ts'

/** The folder of the nightly backups as one machine sees it. */
export const BackupFacts = z.object({
  folder: z.string(),
  /** The newest complete archive; null when there is none. */
  newest: z.object({ name: z.string(), at: Instant, bytes: z.int() }).nullable(),
  count: z.int(),
  /** When an archive was last restored into a scratch database and compared; null when that never happened. */
  verified_at: Instant.nullable(),
  /** The last try to do so showed that the archive cannot be restored. */
  is_broken: z.boolean(),
  /** When an archive was last copied to another place; null when that never happened. */
  copied_at: Instant.nullable(),
  /** The last copy failed. */
  is_copy_missing: z.boolean(),
  /** Why the folder cannot be read, as the system's code (`ENOENT`, `EACCES`); null when it can. */
  fault: z.string().nullable(),
})
export type BackupFacts = z.output<typeof BackupFacts>

/** The file system of one folder. */
export const DiskFacts = z.object({
  /** What the folder is for: the data, or the backups. */
  holds: z.enum(['data', 'backups']),
  folder: z.string(),
  total_bytes: z.int(),
  free_bytes: z.int(),
  /** Between 0 and 1, counted as `df` does: without the part that only the system's administrator may fill. */
  used_share: z.number(),
})
export type DiskFacts = z.output<typeof DiskFacts>

/** Jobs of one kind that failed at least three times. */
export const FailedJobs = z.object({
  task: z.string(),
  count: z.int(),
  /** When the oldest of them was queued, and when one was last tried. */
  since: Instant,
  tried_at: Instant,
  /** The highest number of failures. */
  failures: z.int(),
  /** None of them is tried again by itself. */
  is_given_up: z.boolean(),
})
export type FailedJobs = z.output<typeof FailedJobs>

/** The last ends of a timed task. */
export const TaskRun = z.object({
  task: z.string(),
  finished_at: Instant.nullable(),
  seconds: z.number().nullable(),
  failed_at: Instant.nullable(),
})
export type TaskRun = z.output<typeof TaskRun>

/** What the database knows about the installation. */
export const DatabaseFacts = z.object({
  /** By the database's clock. */
  at: Instant,
  /** The version of PostgreSQL. */
  postgres: z.string(),
  database_bytes: z.int(),
  /** The newest migration that was applied, such as `0041-system-state.sql`. */
  migration: z.string(),
  installed_at: Instant,
  mails: z.object({
    waiting: z.int(),
    /** When the oldest waiting mail was queued. */
    since: Instant.nullable(),
    /**
     * The same, without mails that wait although a later one has left: their recipients are the reason. Null when nothing is
     * held up.
     */
    held_since: Instant.nullable(),
    /** When the mail server last accepted a mail. */
    left_at: Instant.nullable(),
  }),
  jobs: z.object({
    /** Jobs that are queued or running, without mails. */
    waiting: z.int(),
    /** Since when the oldest job is due that nobody has begun. */
    due_since: Instant.nullable(),
    failed: z.array(FailedJobs),
  }),
  tasks: z.array(TaskRun),
})
export type DatabaseFacts = z.output<typeof DatabaseFacts>

/** A running process of the program, by the name of its database connections. */
export const RunningProcess = z.object({ version: z.string(), host: z.string(), pid: z.int() })
export type RunningProcess = z.output<typeof RunningProcess>

/** The process that answers. */
export const ProcessFacts = z.object({
  version: z.string(),
  node: z.string(),
  host: z.string(),
  pid: z.int(),
  started_at: Instant,
  memory_bytes: z.int(),
  /** How late the event loop was in the worst of a hundred moments since the last look. */
  loop_delay_ms: z.number(),
  /** Connections to the database: open ones, those that nobody uses, and requests that wait for one. */
  pool: z.object({ open: z.int(), idle: z.int(), waiting: z.int(), max: z.int() }),
})
export type ProcessFacts = z.output<typeof ProcessFacts>

/** The state of the installation as one machine sees it, without a word about people. */
export const SystemFacts = z.object({
  at: Instant,
  database: DatabaseFacts,
  /** Running processes on all machines; empty when only a command asks. */
  processes: z.array(RunningProcess),
  /** Null when this machine has no folder for backups. */
  backup: BackupFacts.nullable(),
  disks: z.array(DiskFacts),
  /** Whether mails can leave: a mail server is set. */
  has_mail_server: z.boolean(),
  /** Whether uploaded papers are checked for viruses: a program for it is set. */
  has_virus_check: z.boolean(),
  /** Null when a command asks and no server. */
  process: ProcessFacts.nullable(),
})
export type SystemFacts = z.output<typeof SystemFacts>
