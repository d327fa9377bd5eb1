import { createHash } from 'node:crypto'
import { DAY_MS } from '#contract/dates.ts'
import { inTransaction, type Pool, type Queries } from '#server/db/database.ts'
import { logJob } from '#server/db/running-job.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { updateAccountMailState } from './account-mail.queries.ts'
import { type VisitLimits, visitMailbox } from './bounce-mailbox.ts'
import { findMailboxPosition, lockSentMail, putMailboxPosition } from './bounces.queries.ts'
import { updateMailState } from './mail-log.queries.ts'
import { unreachableReasonOf } from './mail-trouble.ts'
import { hashMail } from './outbox.ts'
import { type BounceNotice, type FailedRecipient, parseBounce } from './parse-bounce.ts'
import type { MailState } from './send-mail.ts'
import { type MailLine, noteBounce } from './unreachable.queries.ts'

export const READ_BOUNCES_TASK = 'read_bounces'

/** Older notices are about mails that are too old to change anything. */
const LOOK_BACK_DAYS = 14

/** Our own words for what the other server's words mean, so that its words are not stored. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  unknown: ' user unknown',
  full: ' mailbox full',
  refused: ' mailbox',
}

/** The status and why the address cannot be reached. */
function findingOf({ status, words }: FailedRecipient) {
  const reason = unreachableReasonOf(`${status} ${words}`)
  return { reason, error: `returned: ${status}${reason === null ? '' : (OWN_WORDS[reason] ?? '')}` }
}

/** A line of an outbox, and how its state is stored. */
interface StoredMail {
  line: MailLine
  update(state: MailState): Promise<unknown>
}

/**
 * Stores what a notice says about one of our mails; the status, or undefined when it is about none. The token proves that whoever wrote the
 * notice has had the mail, and the address must be the one that the mail went to.
 */
async function storeFinding(tx: Queries, { line, update }: StoredMail, { token, recipients }: BounceNotice) {
  const mail = await lockSentMail(tx, line, token)
  const hash = mail?.recipient_hash
  const failed = recipients.find(({ addresses }) => addresses.some((address) => hash?.equals(hashMail(address))))
  if (!failed) return undefined
  const { reason, error } = findingOf(failed)
  await update({ state: 'failed', error })
  // A status that begins with 4 comes after days of trying.
  const isFullOnce = reason === 'full' && failed.status.startsWith('5')
  if (reason !== null) await noteBounce(tx, line, { reason, isFullOnce, isLate: true })
  return failed.status
}

const storeSchoolNotice = (pool: Pool, { schoolId, id }: { schoolId: number; id: number }, notice: BounceNotice) =>
  inSchool(pool, { userId: null, schoolId, requestId: `bounce-${id}` }, (tx) =>
    storeFinding(tx, { line: { table: 'mail_log', id }, update: (state) => updateMailState(tx, id, state) }, notice),
  )

const storeAccountNotice = (pool: Pool, id: number, notice: BounceNotice) =>
  inTransaction(pool, (tx) =>
    storeFinding(
      tx,
      { line: { table: 'account_mail', id }, update: (state) => updateAccountMailState(tx, id, state) },
      notice,
    ),
  )

async function storeNotice({ pool }: Pick<Platform, 'pool'>, notice: BounceNotice) {
  const { schoolId, mailId: id } = notice
  const status = await (schoolId === null
    ? storeAccountNotice(pool, id, notice)
    : storeSchoolNotice(pool, { schoolId, id }, notice))
  if (status === undefined) return false
  logJob({ mail: `${schoolId ?? 'account'}-${id}`, status }, 'mail came back')
  return true
}

/** A notice that nobody can read is no notice. */
const parseOrNothing = (raw: Uint8Array) => parseBounce(raw).catch(() => undefined)

/** Reads the notices about mails that could not be delivered from the mailbox of IMAP_URL. */
export const readBounces =
  ({ pool, now }: Pick<Platform, 'pool' | 'now'>, address: string, limits: VisitLimits = {}): Task =>
  async () => {
    const { protocol, host, username, pathname } = new URL(address)
    const key = createHash('sha256').update([protocol, host, username, pathname].join(' ')).digest('hex')
    await visitMailbox(address, {
      position: await inTransaction(pool, (tx) => findMailboxPosition(tx, key)),
      ...limits,
      since: new Date(now().getTime() - LOOK_BACK_DAYS * DAY_MS),
      async handle(raw) {
        const notice = await parseOrNothing(raw)
        return notice !== undefined && (await storeNotice({ pool }, notice))
      },
      advance: (position) => inTransaction(pool, (tx) => putMailboxPosition(tx, key, position)),
    })
  }
