import { useState } from 'react'
import { addMonths, formatDate, isIsoDay, parseDateInput, parseNearDay } from '#contract/dates.ts'

interface DateRange {
  /** First and last possible day, YYYY-MM-DD. */
  min?: string | undefined
  max?: string | undefined
}

const isInRange = (day: string, { min, max }: DateRange) => (!min || day >= min) && (!max || day <= max)

const TWO_DIGIT_YEAR = /^\D*(?:\d{1,2}(?:\D+\d{1,2})?\D+\d{2}|\d{6})\D*$/

/**
 * The same day in the other century when a two-digit year gave an impossible day (domain §9b): `04.01.27` is 1927 by
 * the rule of spec §5, and 'Meinten Sie 04.01.2027?' is offered if that day is possible.
 */
export const otherCentury = (typed: string, day: string, range: DateRange): string | undefined => {
  if (!TWO_DIGIT_YEAR.test(typed) || isInRange(day, range)) return undefined
  const other = (day.startsWith('19') ? '20' : '19') + day.slice(2)
  return isInRange(other, range) ? other : undefined
}

const LONG_PAST_MONTHS = 5 * 12

/** For future days: the day of this century when one of the last century was typed. */
export const dayAhead = (day: string, { today, ...range }: DateRange & { today: string }): string | undefined => {
  if (!day.startsWith('19') || day >= addMonths(today, -LONG_PAST_MONTHS)) return undefined
  const other = `20${day.slice(2)}`
  return isInRange(other, range) ? other : undefined
}

export const longPastText = (day: string) => `Das Jahr ${day.slice(0, 4)} liegt weit zurück.`

/** A date that is typed, as all its fields know it. */
export interface DateTyping {
  /** YYYY-MM-DD, or the typed text while it is no date: the form's schema refuses that with the message of spec §5. */
  value: string
  onChange: (value: string) => void
  /** The day in Berlin. */
  today: string
  /** First and last possible day, for *Meinten Sie …?*. */
  min?: string | undefined
  max?: string | undefined
  /** The field asks for a future day: a year of the last century is a mistake. */
  isAhead?: boolean | undefined
  /** A day around today: without a year it is the nearest such day. */
  isNear?: boolean | undefined
}

/**
 * A typed date (ux §2): nothing is refused while typing, and leaving the field formats it as dd.MM.yyyy. `suggestion`
 * is the day of the other century that may be meant, `isLongPast` says that it must be; `choose` takes it, or a day of
 * a calendar.
 */
export const useDateTyping = ({ value, onChange, today, min, max, isAhead, isNear }: DateTyping) => {
  const [typed, setTyped] = useState<string>()
  const [lastTyped, setLastTyped] = useState('')
  const isTyping = typed !== undefined
  const isRead = !isTyping && isIsoDay(value)
  const ahead = isRead && isAhead ? dayAhead(value, { today, min, max }) : undefined
  return {
    isTyping,
    text: typed ?? (isIsoDay(value) ? formatDate(value) : value),
    suggestion: ahead ?? (isRead ? otherCentury(lastTyped, value, { min, max }) : undefined),
    isLongPast: ahead !== undefined,
    type: (text: string) => {
      setTyped(text)
      setLastTyped(text)
      onChange(text)
    },
    leave: () => {
      if (isTyping) onChange((isNear ? parseNearDay : parseDateInput)(typed, today) ?? typed.trim())
      setTyped(undefined)
    },
    choose: (day: string) => {
      setLastTyped('')
      setTyped(undefined)
      onChange(day)
    },
  }
}
