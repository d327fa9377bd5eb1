import { SICKNOTE_LIST } from '#contract/sicknotes/sicknotes.list-path.ts'
import type { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { queryFor } from '#web/api/queries.ts'

export const POLL_SECONDS = 180 // spec §9

/** Absences of today and later (spec §7), asked again while they are in sight; a failing poll is no alert (domain §9c). */
export const sicknotesQuery = queryFor(
  // Without its schemas, which only what is sent is checked by: they would be part of the dashboard (architecture §9).
  SICKNOTE_LIST as unknown as typeof sicknoteEndpoints.list,
  {},
  { pollSeconds: POLL_SECONDS },
)
