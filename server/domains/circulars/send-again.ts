import { CIRCULAR_TEXTS, type LatePerson } from '#contract/circulars/circulars.ts'
import { logEvent, nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { giveUpMails, sendAgainTo } from '#server/mail/outbox.ts'
import {
  findCircular,
  hasNotLeft,
  listRecipients,
  lockCircular,
  RELATED_TYPES,
  type StoredCircular,
  updateLeftOut,
} from './circulars.queries.ts'
import { lateReaders } from './late-readers.ts'
import { storedLeftOut } from './left-out.ts'
import { readersNow } from './readers-now.ts'
import { logSending, queueFor } from './send-circular.ts'

async function lockUnstopped(tx: SchoolTransaction, id: number) {
  const locked = await lockCircular(tx, id)
  const circular = await findCircular(tx, id)
  if (!locked || !circular) throw notFound()
  if (locked.state === 'stopped') throw conflict(CIRCULAR_TEXTS.over)
  return circular
}

/** Mails that failed or were given up, each with who would get it today, or why nobody would. */
async function readUnsent(tx: SchoolTransaction, circular: StoredCircular, today: string) {
  const { id, kind } = circular
  const mails = (await listRecipients(tx, id, kind)).filter(hasNotLeft)
  const asked = { relatedType: RELATED_TYPES[kind], mails, choice: async () => circular }
  const readerOf = await readersNow(tx, asked, today)
  return mails.map((mail) => ({ mail_id: mail.mail_id, reader: readerOf(mail) }))
}

/**
 * Sends again what did not leave, to today's address of the same person. Custody, confirmation and the waiting list are
 * looked at anew; whoever gets it no more stays on the page with the reason.
 */
export async function retryCircular(tx: SchoolTransaction, id: number, today: string) {
  const unsent = await readUnsent(tx, await lockUnstopped(tx, id), today)
  if (unsent.length === 0) throw conflict(CIRCULAR_TEXTS.noneFailed)
  const wanted = unsent.flatMap(({ mail_id, reader }) =>
    typeof reader === 'string' ? [] : [{ mail_id, recipient: reader.mail }],
  )
  const given = unsent.flatMap(({ mail_id, reader }) =>
    typeof reader === 'string' ? [{ mail_id, reason: reader }] : [],
  )
  await giveUpMails(tx, given)
  await sendAgainTo(tx, wanted)
  if (wanted.length > 0) await logEvent(tx, { action: 'circular_retried', entityType: 'circular', entityId: id })
  return { message: CIRCULAR_TEXTS.again(wanted.length, given.length) }
}

/** Sends the circular to people whom it left out and who would get it today; none of them is left out any more. */
export async function sendCircularLate(
  tx: SchoolTransaction,
  { id, people }: { id: number; people: readonly LatePerson[] },
  { today, now }: Pick<Acting, 'today' | 'now'>,
) {
  const circular = await lockUnstopped(tx, id)
  const late = await lateReaders(tx, circular, today)
  const isChosen = (one: (typeof late.ready)[number]) =>
    people.length === 0 ||
    people.some(({ person_id, child_id }) =>
      one.person_id === null ? one.child_id === child_id : one.person_id === person_id,
    )
  const chosen = late.ready.filter(isChosen)
  const readers = late.readersFor(chosen)
  if (readers.length === 0) throw conflict(CIRCULAR_TEXTS.noneLate)
  await nameAction(tx, 'circular', 'circular_sent_late')
  const sent = new Set(chosen.map(({ index }) => index))
  const left = storedLeftOut(circular).filter((_, index) => !sent.has(index))
  await updateLeftOut(tx, id, JSON.stringify(left))
  await queueFor(tx, circular, readers)
  await logSending(tx, { kind: circular.kind, readers, now })
  return { message: CIRCULAR_TEXTS.queued(readers.length) }
}
