import type { Pool } from '#server/db/database.ts'
import type { MailTransport } from '#server/mail/transport.ts'
import type { Passwords } from '#server/passwords.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { Limits } from './rate-limit.ts'

/** What every route builds on; made once in serve.ts, or by a test with its own clock. */
export interface Platform {
  /** Connections as schulhof_app. */
  pool: Pool
  keys: SecretRing
  limits: Limits
  passwords: Passwords
  /** The address people reach the app under, without a trailing slash: `https://schule.example`. */
  appUrl: string
  now: () => Date
  /** Also parse each reply by its contract; the serializer drops unknown fields but does not validate. */
  checkReplies: boolean
  /** Requests that may wait for a connection before the next is answered 503. */
  maxWaiting: number
  /** 'waiting': no mail server is set, mails stay in the outbox. */
  mailState: 'sending' | 'waiting'
  /** The mail server, for the one mail that is not queued (domain §9c); undefined while none is set. */
  mailTransport: MailTransport | undefined
  /** Address of the installation's one sender. */
  mailFrom: string
  /** False: nobody has said where nightly backups go, so there are none. */
  hasBackups: boolean
}
