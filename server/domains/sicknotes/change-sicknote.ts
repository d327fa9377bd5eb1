import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { NoteDays, SICKNOTE_CHANGE_TEXTS, type SicknoteChange } from '#contract/sicknotes/sicknotes.change.ts'
import type { SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { countLeave } from './count-leave.ts'
import { explainMissing, missAgain, refuseExplained } from './explain-missing.ts'
import { excuseOfNewReason } from './first-excuse.ts'
import { isLate } from './late-report.ts'
import { partOfDay } from './note-columns.ts'
import { reasonBefore } from './reason-before.ts'
import {
  refuseAhead,
  refuseCancelled,
  refuseDays,
  refuseDecision,
  refuseForeign,
  refuseOutside,
  refuseReason,
} from './refuse-sicknote.ts'
import { refusingSame } from './refusing-same.ts'
import { type LockedSicknote, lockChildrenOf, lockSicknotes, updateSicknotes } from './sicknotes.changes.queries.ts'

/** The fields that may be sent, and their columns. */
const COLUMNS = {
  dateStart: 'date_start',
  dateEnd: 'date_end',
  partial: 'partial',
  timeStart: 'time_start',
  timeEnd: 'time_end',
  lessons: 'lessons',
  reason: 'reason',
  comment: 'comment',
  reporterName: 'reporter_name',
  reporterRelation: 'reporter_relation',
  reporterPhone: 'reporter_phone',
} as const
type Field = keyof typeof COLUMNS

/** These fields have a meaning only together: changing one of them changes when the child is absent. */
const WHEN: readonly Field[] = ['dateStart', 'dateEnd', 'partial', 'timeStart', 'timeEnd', 'lessons']

const valueIn = (note: LockedSicknote) =>
  Object.fromEntries(Object.entries(COLUMNS).map(([field, column]) => [field, note[column]])) as Record<Field, unknown>

/** Days and part of the day after the change, or 422 by field. */
const readWhen = (value: object): NoteDays => {
  const result = NoteDays.safeParse(value)
  if (result.success) return result.data
  throw invalid(Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), [message]])))
}

/**
 * 422: from the second day on only the end may change; for anything else staff cancel the note and enter a new one
 * (domain §1.11). Lessons of a part of a day may still be added: parents give times, and only lessons count.
 */
const refuseAfterwards = (note: LockedSicknote, fields: readonly Field[], today: string) => {
  const isMendable = (field: Field) => field === 'dateEnd' || (field === 'lessons' && note.partial)
  const refused = today > note.date_start ? fields.filter((field) => !isMendable(field)) : []
  if (refused.length > 0)
    throw invalid(
      Object.fromEntries(refused.map((field) => [field, [SICKNOTE_CHANGE_TEXTS.onlyEnd]])),
      SICKNOTE_CHANGE_TEXTS.onlyEnd,
    )
}

async function refuseStaleNote(
  tx: SchoolTransaction,
  { note, fields, version }: { note: LockedSicknote; fields: readonly Field[]; version: number | undefined },
) {
  const touched = fields.some((field) => WHEN.includes(field)) ? [...new Set([...fields, ...WHEN])] : fields
  const stored = valueIn(note)
  await refuseStale(tx, {
    stored: note,
    fields: touched.map((field) => COLUMNS[field]),
    version,
    current: Object.fromEntries(touched.map((field) => [field, stored[field]])),
  })
}

/** A granted leave must stay within the limit of its author. */
async function refuseLongerLeave(
  tx: SchoolTransaction,
  note: LockedSicknote,
  { when, acting }: { when: NoteDays; acting: Acting },
) {
  if (note.leave_decision !== 'granted') return
  const leave = { ...note, date_start: when.dateStart, date_end: when.dateEnd, ...partOfDay(when) }
  const days = await countLeave(tx, leave)
  if (days > (await countLeave(tx, note))) refuseDecision('granted', days, acting.viewer)
}

const withHistory = (note: LockedSicknote, dateEnd: string, { viewer, now }: Acting) => {
  if (dateEnd === note.date_end) return {}
  const entry = { at: now.toISOString(), by: viewer.user_id, date_end: dateEnd, date_end_before: note.date_end }
  return { history: JSON.stringify([...(note.history as unknown[]), entry]) }
}

interface SicknoteChangeInput {
  id: number
  form: SicknoteChange
  /** The change of the reason can still be undone. */
  keepsReason?: boolean
}

/** The note with these fields applied, checked. */
async function validateChange(
  tx: SchoolTransaction,
  note: LockedSicknote,
  asked: { change: Partial<Record<Field, unknown>>; acceptsFreeDays: boolean; acting: Acting },
) {
  const { change, acceptsFreeDays, acting } = asked
  const value = { ...valueIn(note), ...change }
  const when = readWhen(value)
  const reason = value.reason as SicknoteReason
  const days = { date_start: when.dateStart, date_end: when.dateEnd }
  refuseAhead(reason, days, acting.today)
  const [calendar, settings] = await Promise.all([readCalendar(tx), getSetting(tx, 'SICKNOTE_SETTINGS')])
  if (change.dateStart !== undefined || change.dateEnd !== undefined) {
    refuseDays(days, { calendar, acceptsFreeDays })
    refuseOutside([note], days, { calendar, acceptsFreeDays, field: 'dateEnd' })
  }
  if (change.reason !== undefined) refuseReason(reason, acting.viewer)
  await refuseLongerLeave(tx, note, { when, acting })
  const reportedAt = new Date(note.created_at)
  return {
    ...days,
    ...partOfDay(when),
    is_late: isLate({ reason, dateStart: when.dateStart, dateEnd: when.dateEnd }, reportedAt, { calendar, settings }),
    ...(reason !== note.reason && {
      reason,
      ...excuseOfNewReason(note, reason, { settings, today: acting.today, userId: acting.viewer.user_id }),
    }),
    ...withHistory(note, when.dateEnd, acting),
  }
}

/** Writes the changed fields; 409 if one of them was changed since the page was loaded, or the note was cancelled. */
export async function changeSicknote(
  tx: SchoolTransaction,
  { id, form, keepsReason }: SicknoteChangeInput,
  acting: Acting,
) {
  const { version, accepts_free_days: acceptsFreeDays = false, ...sent } = form
  await lockChildrenOf(tx, [id])
  const [note] = await lockSicknotes(tx, [id], acting)
  if (!note) throw notFound()
  refuseForeign(note, acting)
  refuseCancelled(note)
  const change = changedFields(valueIn(note), sent as Partial<Record<Field, unknown>>) as Partial<
    Record<Field, unknown>
  >
  const fields = Object.keys(change) as Field[]
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange, version: note.version }
  await refuseStaleNote(tx, { note, fields, version })
  refuseAfterwards(note, fields, acting.today)
  const validated = await validateChange(tx, note, { change, acceptsFreeDays, acting })
  const { comment, reporterName, reporterRelation, reporterPhone } = sent
  // An earlier change may have set the action's name for its marks.
  await nameAction(tx, 'pupil_sicknote', 'pupil_sicknote_updated')
  const [changed] = await refusingSame(
    updateSicknotes(tx, [id], {
      ...validated,
      reason_before: keepsReason ? reasonBefore(note) : null,
      ...(comment !== undefined && { comment }),
      ...(reporterName !== undefined && { reporter_name: reporterName }),
      ...(reporterRelation !== undefined && { reporter_relation: reporterRelation }),
      ...(reporterPhone !== undefined && { reporter_phone: reporterPhone }),
    }),
  )
  await refuseExplained(tx, { ...note, ...validated })
  await missAgain(tx, [note.pupil_id])
  await explainMissing(tx, [note.pupil_id], acting.now)
  return { message: REPLY_TEXTS.saved, version: changed?.version ?? note.version }
}
