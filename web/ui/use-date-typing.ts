import { useState } from 'react'
import { formatDate, isIsoDay, parseDateInput, parseNearDay } from '#contract/dates.ts'
import { dayAhead, otherCentury } from './date-suggestion.ts'

interface DateTyping {
  /** YYYY-MM-DD, or the typed text while it is no date. */
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
