import { DATA_CHECK_TEXTS, lastDayFrom } from '#contract/datachecks/datachecks.texts.ts'
import type { DataCheckAudience } from '#contract/datachecks/datachecks.ts'
import { nameAction } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { classesText } from '#server/domains/circulars/family-names.shared.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { isOver, isRunning, remindFrom } from './check-running.ts'
import {
  CHECK_TEMPLATE,
  insertCheck,
  insertReaders,
  listGrades,
  listLeft,
  listReaders,
  lockCheck,
  REMINDER_TEMPLATE,
  updateCheck,
} from './datachecks.queries.ts'
import { planCheck } from './plan-check.ts'

/** The chosen classes or grades in words; 422 when one is unknown at this school. */
async function audienceText(tx: SchoolTransaction, { is_whole_school, grade_ids, class_ids }: DataCheckAudience) {
  if (is_whole_school) return 'alle Klassen'
  if (grade_ids.length > 0) {
    const grades = await listGrades(tx, grade_ids)
    if (grades.length !== new Set(grade_ids).size) throw invalid({ class_ids: [DATA_CHECK_TEXTS.noGradeChosen] })
    return `Klassenstufe ${grades.map(({ grade }) => grade).join(', ')}`
  }
  return await classesText(tx, class_ids, DATA_CHECK_TEXTS.nobodyChosen)
}

const refuseEnd = (ends_on: string, today: string) => {
  if (ends_on <= today) throw invalid({ ends_on: [DATA_CHECK_TEXTS.endPast] })
  if (ends_on > lastDayFrom(today)) throw invalid({ ends_on: [DATA_CHECK_TEXTS.endLate] })
}

interface Start extends DataCheckAudience {
  subject: string
  body: string
  ends_on: string
  reader_count: number
}

/** Begins a round and puts a mail for everybody with an address into the outbox, all or none. */
export async function startCheck(tx: SchoolTransaction, start: Start, { viewer, today, now }: Acting) {
  const { reader_count, skips_answered: _, ...check } = start
  refuseEnd(check.ends_on, today)
  const audience = await audienceText(tx, start)
  const { readers, leftOut } = await planCheck(tx, start, today)
  if (readers.length === 0) throw invalid({ class_ids: [DATA_CHECK_TEXTS.nobody] })
  if (readers.length !== reader_count) throw conflict(DATA_CHECK_TEXTS.changed)
  await nameAction(tx, 'data_check', 'data_check_started')
  const id = await insertCheck(tx, {
    ...check,
    audience,
    left_out: JSON.stringify(leftOut.map(({ pupil_id, guardian_id, reason }) => ({ pupil_id, guardian_id, reason }))),
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  await insertReaders(
    tx,
    id,
    readers.map(({ guardian_id, mail, children }) => ({
      ...{ guardian_id, is_mailed: mail !== null, pupil_ids: [...new Set(children.map((child) => child.id))] },
    })),
  )
  const mails = readers.flatMap(({ guardian_id, mail, children }) =>
    mail === null ? [] : [{ guardian_id, mail, pupil_ids: children.map((child) => child.id) }],
  )
  await queue(tx, { checkId: id, template: CHECK_TEMPLATE }, mails)
  const pupils = readers.flatMap(({ children }) => children.map((child) => child.id))
  await logView(tx, { kind: 'export', subject: 'pupil', ids: [...new Set(pupils)], what: 'Datenabgleich', at: now })
  return { id, message: DATA_CHECK_TEXTS.started(mails.length) }
}

const queue = (
  tx: SchoolTransaction,
  { checkId, template }: { checkId: number; template: string },
  mails: readonly { guardian_id: number; mail: string; pupil_ids: readonly number[] }[],
) =>
  queueMails(
    tx,
    mails.map(({ guardian_id, mail, pupil_ids }) => ({
      ...{ template, recipient: mail, relatedType: 'guardian', relatedId: guardian_id },
      relatedIds: [checkId, ...pupil_ids],
    })),
  )

const lockRunning = async (tx: SchoolTransaction, id: number, today: string) => {
  const check = await lockCheck(tx, id)
  if (!check) throw notFound()
  if (!isRunning(check, today)) throw conflict(DATA_CHECK_TEXTS.over)
  return check
}

/** Reminds everybody by mail who has a usable address today and has not answered. */
export async function remindReaders(tx: SchoolTransaction, id: number, { today, now }: Acting) {
  const check = await lockRunning(tx, id, today)
  if (remindFrom(check) > today) throw conflict(DATA_CHECK_TEXTS.reminderSoon)
  const readers = await listReaders(tx, id)
  const left = await listLeft(
    tx,
    readers.flatMap(({ pupil_ids }) => pupil_ids),
    today,
  )
  const mails = readers.flatMap(({ answered_at, is_usable, mail, guardian_id, pupil_ids }) =>
    answered_at === null && is_usable && mail !== null && !isOver(pupil_ids, left)
      ? [{ guardian_id, mail, pupil_ids }]
      : [],
  )
  if (mails.length === 0) throw conflict(DATA_CHECK_TEXTS.nobodyToRemind)
  await nameAction(tx, 'data_check', 'data_check_reminded')
  await updateCheck(tx, id, { reminded_at: now.toISOString() })
  await queue(tx, { checkId: id, template: REMINDER_TEMPLATE }, mails)
  return { message: DATA_CHECK_TEXTS.reminded(mails.length) }
}

/** Mails that still wait are dropped at their turn; what families have sent stays for the office. */
export async function endCheck(tx: SchoolTransaction, id: number, { today, now }: Acting) {
  await lockRunning(tx, id, today)
  await nameAction(tx, 'data_check', 'data_check_ended')
  await updateCheck(tx, id, { ended_at: now.toISOString() })
  return { message: DATA_CHECK_TEXTS.ended }
}
