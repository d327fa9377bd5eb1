import { formatDateTime } from '#contract/dates.ts'
import type { Schoolyear } from '#contract/schoolyears.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'
import { instantInBerlin } from './berlin-instant.ts'

type FormTimes = Pick<Schoolyear, 'registration_from' | 'registration_until' | 'is_registration_open'>

/** Begin and end of a day go without saying. */
const at = (instant: string) => {
  const [day = '', time = ''] = formatDateTime(instant).split(' ')
  return ['00:00', '23:59'].includes(time) ? day : `${day}, ${time} Uhr`
}

/** The online form of a year in words: open, opens later, was open, closed (domain §1.2). */
export const onlineFormState = (year: FormTimes): StatusLook & { text: string; detail: string } => {
  const { registration_from: from, registration_until: until, is_registration_open: isOpen } = year
  if (isOpen) return { tone: 'positive', icon: 'check', text: 'geöffnet', detail: until ? `bis ${at(until)}` : '' }
  if (!from) return { tone: 'neutral', icon: 'dot', text: 'geschlossen', detail: '' }
  if (until && Date.parse(until) <= Date.now()) {
    return { tone: 'neutral', icon: 'dot', text: 'geschlossen', detail: `seit ${at(until)}` }
  }
  return { tone: 'attention', icon: 'wait', text: 'öffnet', detail: `am ${at(from)}` }
}

/** What the dialog holds: days and times in Berlin, '' for none. */
export interface FormTimeValues {
  fromDay: string
  fromTime: string
  untilDay: string
  untilTime: string
}

/** A time as people type it: 8, 8.30, 0830, 8:30 Uhr; undefined for what is none. */
export const parseTime = (text: string): string | undefined => {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:. ]?(\d{2}))?(?: ?uhr)?$/i.exec(text.trim()) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}

/** The instant of both fields; null for an empty day, undefined for what is no moment. */
export const instantOf = (day: string, time: string): string | null | undefined =>
  day.trim() === '' ? null : instantInBerlin(day, parseTime(time) ?? '')
