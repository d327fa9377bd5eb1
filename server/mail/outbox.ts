import { createHash } from 'node:crypto'
import type { DropReason } from '#contract/mail-trouble.ts'
import { enqueue, enqueueMany } from '#server/db/enqueue.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertMail, insertMails, readdressMails, updateMailState } from './mail-log.queries.ts'

/** m***@example.org: enough to recognise one's own address. */
export const maskMail = (mail: string) => mail.replace(/^(.)[^@]*/, '$1***')

export const hashMail = (mail: string) => createHash('sha256').update(mail.toLowerCase()).digest()

export interface QueuedMail {
  /** The name of the template that writes it when its turn comes. */
  template: string
  recipient: string
  relatedType: string
  relatedId: number
  /** Further facts for the template when one id is not enough. */
  relatedIds?: readonly number[]
}

const toLine = (mail: QueuedMail) => ({
  template: mail.template,
  recipient_masked: maskMail(mail.recipient),
  recipient_hash: hashMail(mail.recipient),
  related_type: mail.relatedType,
  related_id: mail.relatedId,
  related_ids: [...(mail.relatedIds ?? [])],
})

/**
 * Puts a mail into the outbox inside the transaction: it is sent if and only if the transaction commits. Only ids are
 * stored; text and links are made when it is sent (domain §9c).
 */
export async function queueMail(tx: SchoolTransaction, mail: QueuedMail) {
  const key = await insertMail(tx, toLine(mail))
  await enqueue(tx, 'send_mail', key)
  return key.mail_id
}

/** The same for many at once, in two statements. */
export async function queueMails(tx: SchoolTransaction, mails: readonly QueuedMail[]) {
  if (mails.length === 0) return
  await enqueueMany(tx, 'send_mail', await insertMails(tx, mails.map(toLine)))
}

/** Puts a failed mail into the outbox again: its text is written anew, and the line of the log stays the same. */
export async function requeueMail(tx: SchoolTransaction, schoolId: number, mailId: number) {
  await updateMailState(tx, mailId, { state: 'queued' })
  await enqueue(tx, 'send_mail', { school_id: schoolId, mail_id: mailId })
}

/** Mails that did not leave go to today's address of whoever they were for. */
export const sendAgainTo = async (tx: SchoolTransaction, mails: readonly { mail_id: number; recipient: string }[]) =>
  queueAgain(
    tx,
    await readdressMails(
      tx,
      mails.map(({ mail_id, recipient }) => ({
        ...{ mail_id, recipient_masked: maskMail(recipient), recipient_hash: hashMail(recipient) },
      })),
    ),
  )

/** Mails that did not leave and never will; pages show the reason. */
export async function giveUpMails(tx: SchoolTransaction, mails: readonly { mail_id: number; reason: DropReason }[]) {
  for (const { mail_id, reason } of mails) await updateMailState(tx, mail_id, { state: 'dropped', error: reason })
}

/** Mails whose lines are back in the state `queued`: each gets a job again. */
export const queueAgain = (tx: SchoolTransaction, keys: readonly { school_id: number; mail_id: number }[]) =>
  keys.length === 0 ? undefined : enqueueMany(tx, 'send_mail', keys)
