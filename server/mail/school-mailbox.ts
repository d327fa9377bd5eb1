import { z } from 'zod'
import type { DropReason } from '#contract/mail-trouble.ts'
import type { Pool } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { beginMail, updateMailState } from './mail-log.queries.ts'
import { noteOutcome } from './note-outcome.ts'
import { hashMail } from './outbox.ts'
import type { ComposedMail, Mailbox } from './send-mail.ts'

interface Composing {
  /** The id of its line in the outbox, the same at every try. */
  mailId: number
  relatedType: string
  relatedId: number
  relatedIds: readonly number[]
  /** The hash of the address it was queued for, when several are possible. */
  recipientHash: Buffer
  now: Date
}

/** How a domain writes one kind of mail of a school. */
export interface MailTemplate {
  /** The mail as of now, with new links; null or the reason when it is no longer wanted, `held` while its sending is paused. */
  compose(tx: SchoolTransaction, composing: Composing): Promise<ComposedMail | DropReason | 'held' | null>
  /** What follows once the mail server accepted it. */
  delivered?(tx: SchoolTransaction, composing: Composing): Promise<void>
}

const Payload = z.object({ school_id: z.int(), mail_id: z.int(), tries: z.int().default(0) })

/** The outbox `mail_log`. Connections as schulhof_app. */
export const schoolMailbox = (
  pool: Pool,
  templates: Record<string, MailTemplate>,
): Mailbox<z.output<typeof Payload>, SchoolTransaction> => ({
  task: 'send_mail',
  payload: Payload,
  keyOf: ({ school_id, mail_id }) => `${school_id}-${mail_id}`,
  inTransaction: ({ school_id, mail_id }, work) =>
    inSchool(pool, { userId: null, schoolId: school_id, requestId: `mail-${mail_id}` }, work),

  async prepare(tx, { mail_id }, now) {
    const row = await beginMail(tx, mail_id)
    if (!row) return undefined
    const template = templates[row.template]
    if (!template) throw new Error(`No template ${row.template}`)
    const { related_type: relatedType, related_id: relatedId, related_ids: relatedIds } = row
    const { recipient_hash: recipientHash } = row
    const composing = { mailId: mail_id, relatedType, relatedId, relatedIds, recipientHash, now }
    const mail = await template.compose(tx, composing)
    if (mail === 'held') return mail
    if (mail === null || typeof mail === 'string') return { unwanted: mail ?? 'not_needed' }
    if (!hashMail(mail.to).equals(recipientHash)) return { unwanted: 'address_changed' }
    const delivered = async (later: SchoolTransaction, at: Date) =>
      template.delivered?.(later, { ...composing, now: at })
    return { mail, token: row.bounce_token, delivered }
  },

  async note(tx, { mail_id }, state) {
    const line = { table: 'mail_log', id: mail_id } as const
    await Promise.all([updateMailState(tx, mail_id, state), noteOutcome(tx, line, state)])
  },
})
