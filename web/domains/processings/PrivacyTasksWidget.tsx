import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#contract/counted.ts'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** What a head has to look at again (domain DP-01, DP-20, DP-21). Nothing while there is nothing, or it cannot be loaded. */
export const PrivacyTasksWidget = () => {
  const { data } = useQuery(queryFor(privacyTaskEndpoints.get, {}, { quiet: true }))
  if (!data) return null
  const { is_notice_stale, processors, processings } = data
  const tasks = [
    { to: paths.privacyNotices, text: is_notice_stale && 'Die Datenschutzhinweise nennen alte Angaben' },
    {
      to: paths.processors,
      text: processors > 0 && `${counted(processors, 'Auftragsverarbeiter', 'Auftragsverarbeiter')} prüfen`,
    },
    { to: paths.processings, text: processings > 0 && `${counted(processings, 'Tätigkeit', 'Tätigkeiten')} prüfen` },
  ].filter(({ text }) => text)
  if (tasks.length === 0) return null
  return (
    <Alert component="section" role="region" color="yellow" title="Datenschutz: zu prüfen">
      <ul className="sh-plain-list">
        {tasks.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
