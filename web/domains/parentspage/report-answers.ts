import { CLOCK_TIME_TEXT, parseTimeInput } from '#contract/clock-time.ts'
import { isIsoDay, parseNearDay } from '#contract/dates.ts'
import { PLAIN_MESSAGES } from '#contract/plain-messages.ts'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import type { PublicSicknoteForm } from '#contract/sicknotes/sicknotes.public.ts'
import {
  type PublicReason,
  REPORTER_NAME_MAX,
  type ReporterRelation,
  SICKNOTE_COMMENT_MAX,
} from '#contract/sicknotes/sicknotes.reasons.ts'
import { checkReportDays, SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { firstChoice, type OfferedDay, possibleEnds, type ReportCalendar } from './report-days.ts'
import type { ReportChild } from './use-children.ts'

/** What a parent has chosen and typed. */
export interface ReportAnswers {
  /** Keys of the children who are not away this time. */
  leftOut: readonly string[]
  /** Empty: the day that was chosen is over. */
  when: OfferedDay['when'] | 'several' | ''
  /** YYYY-MM-DD, or what was typed while it is no date; only of `several`. */
  dateStart: string
  dateEnd: string
  partial: boolean
  timeStart: string
  timeEnd: string
  reason: PublicReason
  relation: ReporterRelation | ''
  reporterName: string
  reporterPhone: string
  comment: string
}

/** By field of the form: `children`, `when`, and those of the answers. */
export type ReportErrors = Readonly<Record<string, string>>

type DayAnswers = Pick<ReportAnswers, 'when' | 'dateStart' | 'dateEnd'>

/** The days as they stand before anybody chose; `time`: HH:MM of the day. */
export const firstDays = (
  offered: readonly OfferedDay[],
  { today, time, calendar }: { today: string; time: string; calendar: ReportCalendar },
): DayAnswers => {
  const first = firstChoice(offered, time)
  const dateStart = first?.day ?? today
  const [dateEnd = dateStart] = possibleEnds(dateStart, calendar, 1)
  return { when: first?.when ?? 'several', dateStart, dateEnd }
}

/**
 * The days once another day has begun: 'Nur heute' of last evening must not become the new day unnoticed, so it is asked
 * again; dates that were typed stay what they are.
 */
export const daysAfterMidnight = (
  answers: DayAnswers,
  { fresh, isTouched }: { fresh: DayAnswers; isTouched: boolean },
): Partial<DayAnswers> => {
  if (!isTouched) return fresh
  return answers.when === 'several' ? {} : { ...fresh, when: '' }
}

export const freshAnswers = (days: DayAnswers): ReportAnswers => ({
  ...days,
  leftOut: [],
  partial: false,
  timeStart: '',
  timeEnd: '',
  reason: 'sick',
  relation: '',
  reporterName: '',
  reporterPhone: '',
  comment: '',
})

export interface ReportPlace {
  children: readonly ReportChild[]
  today: string
  offered: readonly OfferedDay[]
}

const dayOf = (typed: string, today: string) => parseNearDay(typed, today) ?? typed.trim()

/** From when until when; an end left empty is the beginning. */
export const rangeOf = (answers: DayAnswers, { today, offered }: Pick<ReportPlace, 'today' | 'offered'>) => {
  if (answers.when !== 'several') {
    const day = offered.find(({ when }) => when === answers.when)?.day ?? today
    return { dateStart: day, dateEnd: day }
  }
  const dateStart = dayOf(answers.dateStart, today)
  return { dateStart, dateEnd: dayOf(answers.dateEnd, today) || dateStart }
}

/** The same with dates and times as they are meant: what a field writes on leaving changes nothing more. */
export const readAnswers = (answers: ReportAnswers, today: string): ReportAnswers => ({
  ...answers,
  dateStart: dayOf(answers.dateStart, today),
  dateEnd: dayOf(answers.dateEnd, today),
  timeStart: parseTimeInput(answers.timeStart) ?? answers.timeStart,
  timeEnd: parseTimeInput(answers.timeEnd) ?? answers.timeEnd,
})

export const chosenChildren = (
  { leftOut }: Pick<ReportAnswers, 'leftOut'>,
  { children }: Pick<ReportPlace, 'children'>,
) => children.filter(({ uuid }) => !leftOut.includes(uuid))

/** Part of a day is asked for one day only. */
export const isOneDay = (answers: DayAnswers, place: Pick<ReportPlace, 'today' | 'offered'>) => {
  const { dateStart, dateEnd } = rangeOf(answers, place)
  return dateStart === dateEnd
}

type Found = [field: string, text: string]

const wrongDays = (range: { dateStart: string; dateEnd: string }, children: readonly ReportChild[]): Found[] => {
  const { dateStart, dateEnd } = range
  if (!dateStart) return [['dateStart', PLAIN_MESSAGES.required]]
  // Without an end of its own, the first day is the last one, too.
  const typed = dateEnd === dateStart ? { dateStart } : { dateStart, dateEnd }
  const unreadable = Object.entries(typed).filter(([, day]) => !isIsoDay(day))
  if (unreadable.length > 0) return unreadable.map(([field]) => [field, PLAIN_MESSAGES.date])
  for (const child of children) {
    const wrong = checkReportDays(range, child.sicknote)
    if (wrong) return [[wrong.field, wrong.text]]
    if (countSchoolDays(dateStart, dateEnd, child.sicknote.free_days) === 0)
      return [['dateStart', SICKNOTE_TEXTS.noSchoolDay]]
  }
  return []
}

const wrongTimes = ({ timeStart, timeEnd }: ReportAnswers): Found[] => {
  const missing = Object.entries({ timeStart, timeEnd }).filter(([, time]) => !time.trim())
  if (missing.length > 0) return missing.map(([field]) => [field, REPORT_TEXTS.noTimes])
  const [start, end] = [parseTimeInput(timeStart), parseTimeInput(timeEnd)]
  if (!start) return [['timeStart', CLOCK_TIME_TEXT]]
  if (!end) return [['timeEnd', CLOCK_TIME_TEXT]]
  return end <= start ? [['timeEnd', SICKNOTE_TEXTS.timesOrder]] : []
}

const wrongTexts = ({ comment, reporterName }: ReportAnswers): Found[] => [
  ...(comment.trim().length > SICKNOTE_COMMENT_MAX
    ? [['comment', PLAIN_MESSAGES.maxLength(SICKNOTE_COMMENT_MAX)] satisfies Found]
    : []),
  ...(reporterName.trim().length > REPORTER_NAME_MAX
    ? [['reporterName', PLAIN_MESSAGES.maxLength(REPORTER_NAME_MAX)] satisfies Found]
    : []),
]

export const REPORT_TEXTS = {
  noChild: 'Bitte wählen Sie mindestens ein Kind.',
  noDay: 'Bitte wählen Sie, wann Ihr Kind fehlt.',
  newDay: 'Inzwischen hat ein neuer Tag begonnen. Bitte wählen Sie noch einmal.',
  noTimes: 'Bitte geben Sie an, von wann bis wann.',
} as const

/** All that is wrong, in the words of the server, which has the last one. */
export const checkReport = (answers: ReportAnswers, place: ReportPlace): ReportErrors => {
  const chosen = chosenChildren(answers, place)
  const found: Found[] = [
    ...(chosen.length === 0 ? [['children', REPORT_TEXTS.noChild] satisfies Found] : []),
    ...(answers.when === ''
      ? [['when', REPORT_TEXTS.noDay] satisfies Found]
      : wrongDays(rangeOf(answers, place), chosen)),
    ...(answers.partial && isOneDay(answers, place) ? wrongTimes(answers) : []),
    ...wrongTexts(answers),
  ]
  return placedErrors(Object.fromEntries(found), answers)
}

const FIELDS: Record<string, string> = { uuid: 'children', uuids: 'children', reporterRelation: 'relation' }

/** Errors by the fields that show: those of the days stand at the choice unless dates are asked. */
export const placedErrors = (errors: Readonly<Record<string, string>>, { when }: Pick<ReportAnswers, 'when'>) => {
  const placeOf = (key: string) => {
    const [name = ''] = key.split('.')
    return when !== 'several' && (name === 'dateStart' || name === 'dateEnd') ? 'when' : (FIELDS[name] ?? name)
  }
  return Object.fromEntries(Object.entries(errors).map(([key, text]) => [placeOf(key), text]))
}

/** From top to bottom, as the form shows them. */
export const REPORT_FIELDS = [
  'children',
  'when',
  'dateStart',
  'dateEnd',
  'partial',
  'timeStart',
  'timeEnd',
  'reason',
  'relation',
  'reporterName',
  'reporterPhone',
  'comment',
] as const

const LABELS: Partial<Record<string, string>> = {
  dateStart: 'Erster Tag',
  dateEnd: 'Letzter Tag',
  timeStart: 'Von',
  timeEnd: 'Bis',
  reporterName: 'Ihr Name',
  comment: 'Bemerkung',
}

/** What fits every field says nothing without the field's name; the other texts speak for themselves. */
const NAMELESS: readonly string[] = [
  PLAIN_MESSAGES.required,
  PLAIN_MESSAGES.date,
  CLOCK_TIME_TEXT,
  PLAIN_MESSAGES.maxLength(SICKNOTE_COMMENT_MAX),
  PLAIN_MESSAGES.maxLength(REPORTER_NAME_MAX),
]

/** A line of the error summary. */
export const summaryText = (field: string, text: string) => {
  const label = NAMELESS.includes(text) ? LABELS[field] : undefined
  return label ? `${label} – ${text}` : text
}

export type ReportBody = Omit<PublicSicknoteForm, 'lessons'>

/** What is sent; only for answers without errors. */
export const reportOf = (answers: ReportAnswers, place: ReportPlace): ReportBody => {
  const [first, ...others] = chosenChildren(answers, place)
  const partial = answers.partial && isOneDay(answers, place)
  const isOther = answers.relation === 'other'
  return {
    uuid: first?.uuid ?? '',
    uuids: others.map(({ uuid }) => uuid),
    ...rangeOf(answers, place),
    partial,
    timeStart: partial ? (parseTimeInput(answers.timeStart) ?? null) : null,
    timeEnd: partial ? (parseTimeInput(answers.timeEnd) ?? null) : null,
    reason: answers.reason,
    reporterRelation: answers.relation || null,
    reporterName: (isOther && answers.reporterName.trim()) || null,
    reporterPhone: (isOther && answers.reporterPhone.trim()) || null,
    comment: answers.comment.trim() || null,
  }
}
