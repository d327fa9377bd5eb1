import { addMonths } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { getSetting } from '#server/domains/schools/schools.queries.ts'

/**
 * Whether the notes of a school year are deleted by now, or are this night: so many years after its last day (domain §5.2).
 */
export const isYearForgotten = (yearEnd: string, { years, today }: { years: number; today: string }) =>
  addMonths(yearEnd, 12 * years) <= today

/** The same by the bound school's setting. */
export async function areNotesGone(tx: SchoolTransaction, yearEnd: string, today: string) {
  const { sicknote_years: years } = await getSetting(tx, 'RETENTION_SETTINGS')
  return isYearForgotten(yearEnd, { years, today })
}
