import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates.ts'
import { clockEndpoints } from '#contract/retentions/retentions.clock.ts'
import { queryFor } from '#web/api/queries.ts'

/** When the remark and the note are erased (domain §5.2). Draws nothing while that is unknown. */
export const SicknoteClockWidget = ({ id }: { id: number }) => {
  const { data } = useQuery(queryFor(clockEndpoints.sicknote, { params: { id } }, { quiet: true }))
  if (!data) return null
  const { comment_on, row_on } = data
  return (
    <p className="sh-quiet sh-small sh-flush">
      {`Bemerkung und meldende Person werden am ${formatDate(comment_on)} gelöscht`}
      {row_on ? `, die Krankmeldung am ${formatDate(row_on)}.` : '.'}
    </p>
  )
}
