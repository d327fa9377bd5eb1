import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { userEndpoints } from '#contract/users/users.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { IS_ON } from './user-list.ts'

/** A line of what is to do: users whose mails about their accounts come back. Nothing while there are none. */
export const UnreachableUsersTaskWidget = () => {
  const { data } = useQuery({ ...queryFor(userEndpoints.countUnreachable, {}, { quiet: true }), retry: false })
  const count = data?.count ?? 0
  if (count === 0) return null
  const text = count === 1 ? 'Benutzer ist per E-Mail nicht erreichbar' : 'Benutzer sind per E-Mail nicht erreichbar'
  return (
    <li className="sh-words sh-spread sh-padded-2 sh-screen-only">
      <span>
        <strong className="sh-figures">{count}</strong> {text}
      </span>
      <Link to={paths.users} search={{ unreachable: IS_ON }} aria-label={`Zur Liste: ${text}`}>
        Zur Liste
      </Link>
    </li>
  )
}
