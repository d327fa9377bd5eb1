import { addDays } from '#contract/dates.ts'

export const FUTURE = 'kommende'
export const OTHER = 'andere'

/** Days to look at: what comes is the usual choice, the others look back; today is one of seven or thirty. */
export const periodsOf = (today: string, yearStart: string | undefined) => [
  { value: FUTURE, label: 'ab morgen', von: undefined, bis: undefined },
  { value: 'woche', label: 'letzte 7 Tage', von: addDays(today, -6), bis: today },
  { value: 'monat', label: 'letzte 30 Tage', von: addDays(today, -29), bis: today },
  ...(yearStart ? [{ value: 'jahr', label: 'dieses Schuljahr', von: yearStart, bis: undefined }] : []),
  { value: OTHER, label: 'andere Tage …', von: addDays(today, -7), bis: addDays(today, 7) },
]
