import { z } from 'zod'
import type { Pool } from '#server/db/database.ts'
import { enqueue, inSchool, type SchoolTransaction } from '#server/db/in-school.ts'
import { findMail, updateMailState } from './mail-log.queries.ts'
import { hashMail } from './outbox.ts'
import { isRefusedForGood, type MailTransport, type OutgoingMail } from './transport.ts'

export type ComposedMail = Omit<OutgoingMail, 'messageId'>

interface Composing {
  relatedId: number
  schoolId: number
  now: Date
}

/** How a domain writes one kind of mail. */
export interface MailTemplate {
  /** The mail as of now, links made fresh; null when it is no longer wanted. */
  compose(tx: SchoolTransaction, composing: Composing): Promise<ComposedMail | null>
  /** What follows once the mail server accepted it. */
  delivered?(tx: SchoolTransaction, composing: Composing): Promise<void>
}

/** `tries`: how often it was in vain so far. */
const Payload = z.object({ school_id: z.int(), mail_id: z.int(), tries: z.int().default(0) })

/** Every minute for half an hour, then every ten: a mail server that comes back is noticed soon. */
const pauseSeconds = (tries: number) => (tries < 30 ? 60 : 600)

interface Sender {
  /** Connections as schulhof_app. */
  pool: Pool
  transport: MailTransport
  templates: Record<string, MailTemplate>
  /** Host of the message ids. */
  host: string
  now: () => Date
}

/** Where the answer of a mail server names the address, the log must not. */
const withoutAddresses = (text: string) => text.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…').slice(0, 300)

interface Letter {
  mail: ComposedMail
  template: MailTemplate
  composing: Composing
}

/** Undefined when there is nothing to send (any more): sent already, no longer wanted, or the address has changed. */
async function prepare({ templates, now }: Sender, tx: SchoolTransaction, job: z.output<typeof Payload>) {
  const row = await findMail(tx, job.mail_id)
  if (!row || row.state === 'sent') return undefined
  const template = templates[row.template]
  if (!template) throw new Error(`No template ${row.template}`)
  const composing = { relatedId: row.related_id, schoolId: job.school_id, now: now() }
  const mail = await template.compose(tx, composing)
  if (mail && hashMail(mail.to).equals(row.recipient_hash)) return { mail, template, composing } satisfies Letter
  await updateMailState(tx, job.mail_id, { state: 'dropped' })
  return undefined
}

/**
 * The job behind every mail: compose, hand over, note how it went. In vain, it is handed over to a later job, for as
 * long as it takes; only who is refused for good is given up.
 */
export const sendMail = (sender: Sender) => async (input: unknown) => {
  const job = Payload.parse(input)
  const { school_id, mail_id } = job
  const inMailSchool = <T>(work: (tx: SchoolTransaction) => Promise<T>) =>
    inSchool(sender.pool, { userId: null, schoolId: school_id, requestId: `mail-${mail_id}` }, work)
  const messageId = `<mail-${school_id}-${mail_id}@${sender.host}>`

  let letter: Letter | undefined
  try {
    // Committed before the mail leaves: a link that was sent is always known.
    letter = await inMailSchool((tx) => prepare(sender, tx, job))
    if (!letter) return
    await sender.transport.send({ ...letter.mail, messageId })
  } catch (error) {
    const reason = withoutAddresses(error instanceof Error ? error.message : String(error))
    const isOver = isRefusedForGood(error)
    await inMailSchool(async (tx) => {
      await updateMailState(tx, mail_id, { state: isOver ? 'failed' : 'queued', error: reason })
      if (!isOver) {
        const delaySeconds = pauseSeconds(job.tries)
        await enqueue(tx, 'send_mail', { ...job, tries: job.tries + 1, delaySeconds })
      }
    })
    return
  }
  const { template, composing } = letter
  await inMailSchool(async (tx) => {
    await updateMailState(tx, mail_id, { state: 'sent', messageId })
    await template.delivered?.(tx, { ...composing, now: sender.now() })
  })
}
