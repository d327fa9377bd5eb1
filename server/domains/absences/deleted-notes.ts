import { isYearForgotten } from '#contract/absences/absences.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'

/** Whether the notes of a school year are deleted by the bound school's period (domain §5.2). */
export async function areNotesDeleted(tx: SchoolTransaction, yearEnd: string, today: string) {
  const { sicknote_years: years } = await getSetting(tx, 'RETENTION_SETTINGS')
  return isYearForgotten(yearEnd, { years, today })
}
