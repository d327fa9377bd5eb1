import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { userEndpoints } from '#contract/users/users.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { IS_ON } from './user-list.ts'

const Task = ({ count, text, to }: { count?: number; text: string; to: { search: object; text: string } }) => (
  <li className="sh-words sh-spread sh-padded-2 sh-screen-only">
    <span>
      {count !== undefined && <strong className="sh-figures">{count} </strong>}
      {text}
    </span>
    <Link to={paths.users} search={to.search} aria-label={`${to.text}: ${text}`}>
      {to.text}
    </Link>
  </li>
)

/**
 * Lines of what is to do about accounts: users whose mails come back, and a school whose people come in through a service
 * alone, so that nobody could when it is gone. Nothing while there is neither.
 */
export const UserTasksWidget = () => {
  const { data } = useQuery({ ...queryFor(userEndpoints.tasks, {}, { quiet: true }), retry: false })
  const { unreachable = 0, lacks_emergency: lacksEmergency = false } = data ?? {}
  return (
    <>
      {lacksEmergency && (
        <Task
          text="Notfallkonto fehlt: Fällt der Anmeldedienst aus, kommt niemand in das Programm"
          to={{ search: { tab: 'anmeldung' }, text: 'Zur Anmeldung' }}
        />
      )}
      {unreachable > 0 && (
        <Task
          count={unreachable}
          text={
            unreachable === 1 ? 'Benutzer ist per E-Mail nicht erreichbar' : 'Benutzer sind per E-Mail nicht erreichbar'
          }
          to={{ search: { unreachable: IS_ON }, text: 'Zur Liste' }}
        />
      )}
    </>
  )
}
