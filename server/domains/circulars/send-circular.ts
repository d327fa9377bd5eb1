import type { CircularAudience, CircularKind } from '#contract/circulars/circulars.audience.ts'
import { CIRCULAR_TEXTS, NOBODY_TEXTS, noneText } from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import { nameAction } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { queueAgain, queueMails } from '#server/mail/outbox.ts'
import { attachFiles } from './attach-files.ts'
import type { CircularReader } from './circular-reader.ts'
import {
  CIRCULAR_TEMPLATE,
  countCircularMails,
  dropHeldMails,
  insertCircular,
  lockCircular,
  RELATED_TYPES,
  requeueHeldMails,
  updateCircularState,
} from './circulars.queries.ts'
import { listLedClasses } from './circulars.staff.queries.ts'
import { classesText } from './family-names.shared.ts'
import { planCircular } from './plan-circular.ts'
import { waitlistTexts } from './plan-waiting.ts'

const WHOLE: Record<CircularKind, string> = {
  families: 'alle Klassen',
  staff: 'alle Mitarbeitenden',
  waiting: 'alle Wartenden',
}

/** The chosen classes in words; for staff it is who leads them. */
async function chosenClasses(tx: SchoolTransaction, { kind, class_ids }: CircularAudience, today: string) {
  if (class_ids.length === 0) return []
  const classes = await classesText(tx, class_ids, noneText(kind))
  if (kind !== 'staff') return [classes]
  const led = await listLedClasses(tx, today)
  const isEvery = led.length > 1 && led.every((id) => class_ids.includes(id))
  return [isEvery ? 'alle Klassenleitungen' : `Klassenleitung ${classes}`]
}

/** The chosen ones in words. */
async function audienceText(tx: SchoolTransaction, audience: CircularAudience, today: string) {
  const { kind, employee_types, employee_ids, waitlists, registration_ids } = audience
  if (audience.is_whole_school) return WHOLE[kind]
  const people = [
    ...(employee_ids.length > 0 ? [counted(employee_ids.length, 'gewählte Person', 'gewählte Personen')] : []),
    ...(registration_ids.length > 0 ? [counted(registration_ids.length, 'gewähltes Kind', 'gewählte Kinder')] : []),
  ]
  return [
    ...employee_types.map((type) => EMPLOYEE_TYPE_LABELS[type]),
    ...(await chosenClasses(tx, audience, today)),
    ...(await waitlistTexts(tx, waitlists)),
    ...people,
  ].join(', ')
}

/** Puts a mail for each reader into the outbox. */
export const queueFor = (
  tx: SchoolTransaction,
  { id, kind }: { id: number; kind: CircularKind },
  readers: readonly CircularReader[],
) =>
  queueMails(
    tx,
    readers.map((reader) => ({
      template: CIRCULAR_TEMPLATE,
      recipient: reader.mail,
      relatedType: RELATED_TYPES[kind],
      relatedId: reader.id,
      relatedIds: [id, ...reader.children.map((child) => child.id)],
    })),
  )

/** Which children's families were written to. */
export async function logSending(
  tx: SchoolTransaction,
  { kind, readers, now }: { kind: CircularKind; readers: readonly CircularReader[]; now: Date },
) {
  if (kind === 'staff') return
  const ids = [...new Set(readers.flatMap(({ children }) => children.map((child) => child.id)))]
  const subject = kind === 'waiting' ? 'registration' : 'pupil'
  await logView(tx, { kind: 'export', subject, ids, what: 'Rundmail', at: now })
}

interface Sending extends CircularAudience {
  subject: string
  body: string
  reader_count: number
  attachment_ids: readonly number[]
}

/**
 * Puts a mail for each reader into the outbox, all or none. Somebody who saw another number of readers is asked to look
 * again: a class may have got a child since.
 */
export async function sendCircular(tx: SchoolTransaction, sending: Sending, { viewer, today, now }: Acting) {
  const { reader_count, attachment_ids, tries_unreachable, ...circular } = sending
  const audience = await audienceText(tx, sending, today)
  const { kind } = circular
  const { readers, leftOut } = await planCircular(tx, sending, today)
  if (readers.length === 0) throw invalid({ class_ids: [NOBODY_TEXTS[kind]] })
  if (readers.length !== reader_count) throw conflict(CIRCULAR_TEXTS.changed)
  await nameAction(tx, 'circular', 'circular_sent')
  const id = await insertCircular(tx, {
    ...circular,
    waitlists: JSON.stringify(circular.waitlists),
    audience,
    left_out: JSON.stringify(leftOut.map(({ child: _, name: __, ...ids }) => ids)),
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  await attachFiles(tx, { circularId: id, ids: attachment_ids, userId: viewer.user_id })
  await queueFor(tx, { id, kind }, readers)
  await logSending(tx, { kind, readers, now })
  return { id, message: CIRCULAR_TEXTS.queued(readers.length) }
}

const lock = async (tx: SchoolTransaction, id: number) => {
  const circular = await lockCircular(tx, id)
  if (!circular) throw notFound()
  return circular
}

/** Mails that are being handed over still leave; those whose turn comes later are held back. */
export async function pauseCircular(tx: SchoolTransaction, id: number) {
  const { state } = await lock(tx, id)
  const counts = (await countCircularMails(tx, [id])).get(id)
  if (state === 'stopped' || !counts?.waiting) throw conflict(CIRCULAR_TEXTS.over)
  await nameAction(tx, 'circular', 'circular_paused')
  if (state === 'sending') await updateCircularState(tx, id, 'paused')
  return { message: CIRCULAR_TEXTS.paused }
}

/** Only held mails get a job again: those that still wait have theirs, so none leaves twice. */
export async function goOnWithCircular(tx: SchoolTransaction, id: number) {
  const { state } = await lock(tx, id)
  if (state === 'stopped') throw conflict(CIRCULAR_TEXTS.over)
  await nameAction(tx, 'circular', 'circular_continued')
  if (state === 'paused') await updateCircularState(tx, id, 'sending')
  await queueAgain(tx, await requeueHeldMails(tx, id))
  return { message: CIRCULAR_TEXTS.goneOn }
}

export async function stopCircular(tx: SchoolTransaction, id: number) {
  const { state } = await lock(tx, id)
  const counts = (await countCircularMails(tx, [id])).get(id)
  if (state === 'stopped' || !counts?.waiting) throw conflict(CIRCULAR_TEXTS.over)
  await nameAction(tx, 'circular', 'circular_stopped')
  await updateCircularState(tx, id, 'stopped')
  await dropHeldMails(tx, id)
  return { message: CIRCULAR_TEXTS.stopped }
}
