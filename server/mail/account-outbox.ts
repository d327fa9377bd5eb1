import { z } from 'zod'
import { inTransaction, type Pool, type Queries } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'
import {
  deletePasswordLink,
  findWaitingAccountMail,
  insertAccountMail,
  updateAccountMailState,
} from './account-mail.queries.ts'
import { noteOutcome } from './note-outcome.ts'
import { hashMail, maskMail } from './outbox.ts'
import type { Letter, Mailbox } from './send-mail.ts'

export const ACCOUNT_MAIL_PURPOSE = 'account mail'
const TASK = 'send_account_mail'

/** Mails with a link to set a password. */
export const LINK_TEMPLATES = ['password_reset', 'invitation'] as const
export type AccountTemplateName =
  | (typeof LINK_TEMPLATES)[number]
  | 'email_changed'
  | 'password_changed'
  | 'two_factor_changed'
  | SystemTemplateName

/** Mails to admins about the state of the installation. */
export type SystemTemplateName = 'system_alarm' | 'system_calm'

/** The event that a mail `two_factor_changed` reports. */
export type TwoFactorEvent =
  | 'enabled'
  | 'disabled'
  | 'reset'
  | 'codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_locked'
  | 'passkey_asked'
  | 'passkey_not_asked'
  | 'identity_linked'
  | 'identity_unlinked'

interface NewMail {
  userId: number
  template: AccountTemplateName
  /** The recipient: not always the account's address, because a change of address is reported to the old one. */
  recipient: string
  event?: TwoFactorEvent
  /** The service that the event is about. */
  providerId?: number
}

/**
 * Puts a mail about an account into the outbox inside the transaction: it is sent if and only if the transaction
 * commits. Text and link are made when sending; a request for a new link makes the older one invalid at once.
 */
export async function queueAccountMail(tx: Queries, keys: SecretRing, mail: NewMail) {
  const { userId, template, recipient, event = null, providerId = null } = mail
  if (LINK_TEMPLATES.some((name) => name === template)) await deletePasswordLink(tx, userId)
  const id = await insertAccountMail(tx, {
    user_id: userId,
    template,
    event,
    provider_id: providerId,
    recipient_encrypted: encrypt(keys, ACCOUNT_MAIL_PURPOSE, recipient),
    recipient_masked: maskMail(recipient),
    recipient_hash: hashMail(recipient),
  })
  await enqueue(tx, TASK, { mail_id: id })
  return id
}

/** A mail whose turn has come. `created_at`: when it was requested. */
export interface WaitingAccountMail {
  id: number
  user_id: number
  recipient: string
  event: string | null
  provider_id: number | null
  created_at: string
  minutes_waiting: number
}

/** Composes one kind of mail for the account domain; null when it is no longer wanted. */
export type AccountTemplate = (tx: Queries, waiting: WaitingAccountMail) => Promise<Letter<Queries> | null>

const Payload = z.object({ mail_id: z.int(), tries: z.int().default(0) })

/** The outbox `account_mail`. Connections as schulhof_app. */
export const accountMailbox = (
  { pool, keys }: { pool: Pool; keys: SecretRing },
  templates: Record<AccountTemplateName, AccountTemplate>,
): Mailbox<z.output<typeof Payload>, Queries> => ({
  task: TASK,
  payload: Payload,
  keyOf: ({ mail_id }) => `account-${mail_id}`,
  inTransaction: (_job, work) => inTransaction(pool, work),

  async prepare(tx, { mail_id }) {
    const row = await findWaitingAccountMail(tx, mail_id)
    if (!row?.recipient_encrypted) return undefined
    const { template: name, recipient_encrypted, bounce_token: bounceToken, ...waiting } = row
    const template = templates[name as AccountTemplateName]
    if (!template) throw new Error(`No template ${name}`)
    const recipient = decrypt(keys, ACCOUNT_MAIL_PURPOSE, recipient_encrypted)
    const letter = await template(tx, { ...waiting, recipient })
    return letter ? { ...letter, token: bounceToken } : { unwanted: null }
  },

  async note(tx, { mail_id }, state) {
    await updateAccountMailState(tx, mail_id, state)
    await noteOutcome(tx, { table: 'account_mail', id: mail_id }, state)
  },
})
