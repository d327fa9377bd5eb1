import type { ReactNode } from 'react'
import { z } from 'zod'
import { parseTimeInput } from '#contract/clock-time.ts'
import { addDays, formatShortDay, isIsoDay, parseNearDay, weekday } from '#contract/dates.ts'
import type { PupilRow } from '#contract/pupils/pupils.ts'
import { countSchoolDays, isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import { NewSicknoteForm, NoteDays, SicknoteChange } from '#contract/sicknotes/sicknotes.change.ts'
import type { ReporterRelation, SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { firstSchoolDay } from '#contract/sicknotes/sicknotes.rules.ts'
import type { LeaveDecision, Sicknote } from '#contract/sicknotes/sicknotes.ts'

/** The facts about a child that are needed to name it. */
export type PickedPupil = Pick<PupilRow, 'id' | 'firstname' | 'lastname' | 'lastname_prefix' | 'schoolclass'>

/** What can be said of the days, of a new note and of one that is changed. */
export interface NoteValues {
  dateStart: string
  dateEnd: string
  reason: SicknoteReason
  partial: boolean
  timeStart: string
  timeEnd: string
  lessons: number[]
  comment: string
  reporterName: string
  reporterRelation: ReporterRelation | ''
  reporterPhone: string
}

export interface NewNoteValues extends NoteValues, Record<string, unknown> {
  pupils: readonly PickedPupil[]
  source: 'phone' | 'mail' | 'staff'
  leave_decision: LeaveDecision
}

export const NOTE_FIELDS = {
  pupil_ids: 'Kinder',
  pupils: 'Kinder',
  dateStart: 'Von',
  dateEnd: 'Bis',
  reason: 'Grund',
  leave_decision: 'Entscheidung',
  partial: 'Nur ein Teil des Tages',
  timeStart: 'Von (Uhrzeit)',
  timeEnd: 'Bis (Uhrzeit)',
  lessons: 'Stunden',
  comment: 'Bemerkung',
  reporterName: 'Name',
  reporterRelation: 'Wer meldet?',
  reporterPhone: 'Telefon für Rückfragen',
  source: 'Gemeldet per',
} as const

/** What is folded away at first. */
export const MORE_FIELDS = [
  'partial',
  'timeStart',
  'timeEnd',
  'lessons',
  'comment',
  'reporterName',
  'reporterRelation',
  'reporterPhone',
] as const

interface FreeStretch {
  date_start: string
  date_end: string
}

const FAR_DAYS = 60

/** For today, or on a free day for the next one with school. */
export const newNote = (
  pupils: readonly PickedPupil[],
  today: string,
  freeDays: readonly FreeStretch[],
): NewNoteValues => {
  const day = firstSchoolDay(today, freeDays, addDays(today, FAR_DAYS)) ?? today
  return {
    pupils,
    dateStart: day,
    dateEnd: day,
    reason: 'sick',
    source: 'phone',
    leave_decision: 'pending',
    partial: false,
    timeStart: '',
    timeEnd: '',
    lessons: [],
    comment: '',
    reporterName: '',
    reporterRelation: '',
    reporterPhone: '',
  }
}

export const valuesOfNote = ({ value }: Sicknote): NoteValues & Record<string, unknown> => ({
  dateStart: value.dateStart,
  dateEnd: value.dateEnd,
  reason: value.reason ?? 'sick',
  partial: value.partial,
  timeStart: value.timeStart ?? '',
  timeEnd: value.timeEnd ?? '',
  lessons: value.lessons,
  comment: value.comment ?? '',
  reporterName: value.reporterName ?? '',
  reporterRelation: value.reporterRelation ?? '',
  reporterPhone: value.reporterPhone ?? '',
})

/** The values in the shape of the contract: empty ones are null, whole days have no times. */
export const bodyOf = (values: NoteValues) => ({
  dateStart: values.dateStart,
  dateEnd: values.dateEnd,
  reason: values.reason,
  partial: values.partial,
  timeStart: (values.partial && (parseTimeInput(values.timeStart) ?? values.timeStart)) || null,
  timeEnd: (values.partial && (parseTimeInput(values.timeEnd) ?? values.timeEnd)) || null,
  lessons: values.partial ? values.lessons : [],
  comment: values.comment || null,
  reporterName: values.reporterName || null,
  reporterRelation: values.reporterRelation || null,
  reporterPhone: values.reporterPhone || null,
})

export const newBodyOf = ({ pupils, source, leave_decision, ...values }: NewNoteValues) => ({
  ...bodyOf(values),
  pupil_ids: pupils.map(({ id }) => id),
  source,
  ...(values.reason === 'leave' && { leave_decision }),
})

/** Checks what is typed by the rules of the contract. */
export const NewNoteSchema = z.preprocess((values) => newBodyOf(values as NewNoteValues), NewSicknoteForm)

const ChangedNote = SicknoteChange.and(NoteDays)

/** The same for a change; the child stays. */
export const ChangeSchema = z.preprocess((values) => bodyOf(values as NoteValues), ChangedNote)

/** What the fields of a note show and set; of a new one and of one that is changed. */
export interface NoteInputs {
  values: NoteValues
  errors: Record<string, ReactNode>
  set: (change: Partial<NoteValues>) => void
}

type Body = ReturnType<typeof bodyOf>

/** Keys of the body that differ. */
export const changesOf = (values: NoteValues, before: NoteValues): Partial<Body> => {
  const [now, then] = [bodyOf(values), bodyOf(before)]
  const differs = (key: string) => JSON.stringify(now[key as keyof Body]) !== JSON.stringify(then[key as keyof Body])
  return Object.fromEntries(Object.entries(now).filter(([key]) => differs(key)))
}

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
