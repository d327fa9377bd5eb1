import { whenUsed } from './when-used.ts'

/**
 * Calendar days are strings 'YYYY-MM-DD' everywhere, never a Date;
 * instants are ISO strings in UTC. "Today" and "now" are always arguments.
 */

export const MINUTE_MS = 60 * 1000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

const toIso = (year: number, month: number, day: number) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`

const partsOf = (iso: string) => {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
  return { year, month, day }
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const isRealDay = (year: number, month: number, day: number) =>
  year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

/** Whether the text is a day of the calendar between 1900 and 2199, written YYYY-MM-DD. */
export const isIsoDay = (text: string) => {
  const { year, month, day } = partsOf(text)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDay(year, month, day)
}

const berlin = whenUsed(
  () =>
    new Intl.DateTimeFormat('de-DE', {
      timeZone: 'Europe/Berlin',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

const berlinParts = (instant: Date) => {
  const parts = Object.fromEntries(
    berlin()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

let lastAsked = { minute: Number.NaN, day: '' }

/**
 * The calendar day in Europe/Berlin at that moment (domain §0.12). Every request and every mail asks for it, and the
 * formatter is slow; the offset of Berlin is always whole minutes.
 */
export const berlinToday = (now: Date) => {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  if (minute !== lastAsked.minute) lastAsked = { minute, day: berlinParts(now).day }
  return lastAsked.day
}

/** The time of day in Europe/Berlin of an instant, HH:MM. */
export const berlinTime = (instant: string | Date) => berlinParts(new Date(instant)).time

/** The time of day with seconds, HH:MM:SS; the offset of Berlin is always whole minutes. */
export const berlinClock = (instant: Date) =>
  `${berlinTime(instant)}:${String(instant.getUTCSeconds()).padStart(2, '0')}`

/** A day as dd.MM.yyyy (spec §5). */
export const formatDate = (iso: string) => iso.split('-').reverse().join('.')

const ISO_WITH_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/

/**
 * Turns a day that a program wrote as YYYY-MM-DD, with or without a time, into dd.MM.yyyy; any other text stays as it
 * is.
 */
export const asWrittenDay = (text: string) => {
  const day = ISO_WITH_TIME.exec(text.trim())?.[1]
  return day !== undefined && isIsoDay(day) ? formatDate(day) : text
}

/** An instant as dd.MM.yyyy HH:mm in Europe/Berlin (spec §5). */
export const formatDateTime = (instant: string | Date) => {
  const { day, time } = berlinParts(new Date(instant))
  return `${formatDate(day)} ${time}`
}

/** „12.03.2026 um 14:05 Uhr“. */
export const momentText = (instant: string) => `${formatDateTime(instant).replace(' ', ' um ')} Uhr`

/** The day in Europe/Berlin of an instant as dd.MM.yyyy. */
export const formatDayOf = (instant: string | Date) => formatDate(berlinToday(new Date(instant)))

/** Spec §5: a two-digit year greater than the current one is 19xx, otherwise 20xx. */
const fullYear = (digits: string, today: string) => {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year > Number(today.slice(2, 4)) ? 1900 + year : 2000 + year
}

const BETWEEN = '[.,/ -]+'
const DAY_FIRST = new RegExp(`^(\\d{1,2})${BETWEEN}(\\d{1,2})${BETWEEN}(\\d{4}|\\d{2})[. ]*$`)
const DAY_FIRST_DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const YEAR_FIRST = new RegExp(`^(\\d{4})${BETWEEN}(\\d{1,2})${BETWEEN}(\\d{1,2})$`)
const YEAR_FIRST_DIGITS = /^(\d{4})(\d{2})(\d{2})$/

const MONTHS = 'januar februar märz april mai juni juli august september oktober november dezember'.split(' ')

/**
 * Replaces the name of a month by its number, also shortened and as Austrians say it; other words stay and are no date.
 */
const withMonthNumber = (typed: string) =>
  typed.normalize('NFC').replace(/\p{L}{3,}\.?/u, (word) => {
    const name = word
      .toLowerCase()
      .replace('.', '')
      .replace('ae', 'ä')
      .replace('jän', 'jan')
      .replace('janner', 'januar')
    const index = MONTHS.findIndex((month) => month.startsWith(name))
    return index < 0 ? word : ` ${index + 1} `
  })

const dayOf = ([, first = '', month = '', last = '']: RegExpExecArray, today: string, isYearFirst: boolean) => {
  const [yearDigits, day] = isYearFirst ? [first, last] : [last, first]
  const year = fullYear(yearDigits, today)
  return isRealDay(year, Number(month), Number(day)) ? toIso(year, Number(month), Number(day)) : undefined
}

/**
 * Reads what a person types as a date: 3.5.15, 3,5,2015, 03052015, 20150503, 2015-05-03, 3. Mai 2015 (ux §2).
 * Gives 'YYYY-MM-DD', or undefined when it is no day of the calendar.
 */
export const parseDateInput = (text: string, today: string): string | undefined => {
  const typed = withMonthNumber(text.trim()).trim()
  const dayFirst = DAY_FIRST.exec(typed) ?? DAY_FIRST_DIGITS.exec(typed)
  const yearFirst = YEAR_FIRST.exec(typed) ?? YEAR_FIRST_DIGITS.exec(typed)
  // Eight digits are read with the day first, as most people type them: 20102015 is the 20th of October.
  const asDayFirst = dayFirst ? dayOf(dayFirst, today, false) : undefined
  return asDayFirst ?? (yearFirst ? dayOf(yearFirst, today, true) : undefined)
}

const WITHOUT_YEAR = new RegExp(`^(\\d{1,2})${BETWEEN}(\\d{1,2})[. ]*$`)
const WITHOUT_YEAR_DIGITS = /^(\d{2})(\d{2})$/
/** 29 February is never further away than this. */
const YEARS_ROUND = 8
const END_OF_CENTURY = '2099-12-31'

const distance = (day: string, other: string) => Math.abs(Date.parse(day) - Date.parse(other))

/**
 * Like `parseDateInput`, for days around today: without a year it is the nearest such day (24.11., 2411, 24. Nov.), and
 * a two-digit year belongs to this century.
 */
export const parseNearDay = (text: string, today: string): string | undefined => {
  const typed = withMonthNumber(text.trim()).trim()
  const found = WITHOUT_YEAR.exec(typed) ?? WITHOUT_YEAR_DIGITS.exec(typed)
  if (!found) return parseDateInput(text, END_OF_CENTURY)
  const [day, month, year] = [Number(found[1]), Number(found[2]), Number(today.slice(0, 4))]
  const years = Array.from({ length: 2 * YEARS_ROUND + 1 }, (_, index) => year + YEARS_ROUND - index)
  const days = years.filter((one) => isRealDay(one, month, day)).map((one) => toIso(one, month, day))
  return days.sort((one, other) => distance(one, today) - distance(other, today))[0]
}

export const addDays = (iso: string, days: number) => {
  const { year, month, day } = partsOf(iso)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** Days from one calendar day to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const months = whenUsed(() => new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' }))

/** `November 2026`, of any day in it. */
export const monthName = (day: string) => months().format(new Date(`${day}T00:00:00Z`))

/** The same day of a later or earlier month; the last one where that month is shorter (31.01. + 1 = 28.02.). */
export const addMonths = (iso: string, months: number) => {
  const { year, month, day } = partsOf(iso)
  const count = year * 12 + month - 1 + months
  const [newYear, newMonth] = [Math.floor(count / 12), (count % 12) + 1]
  return toIso(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/** Completed years on that day; somebody born on 29 February turns a year older on 1 March of other years. */
export const ageOn = (birthdate: string, day: string) => {
  const years = Number(day.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return day.slice(5) < birthdate.slice(5) ? years - 1 : years
}

/** From the 18th birthday on, that day included, parents have no custody (domain §5.5). */
export const isOfAge = (birthdate: string, day: string) => ageOn(birthdate, day) >= 18

/** 1 is Monday, 7 is Sunday. */
export const weekday = (iso: string) => {
  const { year, month, day } = partsOf(iso)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}

const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const
export const SCHOOL_WEEKDAYS = WEEKDAYS.slice(0, 5)
/** Mo, Di, … So. */
export const SHORT_WEEKDAYS = WEEKDAYS.map((name) => name.slice(0, 2))

/** Montag … Sonntag. */
export const weekdayName = (iso: string) => WEEKDAYS[weekday(iso) - 1] ?? ''

/** A day as people say it on the phone: Mi 25.11. */
export const formatShortDay = (iso: string) => {
  const { month, day } = partsOf(iso)
  return `${SHORT_WEEKDAYS[weekday(iso) - 1]} ${pad(day)}.${pad(month)}.`
}
