import { useQuery } from '@tanstack/react-query'
import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { formatDayOf } from '#contract/dates.ts'
import { queryFor } from '#web/api/queries.ts'

/** „Daten bestätigt am 20.11.2026 (Anna Müller)“; nothing while nobody has confirmed them, or it cannot be loaded. */
export const DataConfirmedWidget = ({ pupilId }: { pupilId: number }) => {
  const { data = [] } = useQuery(
    queryFor(dataCheckDecideEndpoints.confirmed, { params: { id: pupilId } }, { quiet: true }),
  )
  if (data.length === 0) return null
  const words = data.map(({ name, answered_at }) => `${formatDayOf(answered_at)} (${name})`)
  return <p className="sh-quiet sh-small">{`Daten bestätigt am ${words.join(' und am ')}`}</p>
}
