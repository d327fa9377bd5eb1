import type { Pool } from '#server/db/database.ts'
import type { VirusCheck } from '#server/documents/check-virus.ts'
import type { MailTransport } from '#server/mail/transport.ts'
import type { Passwords } from '#server/passwords.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { SystemState } from '#server/watch/system-state.ts'
import type { PageViews } from './page-views.ts'
import type { Limits } from './rate-limit.ts'

/** Everything that routes need; created once in serve.ts, or by a test with its own clock. */
export interface Platform {
  /** Connections as schulhof_app. */
  pool: Pool
  keys: SecretRing
  limits: Limits
  /** Who opened whose page. */
  views: PageViews
  /** The state of the installation, as this process sees it. */
  state: SystemState
  passwords: Passwords
  /** The address of the app for users, without a trailing slash: `https://schule.example`. */
  appUrl: string
  now: () => Date
  /** Also validates each reply by its contract; the serializer drops unknown fields but does not validate. */
  checkReplies: boolean
  /** How many requests may wait for a connection; further ones are answered 503. */
  maxWaiting: number
  /** False while no mail server is set: mails stay in the outbox. */
  hasMailServer: boolean
  /** The mail server, for trial mails, which are not queued (domain §9c); undefined while none is set. */
  mailTransport: MailTransport | undefined
  /** Address of the mailbox with mails that could not be delivered; undefined while none is set. */
  bounceMailbox: string | undefined
  /** The host of the mail server, for the register of processing; undefined while none is set. */
  mailHost: string | undefined
  /** The sender of all mails of the installation. */
  mailFrom: string
  /** False when no folder for nightly backups is set, so there are none. */
  hasBackups: boolean
  /** How many days a nightly backup is kept. */
  backupKeepDays: number
  /** The operator's program that looks for viruses in papers; undefined while none is set. */
  checkVirus: VirusCheck | undefined
  /** What the papers of one school may have together, in bytes. */
  paperBytesMax: number
  /** File of the journal of erasures, which outlives a restored database. */
  erasureJournal: string
}
