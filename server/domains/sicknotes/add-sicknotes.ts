import { counted } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import type { SicknoteSettings } from '#contract/schools/schools.settings.ts'
import type { NewSicknoteForm } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import type { SicknoteSource } from '#contract/sicknotes/sicknotes.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting, SchoolViewer } from '#server/db/viewer.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar, type SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { explainMissing } from './explain-missing.ts'
import { listExplained } from './explained-marks.queries.ts'
import { firstExcuse, isReported } from './first-excuse.ts'
import { isLate } from './late-report.ts'
import { leaveDaysOfYear, withinStay } from './leave-days.ts'
import { noteColumns, partOfDay } from './note-columns.ts'
import { changeOtherReasons } from './other-reasons.ts'
import { isHead, refuseAhead, refuseDays, refuseDecision, refuseOutside, refuseReason } from './refuse-sicknote.ts'
import { queueReportMails } from './report-mails.ts'
import { insertSicknotes, type LockedChild, type LockedSicknote, lockChildren } from './sicknotes.changes.queries.ts'
import { listGrantedLeaves } from './sicknotes.leaves.queries.ts'

interface RuleContext extends Acting {
  calendar: SchoolCalendar
  settings: SicknoteSettings
}

/** Nobody reports a class trip, so it has no caller. */
const sourceOf = ({ source, reason }: NewSicknoteForm, viewer: SchoolViewer): SicknoteSource => {
  if (!isHead(viewer)) return 'teacher'
  return isReported(reason) || reason === 'leave' ? source : 'staff'
}

const daysOf = ({ dateStart, dateEnd }: NewSicknoteForm) => ({ date_start: dateStart, date_end: dateEnd ?? dateStart })

/** Everything of a note except its child. */
function toNote(form: NewSicknoteForm, context: RuleContext) {
  const { viewer, now, today } = context
  const said = noteColumns(form, now)
  const source = sourceOf(form, viewer)
  const leave_decision = form.reason === 'leave' ? form.leave_decision : null
  const reported = { reason: form.reason, dateStart: said.date_start, dateEnd: said.date_end }
  return {
    ...said,
    source,
    is_late: isLate(reported, now, context),
    ...firstExcuse({ reason: form.reason, source, leave_decision }, { ...context, userId: viewer.user_id }),
    leave_decision,
    leave_applied_at: leave_decision === null ? null : today,
    leave_decided_by: leave_decision === null || leave_decision === 'pending' ? null : viewer.user_id,
    // The office has seen its own entries.
    ...(isHead(viewer) && { seen_at: said.created_at, seen_by: viewer.user_id }),
    created_by: viewer.user_id,
  }
}

/** 403 or 409 when the user may not decide a leave that is granted or refused at once. */
async function refuseLeave(
  tx: SchoolTransaction,
  { form, children, context }: { form: NewSicknoteForm; children: readonly LockedChild[]; context: RuleContext },
) {
  if (form.reason !== 'leave' || form.leave_decision === 'pending') return
  const leavesOf = await listGrantedLeaves(
    tx,
    children.map(({ id }) => id),
  )
  for (const child of children) {
    const leave = { id: null, ...partOfDay(form), ...withinStay(daysOf(form), child) }
    const days = leaveDaysOfYear(leave, leavesOf(child.id), context.calendar)
    refuseDecision(form.leave_decision, days, context.viewer)
  }
}

interface Outcome {
  added: readonly LockedChild[]
  /** The existing note got the new reason. */
  mended: readonly LockedChild[]
  /** How many of the added notes replace an earlier one, which is cancelled. */
  replaced: number
  /** The number of children whose absence was known before. */
  known: number
}

const namesOf = ([only, ...others]: readonly LockedChild[]) =>
  only && others.length === 0 ? fullName(only) : counted(others.length + 1, 'Kind', 'Kindern')

const addedText = (form: NewSicknoteForm, added: readonly LockedChild[]) => {
  const [only, ...others] = added
  if (!only) return undefined
  const isMissing = form.reason === 'unexplained'
  const who = others.length === 0 ? fullName(only) : counted(added.length, 'Kind', 'Kinder')
  return isMissing
    ? `${who} ${others.length === 0 ? 'ist' : 'sind'} als fehlend eingetragen.`
    : `Die Krankmeldung für ${who} ist eingetragen.`
}

const replyText = (form: NewSicknoteForm, { added, mended, replaced, known }: Outcome) => {
  if (added.length + mended.length === 0) return SICKNOTE_TEXTS.duplicate
  const texts = [
    addedText(form, added),
    replaced === 1 && 'Die Meldung mit dem anderen Grund ist gelöscht.',
    replaced > 1 && `Die ${replaced} Meldungen mit dem anderen Grund sind gelöscht.`,
    mended.length > 0 && `Der Grund ist bei ${namesOf(mended)} geändert.`,
    known > 0 && `Für ${counted(known, 'Kind', 'Kinder')} gab es sie schon.`,
  ]
  return texts.filter(Boolean).join(' ')
}

/** A missing child is no news when the absence is known. */
const listNews = async (tx: SchoolTransaction, note: ReturnType<typeof toNote>, children: readonly LockedChild[]) => {
  if (note.reason !== 'unexplained') return children
  const ids = children.map(({ id }) => id)
  const explained = await listExplained(tx, ids, note)
  return children.filter(({ id }) => !explained.includes(id))
}

interface Entry {
  form: NewSicknoteForm
  note: ReturnType<typeof toNote>
  children: readonly LockedChild[]
  /** The notes that this entry replaces. */
  replaced: readonly LockedSicknote[]
  context: RuleContext
}

/** A report in time does not become late when the note gets another reason afterwards (domain §1.11). */
const lateOf = (pupilId: number, { note, form, replaced, context }: Entry) => {
  const before = replaced.find(({ pupil_id }) => pupil_id === pupilId)
  const absence = { reason: form.reason, dateStart: note.date_start, dateEnd: note.date_end }
  return before ? isLate(absence, new Date(before.created_at), context) : note.is_late
}

async function writeNotes(tx: SchoolTransaction, entry: Entry) {
  const { form, note, children, context } = entry
  await nameAction(tx, 'pupil_sicknote', 'sicknote_created')
  const news = await listNews(tx, note, children)
  const rows =
    news.length > 0
      ? await insertSicknotes(
          tx,
          news.map(({ id }) => ({ ...note, pupil_id: id, is_late: lateOf(id, entry) })),
        )
      : []
  await explainMissing(
    tx,
    children.map(({ id }) => id),
    context.now,
  )
  const isMailed = ['phone', 'mail'].includes(note.source) && isReported(form.reason)
  const noteIds = rows.map(({ id }) => id)
  if (isMailed && noteIds.length > 0) await queueReportMails(tx, { noteIds, today: context.today })
  return new Map(rows.map(({ id, pupil_id }) => [pupil_id, id]))
}

/**
 * Enters an absence of one or several children, for all or for none of them (domain §3.5). A known absence of a child
 * stays; if it has another reason, 409 says so before anything is entered.
 */
export async function addSicknotes(tx: SchoolTransaction, form: NewSicknoteForm, acting: Acting) {
  refuseReason(form.reason, acting.viewer)
  refuseAhead(form.reason, daysOf(form), acting.today)
  const wanted = [...new Set(form.pupil_ids)]
  const children = await lockChildren(tx, wanted, acting)
  if (children.length < wanted.length) throw notFound()
  const [calendar, settings] = await Promise.all([readCalendar(tx), getSetting(tx, 'SICKNOTE_SETTINGS')])
  const context = { ...acting, calendar, settings }
  const staying = { calendar, acceptsFreeDays: form.accepts_free_days }
  refuseDays(daysOf(form), staying)
  refuseOutside(children, daysOf(form), { ...staying, field: 'pupil_ids' })
  await refuseLeave(tx, { form, children, context })
  const note = toNote(form, context)
  const { mended, replaced } = await changeOtherReasons(tx, { form, note, pupilIds: wanted }, acting)
  const added = await writeNotes(tx, { form, note, children, replaced, context })
  const isMended = (id: number) => mended.some(({ pupil_id }) => pupil_id === id)
  const known_pupil_ids = wanted.filter((id) => !added.has(id) && !isMended(id))
  return {
    message: replyText(form, {
      added: children.filter(({ id }) => added.has(id)),
      mended: children.filter(({ id }) => isMended(id)),
      replaced: replaced.length,
      known: known_pupil_ids.length,
    }),
    ids: wanted.flatMap((id) => added.get(id) ?? []),
    known_pupil_ids,
    replaced_ids: replaced.map(({ id }) => id),
    mended: mended.map(({ id, version }) => ({ id, version })),
  }
}
