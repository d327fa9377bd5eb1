import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { queryFor } from '#web/api/queries.ts'

export const POLL_SECONDS = 180 // spec §9

/** Absences of today and later (spec §7), asked again while they are in sight; a failing poll is no alert (domain §9c). */
export const sicknotesQuery = queryFor(sicknoteEndpoints.list, {}, { pollSeconds: POLL_SECONDS })
