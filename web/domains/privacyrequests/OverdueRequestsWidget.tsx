import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** A line of what is to do: requests without an answer in time, in red (domain DP-05). Nothing while there are none, or it cannot be loaded. */
export const OverdueRequestsWidget = () => {
  const { data } = useQuery(queryFor(overdueRequestEndpoints.count, {}, { quiet: true }))
  if (!data?.count) return null
  return (
    <li className="sh-words sh-spread sh-padded-2 sh-screen-only">
      <span className="sh-bad sh-bold">
        {data.count === 1
          ? '1 Anfrage zum Datenschutz ist überfällig'
          : `${data.count} Anfragen zum Datenschutz sind überfällig`}
      </span>
      <Link to={paths.privacyRequests} aria-label="Zu den Anfragen, die überfällig sind">
        Zu den Anfragen
      </Link>
    </li>
  )
}
