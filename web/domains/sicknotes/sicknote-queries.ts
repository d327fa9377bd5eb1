import { absenceEndpoints } from '#contract/absences/absences.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const POLL_SECONDS = 180 // spec §9

/** Absences of today and later (spec §7), asked again while they are in sight; a failing poll is no alert (domain §9c). */
export const sicknotesQuery = queryFor(sicknoteEndpoints.list, {}, { pollSeconds: POLL_SECONDS })

/** Notes that touch the days, for the past and for the week. */
export const sicknotesBetween = (from: string | undefined, to: string | undefined) =>
  queryFor(sicknoteEndpoints.list, { query: { from, to } }, { keepPrevious: true, pollSeconds: POLL_SECONDS })

export const missingExcuseQuery = queryFor(sicknoteEndpoints.missingExcuse, {}, { pollSeconds: POLL_SECONDS })

/** Calendar, rules and classes; what the page shows without them, too. */
export const sicknoteOptionsQuery = queryFor(sicknoteEndpoints.formOptions, {}, { quiet: true })

export const loadSicknoteAnew = (id: number) =>
  queryClient.fetchQuery({ ...queryFor(sicknoteEndpoints.get, { params: { id } }, { quiet: true }), staleTime: 0 })

/** What is no longer true once a note was changed. */
export const CHANGED_BY_SICKNOTES = [
  sicknoteEndpoints.list,
  sicknoteEndpoints.missingExcuse,
  sicknoteEndpoints.get,
  pupilEndpoints.list,
  absenceEndpoints.pupil,
  absenceEndpoints.report,
]

export const refreshSicknotes = () => renewReplies(CHANGED_BY_SICKNOTES)
