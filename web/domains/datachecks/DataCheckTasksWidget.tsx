import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** A line of what is to do: families have sent changes. Nothing while there is nothing, or it cannot be loaded. */
export const DataCheckTasksWidget = () => {
  const { data } = useQuery(queryFor(dataCheckDecideEndpoints.tasks, {}, { quiet: true }))
  if (!data || data.families === 0 || data.data_check_id === null) return null
  const { families, data_check_id } = data
  return (
    <li className="sh-words sh-spread sh-padded-2 sh-screen-only">
      <span>
        <strong className="sh-figures">{families}</strong> {families === 1 ? 'Familie hat' : 'Familien haben'}{' '}
        Änderungen geschickt
      </span>
      <Link to={paths.dataCheck(data_check_id)} aria-label="Ansehen: Änderungen aus dem Datenabgleich">
        Ansehen
      </Link>
    </li>
  )
}
