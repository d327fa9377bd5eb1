import { z } from 'zod'
import type { Pool } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/in-school.ts'
import { findMail, updateMailState } from './mail-log.queries.ts'
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

const Payload = z.object({ school_id: z.int(), mail_id: z.int() })

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

/** The job behind every mail: compose, hand over, note how it went. Throws to be tried again later. */
export const sendMail = (sender: Sender) => async (input: unknown, isLastTry: boolean) => {
  const { school_id, mail_id } = Payload.parse(input)
  const inMailSchool = <T>(work: (tx: SchoolTransaction) => Promise<T>) =>
    inSchool(sender.pool, { userId: null, schoolId: school_id, requestId: `mail-${mail_id}` }, work)

  const prepared = await inMailSchool(async (tx) => {
    const row = await findMail(tx, mail_id)
    const template = row && sender.templates[row.template]
    if (!row || !template || row.state === 'sent') return undefined
    const composing = { relatedId: row.related_id, schoolId: school_id, now: sender.now() }
    const mail = await template.compose(tx, composing)
    if (!mail) await updateMailState(tx, mail_id, { state: 'dropped' })
    return mail ? { mail, template, composing } : undefined
  })
  if (!prepared) return

  const messageId = `<mail-${school_id}-${mail_id}@${sender.host}>`
  try {
    await sender.transport.send({ ...prepared.mail, messageId })
  } catch (error) {
    const reason = withoutAddresses(error instanceof Error ? error.message : String(error))
    const isOver = isLastTry || isRefusedForGood(error)
    await inMailSchool((tx) => updateMailState(tx, mail_id, { state: isOver ? 'failed' : 'queued', error: reason }))
    if (isOver) return
    throw new Error(reason)
  }
  await inMailSchool(async (tx) => {
    await updateMailState(tx, mail_id, { state: 'sent', messageId })
    await prepared.template.delivered?.(tx, { ...prepared.composing, now: sender.now() })
  })
}
