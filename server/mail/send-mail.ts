import type { z } from 'zod'
import type { DropReason } from '#contract/mail-trouble.ts'
import type { Queries } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { logJob } from '#server/db/running-job.ts'
import { openMailPassage } from './mail-passage.queries.ts'
import { isRefusedForGood, type MailTransport, type OutgoingMail } from './transport.ts'

export type ComposedMail = Omit<OutgoingMail, 'messageId'>

/** A composed mail, and what to do once the mail server has accepted it. */
export interface Letter<Tx extends Queries> {
  mail: ComposedMail
  /** Part of the Message-ID that nobody can guess, the same at each try. */
  token?: string | null
  delivered?(tx: Tx, now: Date): Promise<void>
}

export interface MailState {
  state: 'queued' | 'held' | 'sent' | 'failed' | 'dropped'
  error?: string | null
  messageId?: string | null
  /** It was not handed over at this try, so an earlier try without an outcome stays open. */
  isUntried?: boolean
}

/** The reason why nobody wants a mail any more; null where no page shows it. */
interface Unwanted {
  unwanted: DropReason | null
}

export type Prepared<Tx extends Queries> = Letter<Tx> | Unwanted | 'held' | undefined

/** Every job of a mail has the number of its failed tries. */
interface MailJob {
  tries: number
  [key: string]: unknown
}

/**
 * An outbox: of a school, or of mails about accounts, which belong to no school. `Tx` is the transaction of its jobs,
 * which is bound to a school when the mails are a school's.
 */
export interface Mailbox<Job extends MailJob, Tx extends Queries> {
  /** The name of the job that sends each mail. */
  task: string
  payload: z.ZodType<Job>
  /** The name of the mail, the same at each try. */
  keyOf(job: Job): string
  inTransaction<T>(job: Job, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Composes the mail now; undefined: it was sent already, `unwanted`: its reason is gone, `held`: whoever sends it has
   * paused, and queues it again later.
   */
  prepare(tx: Tx, job: Job, now: Date): Promise<Prepared<Tx>>
  note(tx: Tx, job: Job, state: MailState): Promise<void>
}

export interface Sender {
  transport: MailTransport
  /** The host in message ids. */
  host: string
  now: () => Date
}

/** Every minute for half an hour, then every ten: a mail server that comes back is noticed soon. */
const pauseSeconds = (tries: number) => (tries < 30 ? 60 : 600)

/** The log must not contain addresses that the mail server's answer names. */
export const withoutAddresses = (text: string) => text.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…').slice(0, 300)

const isUnwanted = (prepared: object | undefined): prepared is Unwanted =>
  prepared !== undefined && 'unwanted' in prepared

const messageIdOf = (key: string, token: string | null | undefined, host: string) =>
  `<mail-${key}${token ? `-${token}` : ''}@${host}>`

/**
 * The job of every mail: compose, send, store the result. A failure leads to a later job, for as long as it takes; only
 * a permanent refusal ends it.
 */
export function sendMail<Job extends MailJob, Tx extends Queries>(sender: Sender, mailbox: Mailbox<Job, Tx>) {
  const { transport, host, now } = sender
  const atPassage = openMailPassage()
  return async (input: unknown) => {
    const job = mailbox.payload.parse(input)

    let messageId = ''
    let letter: Prepared<Tx>
    try {
      // Committed before the mail leaves, so that every link that was sent is stored.
      letter = await mailbox.inTransaction(job, async (tx) => {
        const prepared = await mailbox.prepare(tx, job, now())
        if (prepared === 'held') await mailbox.note(tx, job, { state: 'held' })
        else if (isUnwanted(prepared)) await mailbox.note(tx, job, { state: 'dropped', error: prepared.unwanted })
        return prepared
      })
      if (letter === 'held') return logJob({ mail: mailbox.keyOf(job) }, 'mail held back')
      if (!letter || isUnwanted(letter)) return logJob({ mail: mailbox.keyOf(job) }, 'mail not wanted any more')
      messageId = messageIdOf(mailbox.keyOf(job), letter.token, host)
      await transport.send({ ...letter.mail, messageId })
    } catch (error) {
      const reason = withoutAddresses(error instanceof Error ? error.message : String(error))
      const isOver = isRefusedForGood(error)
      // Its words may name the recipient, so the log gets the codes alone.
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
      logJob(
        { mail: mailbox.keyOf(job), tries: job.tries + 1, code, smtp: responseCode, is_over: isOver },
        'mail refused',
      )
      await mailbox.inTransaction(job, async (tx) => {
        const state = isOver ? 'failed' : 'queued'
        await mailbox.note(tx, job, { state, error: reason, isUntried: letter === undefined })
        const delaySeconds = pauseSeconds(job.tries)
        if (!isOver) await enqueue(tx, mailbox.task, { ...job, tries: job.tries + 1, delaySeconds })
      })
      return
    }
    const { delivered } = letter
    await atPassage((notePassage) =>
      mailbox.inTransaction(job, async (tx) => {
        await Promise.all([mailbox.note(tx, job, { state: 'sent', messageId }), notePassage(tx)])
        await delivered?.(tx, now())
      }),
    )
    logJob({ mail: mailbox.keyOf(job), tries: job.tries + 1 }, 'mail sent')
  }
}
