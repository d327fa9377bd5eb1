import { addDays, formatShortDay, isIsoDay, parseNearDay, weekday } from '#contract/dates.ts'
import type { PupilRow } from '#contract/pupils/pupils.ts'
import { fieldsOf } from '#contract/record.ts'
import { countSchoolDays, isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import { NewSicknoteFields, SicknoteFields } from '#contract/sicknotes/sicknote.record.ts'
import { NoteDays } from '#contract/sicknotes/sicknotes.change.ts'
import type { SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { firstSchoolDay } from '#contract/sicknotes/sicknotes.rules.ts'
import type { LeaveDecision } from '#contract/sicknotes/sicknotes.ts'
import { type FieldValues, inputsOf, sentOf } from '#web/forms/fields.ts'
import type { Edit, TypedInput } from '#web/forms/use-edit.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'

/** The facts about a child that are needed to name it. */
export type PickedPupil = Pick<PupilRow, 'id' | 'firstname' | 'lastname' | 'lastname_prefix' | 'schoolclass'>

/** What the inputs of a note hold; of a new one children and decision as well. */
export interface NoteValues extends FieldValues {
  dateStart: string
  dateEnd: string
  reason: SicknoteReason
  partial: boolean
  timeStart: string
  timeEnd: string
  lessons: readonly string[]
  comment: string
}
export interface NewNoteValues extends NoteValues {
  pupil_ids: readonly string[]
  leave_decision: LeaveDecision
}

export const NOTE_FIELDS = fieldsOf(SicknoteFields)
export const NEW_NOTE_FIELDS = fieldsOf(NewSicknoteFields)

const OF_PART = ['timeStart', 'timeEnd', 'lessons']
/** What is folded away at first. */
export const MORE_FIELDS = ['partial', ...OF_PART, 'comment', 'reporterName', 'reporterRelation', 'reporterPhone']

/** Times belong to a part of a day, a decision to a leave; the server empties the times of whole days. */
export const asksOfNote = (key: string, values: FieldValues) =>
  OF_PART.includes(key) ? values.partial === true : key !== 'leave_decision' || values.reason === 'leave'

/** What was being typed when a session ended. */
export interface PreservedNote {
  pupils: readonly PickedPupil[]
  typed: TypedInput<never>
}

/** What the fields of a note show and set; a change of some of them mends what was refused together. */
export const noteInputs = <Base, New, Change>({ values, errors, fillIn, forgetErrors }: Edit<Base, New, Change>) => ({
  values: values as NoteValues,
  errors,
  set: (change: FieldValues) => {
    forgetErrors()
    fillIn((typed) => ({ ...typed, ...change }))
  },
})
export type NoteInputs = ReturnType<typeof noteInputs>

interface FreeStretch {
  date_start: string
  date_end: string
}

const FAR_DAYS = 60

/** For today, or on a free day for the next one with school. */
export const newNote = (pupils: readonly PickedPupil[], today: string, freeDays: readonly FreeStretch[]) => {
  const day = firstSchoolDay(today, freeDays, addDays(today, FAR_DAYS)) ?? today
  const values: FieldValues = {
    ...inputsOf(NEW_NOTE_FIELDS, undefined),
    pupil_ids: pupils.map(({ id }) => String(id)),
    dateStart: day,
    dateEnd: day,
  }
  return values as NewNoteValues
}

/** What days and times of a note are refused for together, although only some of them were changed. */
export const dayFaults = (values: FieldValues) =>
  schemaErrors(NoteDays)(
    sentOf(
      NOTE_FIELDS.filter(({ key }) => asksOfNote(key, values)),
      values,
    ),
  )

/** The days as they are typed: what appeared on leaving a field would move the next one away under its press. */
export const typedDays = ({ dateStart, dateEnd }: Pick<NoteValues, 'dateStart' | 'dateEnd'>, today: string) => ({
  dateStart: parseNearDay(dateStart, today) ?? '',
  dateEnd: parseNearDay(dateEnd, today) ?? '',
})

/** Whether both are days and none between them has school; undefined while the calendar is not known. */
export const isAllFree = (
  { dateStart, dateEnd }: Pick<NoteValues, 'dateStart' | 'dateEnd'>,
  freeDays: readonly FreeStretch[] | undefined,
) =>
  freeDays !== undefined &&
  isIsoDay(dateStart) &&
  isIsoDay(dateEnd) &&
  dateStart <= dateEnd &&
  countSchoolDays(dateStart, dateEnd, freeDays) === 0

const FRIDAY = 5

/** Days that have a name of their own. */
const nameOfDay = (day: string, today: string) => {
  if (day === today) return 'heute'
  return day === addDays(today, 1) ? 'morgen' : undefined
}

const SUGGESTED = 5

/** This day and the next ones with school. */
const nextDays = (day: string, freeDays: readonly FreeStretch[], count: number) => {
  const days = [day]
  for (let next = addDays(day, 1); days.length <= count && next <= addDays(day, FAR_DAYS); next = addDays(next, 1))
    if (isSchoolDay(next, freeDays)) days.push(next)
  return days
}

/** To go on after the end: the next day with school and the Friday of its week. */
const laterDays = (dateEnd: string, freeDays: readonly FreeStretch[]) => {
  const next = firstSchoolDay(addDays(dateEnd, 1), freeDays, addDays(dateEnd, FAR_DAYS))
  if (!next) return []
  return [next, addDays(next, FRIDAY - weekday(next))].filter((day) => day >= next && isSchoolDay(day, freeDays))
}

interface SuggestionFacts {
  today: string
  freeDays: readonly FreeStretch[]
  /** Until when a known absence lasts so far; of one that runs only its end changes. */
  lasting?: { dateEnd: string; isRunning: boolean } | undefined
}

/**
 * Ends that a call mostly names: this day and each of the next five with school; of an absence that runs the next one,
 * its end, and what comes after that.
 */
export const endSuggestions = (dateStart: string, { today, freeDays, lasting }: SuggestionFacts) => {
  if (!isIsoDay(dateStart)) return []
  const friday = addDays(dateStart, (FRIDAY - weekday(dateStart) + 7) % 7)
  const { isRunning = false, dateEnd = '' } = lasting ?? {}
  const days = [
    ...nextDays(dateStart, freeDays, isRunning ? 1 : SUGGESTED),
    ...(dateEnd >= dateStart ? [dateEnd, ...laterDays(dateEnd, freeDays)] : []),
  ]
  const textOf = (day: string) => {
    const isThisFriday = day === friday && day < addDays(today, 7) && day !== dateStart
    const name = nameOfDay(day, today) ?? (isThisFriday ? 'Freitag' : formatShortDay(day))
    return day === dateStart && !isRunning ? `nur ${name}` : `bis ${name}`
  }
  return [...new Set(days)].sort().map((day) => ({ day, text: textOf(day) }))
}
