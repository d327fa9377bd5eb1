import { addMonths } from '#contract/dates.ts'

interface DateRange {
  /** First and last possible day, YYYY-MM-DD. */
  min?: string | undefined
  max?: string | undefined
}

export const isInRange = (day: string, { min, max }: DateRange) => (!min || day >= min) && (!max || day <= max)

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
