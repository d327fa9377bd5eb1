import { absenceEndpoints } from '#contract/absences.ts'
import { pupilEndpoints } from '#contract/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses.ts'
import { sicknoteEndpoints } from '#contract/sicknotes.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const POLL_MS = 180_000 // spec §9
const SPREAD = 0.2

/**
 * Pages that were opened together do not ask together: between 80 and 120 % of the interval, always the same for the
 * same reply, so that drawing anew does not start it anew.
 */
export const pollDelay = (loadedAt: number) =>
  Math.round(POLL_MS * (1 - SPREAD + 2 * SPREAD * ((loadedAt % 997) / 996)))

interface PolledQuery {
  state: { dataUpdatedAt: number; errorUpdatedAt: number }
}

/** Asks again while the page is in sight; a failing poll is no alert, the page says so itself (domain §9c). */
const polled = {
  refetchInterval: ({ state }: PolledQuery) => pollDelay(Math.max(state.dataUpdatedAt, state.errorUpdatedAt)),
}

/** Absences of today and later (spec §7). */
export const sicknotesQuery = { ...queryFor(sicknoteEndpoints.list, {}), ...polled }

/** Those that touch the days, for looking back and for the week. */
export const sicknotesBetween = (from: string | undefined, to: string | undefined) => ({
  ...queryFor(sicknoteEndpoints.list, { query: { from, to } }, { keepPrevious: true }),
  ...polled,
})

export const missingExcuseQuery = { ...queryFor(sicknoteEndpoints.missingExcuse, {}), ...polled }

/** Calendar, rules and classes; what the page shows without them, too. */
export const sicknoteOptionsQuery = queryFor(sicknoteEndpoints.formOptions, {}, { quiet: true })

/** Classes of who is signed in. */
export const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {}, { quiet: true })

export const pupilsFound = (search: string) =>
  queryFor(
    pupilEndpoints.list,
    { query: { search, per_page: 10, status: 'active,on_leave,guest,upcoming' } },
    { quiet: true },
  )

export const loadSicknoteAnew = (id: number) =>
  queryClient.fetchQuery({ ...queryFor(sicknoteEndpoints.get, { params: { id } }, { quiet: true }), staleTime: 0 })

/** What is no longer true once a note was changed. */
export const CHANGED_BY_SICKNOTES = [
  sicknoteEndpoints.list,
  sicknoteEndpoints.missingExcuse,
  sicknoteEndpoints.get,
  absenceEndpoints.pupil,
  absenceEndpoints.report,
]

export const refreshSicknotes = () => renewReplies(CHANGED_BY_SICKNOTES)
