import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** Requests without an answer in time, in red (domain DP-05). Nothing while there are none, or it cannot be loaded. */
export const OverdueRequestsWidget = () => {
  const { data } = useQuery(queryFor(overdueRequestEndpoints.count, {}, { quiet: true }))
  if (!data?.count) return null
  return (
    <Alert component="section" role="region" color="red" title="Datenschutz: Frist überschritten">
      <Link to={paths.privacyRequests}>
        {data.count === 1 ? '1 Anfrage ist überfällig' : `${data.count} Anfragen sind überfällig`}
      </Link>
    </Alert>
  )
}
