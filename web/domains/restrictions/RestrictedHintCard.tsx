import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  RESTRICTED_PLACE,
  restrictedHint,
  restrictedSearchEndpoints,
} from '#contract/restrictions/restrictions.search.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** How many restricted people fit the search, with the way to their page. */
export const RestrictedHintCard = ({ q }: { q: string }) => {
  const { data } = useQuery(queryFor(restrictedSearchEndpoints.count, { query: { q } }, { quiet: true }))
  if (!data?.count) return null
  return (
    <p role="status" className="sh-quiet sh-flush sh-below-2 sh-screen-only">
      {`${restrictedHint(data.count)}: `}
      <Link to={paths.restrictions}>{RESTRICTED_PLACE}</Link>
    </p>
  )
}
