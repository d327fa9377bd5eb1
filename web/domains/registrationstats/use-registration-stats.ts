import { useQuery } from '@tanstack/react-query'
import { type RegistrationStats, registrationStatEndpoints } from '#contract/registrationstats/registrationstats.ts'
import { ApiFailure } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'

const YEAR = 'schuljahr'

/** A year before in which nobody applied is nothing to compare with. */
const withoutEmptyYear = (stats: RegistrationStats) =>
  stats.counts_before.total === 0 ? { ...stats, before: null } : stats

/** Which year the address names and its numbers; without a name the server finds the year one can apply for. */
export const useRegistrationStats = () => {
  const { get, set } = useUrlSearch()
  const wished = Number(get(YEAR))
  const school_year_id = Number.isSafeInteger(wished) && wished > 0 ? wished : undefined
  const stats = useQuery(
    queryFor(registrationStatEndpoints.get, { query: { school_year_id } }, { quiet: true, keepPrevious: true }),
  )
  return {
    stats: stats.data && withoutEmptyYear(stats.data),
    hasFailed: stats.isError,
    isUnknown: stats.error instanceof ApiFailure && stats.error.status === 404,
    retry: () => void stats.refetch(),
    choose: (id: string) => set({ [YEAR]: id }),
  }
}
