import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** Lines of what is to do: what a head has to look at again (domain DP-01, DP-20, DP-21). Nothing while there is nothing, or it cannot be loaded. */
export const PrivacyTasksWidget = () => {
  const { data } = useQuery(queryFor(privacyTaskEndpoints.get, {}, { quiet: true }))
  if (!data) return null
  const { is_notice_stale, processors, processings } = data
  const tasks = [
    {
      to: paths.privacyNotices,
      text: is_notice_stale && 'Datenschutzhinweise nennen alte Angaben',
      count: undefined,
      way: 'Ansehen',
    },
    {
      to: paths.processors,
      text: processors > 0 && 'Auftragsverarbeiter zu prüfen',
      count: processors,
      way: 'Prüfen',
    },
    {
      to: paths.processings,
      text: processings > 0 && `${processings === 1 ? 'Verarbeitung' : 'Verarbeitungen'} zu prüfen`,
      count: processings,
      way: 'Prüfen',
    },
  ].filter(({ text }) => text)
  return tasks.map(({ to, text, count, way }) => (
    <li key={to} className="sh-words sh-spread sh-padded-2 sh-screen-only">
      <span>
        {count && <strong className="sh-figures">{count}</strong>} {text}
      </span>
      <Link to={to} aria-label={`${way}: ${text}`}>
        {way}
      </Link>
    </li>
  ))
}
