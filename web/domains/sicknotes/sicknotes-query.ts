import { SICKNOTE_LIST } from '#contract/sicknotes.list-path.ts'
import type { sicknoteEndpoints } from '#contract/sicknotes.ts'
import { queryFor } from '#web/api/queries.ts'
import { withoutSchemas } from '#web/api/without-schemas.ts'

export const POLL_SECONDS = 180 // spec §9

/** Absences of today and later (spec §7), asked again while they are in sight; a failing poll is no alert (domain §9c). */
export const sicknotesQuery = queryFor(
  withoutSchemas<typeof sicknoteEndpoints.list>(SICKNOTE_LIST),
  {},
  { pollSeconds: POLL_SECONDS },
)
