import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import type { StateCode } from '#contract/schoolyears/state-presets.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getFederalState } from './schoolyears.shared.queries.ts'

/** The known free days of the school's federal state within the bounds of a year (domain §9). */
export async function findFreeDaysPreset(
  tx: SchoolTransaction,
  { date_start, date_end }: { date_start: string; date_end: string },
) {
  const { federal_state } = await getFederalState(tx)
  return freeDaysPreset(federal_state as StateCode, { date_start, date_end })
}
