import { useState } from 'react'
import { formatDate, isIsoDay, parseDateInput, parseNearDay } from '#contract/dates.ts'
import { dayAhead, otherCentury } from './date-suggestion.ts'

interface DateTyping {
  /** YYYY-MM-DD, or while it is no date what was typed. */
  value: string
  onChange: (value: string) => void
  /** The day in Berlin. */
  today: string
  /** First and last day that may be meant, for *Meinten Sie …?*. */
  min?: string | undefined
  max?: string | undefined
  /** The field asks for something to come: a year of the last century is a slip. */
  isAhead?: boolean | undefined
  /** A day around today: without a year the nearest such day is meant. */
  isNear?: boolean | undefined
}

/**
 * A date as a person types it (ux §2): nothing is refused while typing, on leaving it is put as dd.MM.yyyy. `suggestion`
 * is the day of the other century that may be meant, `isLongPast` that it must be; `choose` takes it, or a day of a calendar.
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
