import { CLOCK_TIME_TEXT, parseTimeInput } from '#contract/clock-time.ts'
import { berlinTime, berlinToday, formatDate, formatDateTime, isIsoDay } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

/** Summer time first: the hour that comes twice in October then means the earlier one. */
const OFFSETS_MINUTES = [120, 60]

/** The day and the time of day in Berlin of an instant: '2027-02-01', '08:00'. */
export const berlinDayTime = (instant: string) => ({
  day: berlinToday(new Date(instant)),
  time: berlinTime(instant),
})

/** The instant of a day and time in Berlin; undefined for what is no time or does not exist there (the hour skipped in March). */
export const instantInBerlin = (day: string, time: string): string | undefined => {
  const utc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(utc)) return undefined
  return OFFSETS_MINUTES.map((offset) => new Date(utc - offset * 60_000).toISOString()).find((instant) => {
    const there = berlinDayTime(instant)
    return there.day === day && there.time === time
  })
}

type FormTimes = Pick<Schoolyear, 'registration_from' | 'registration_until' | 'is_registration_open'>

/** Begin and end of a day go without saying. */
const momentText = (instant: string) => {
  const [day = '', time = ''] = formatDateTime(instant).split(' ')
  return ['00:00', '23:59'].includes(time) ? day : `${day}, ${time} Uhr`
}

/** The online form of a year in words: open, opens later, was open, closed (domain §1.2). */
export const onlineFormState = (year: FormTimes, now: Date): StatusLook & { text: string; detail: string } => {
  const { registration_from: from, registration_until: until, is_registration_open: isOpen } = year
  if (isOpen)
    return { tone: 'positive', icon: 'check', text: 'geöffnet', detail: until ? `bis ${momentText(until)}` : '' }
  if (!from) return { tone: 'neutral', icon: 'dot', text: 'geschlossen', detail: '' }
  if (until && Date.parse(until) <= now.getTime()) {
    return { tone: 'neutral', icon: 'dot', text: 'geschlossen', detail: `seit ${momentText(until)}` }
  }
  return { tone: 'attention', icon: 'wait', text: 'öffnet', detail: `am ${momentText(from)}` }
}

/** Both ends as they are stored; null: none. */
export type Times = Pick<Schoolyear, 'registration_from' | 'registration_until'>
type End = keyof Times

/** What the dialog holds, by the ids of its fields: days and times in Berlin, '' for none. */
export interface TimeValues {
  registration_from: string
  from_time: string
  registration_until: string
  until_time: string
}

export const TIME_FIELDS: Record<keyof TimeValues, string> = {
  registration_from: 'Geöffnet ab',
  from_time: 'Uhrzeit (ab)',
  registration_until: 'Geöffnet bis',
  until_time: 'Uhrzeit (bis)',
}

export const TIME_OF = { registration_from: 'from_time', registration_until: 'until_time' } as const
export const ENDS = Object.keys(TIME_OF) as End[]

/** Neither begin nor end: the form is closed. Days that are chosen count whole. */
export const CLOSED: TimeValues = {
  registration_from: '',
  from_time: '00:00',
  registration_until: '',
  until_time: '23:59',
}

export const SKIPPED_TIME = 'Diese Uhrzeit gibt es an diesem Tag nicht: Die Uhren werden umgestellt.'

export const timeValuesOf = ({ registration_from: from, registration_until: until }: Times): TimeValues => {
  const [first, last] = [from && berlinDayTime(from), until && berlinDayTime(until)]
  return {
    ...CLOSED,
    ...(first && { registration_from: first.day, from_time: first.time }),
    ...(last && { registration_until: last.day, until_time: last.time }),
  }
}

/** The ends that were typed anew; what was not touched keeps its seconds. */
export const changedEnds = (values: TimeValues, before: TimeValues) =>
  ENDS.filter(
    (end) => values[end] !== before[end] || (values[end] !== '' && values[TIME_OF[end]] !== before[TIME_OF[end]]),
  )

type Read = { instant: string | null } | { problems: Partial<Record<keyof TimeValues, string>> }

/** The instant of a day and a time in Berlin, null for no day, or what is wrong at which of both fields. */
const readEnd = (values: TimeValues, end: End): Read => {
  const [day, time] = [values[end].trim(), parseTimeInput(values[TIME_OF[end]])]
  if (day === '') return { instant: null }
  const problems = {
    ...(isIsoDay(day) ? {} : { [end]: MESSAGES.date }),
    ...(time === undefined ? { [TIME_OF[end]]: CLOCK_TIME_TEXT } : {}),
  }
  if (Object.keys(problems).length > 0) return { problems }
  const instant = instantInBerlin(day, time ?? '')
  return instant === undefined ? { problems: { [TIME_OF[end]]: SKIPPED_TIME } } : { instant }
}

/** What is to be sent of the changed ends, and what is wrong by field. */
export const readTimes = (values: TimeValues, before: TimeValues) => {
  const changes: Partial<Times> = {}
  const problems: Record<string, string> = {}
  for (const end of changedEnds(values, before)) {
    const read = readEnd(values, end)
    if ('instant' in read) changes[end] = read.instant
    else Object.assign(problems, read.problems)
  }
  return { changes, problems }
}

/** Own ends on top of what somebody else stored meanwhile. */
export const rebasedTimes = (values: TimeValues, before: TimeValues, stored: TimeValues) => {
  const mine = { ...stored }
  for (const end of changedEnds(values, before)) {
    mine[end] = values[end]
    mine[TIME_OF[end]] = values[TIME_OF[end]]
  }
  return mine
}

/** One end in words, as it was typed. */
export const endText = (values: TimeValues, end: End) => {
  const [day, time] = [values[end].trim(), parseTimeInput(values[TIME_OF[end]]) ?? values[TIME_OF[end]]]
  return day === '' ? 'nicht angegeben' : `${isIsoDay(day) ? formatDate(day) : day}, ${time} Uhr`
}
