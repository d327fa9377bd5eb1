import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useStatusCounts } from './registration-list-query.ts'

const textOf = (count: number) =>
  count === 1 ? 'Bewerbung wartet auf eine Entscheidung' : 'Bewerbungen warten auf eine Entscheidung'

/** A line of what is to do: applications that wait for a decision. Nothing while there are none, or it is not known. */
export const UndecidedWidget = () => {
  const count = useStatusCounts().counts?.new ?? 0
  if (count === 0) return null
  const text = textOf(count)
  return (
    <li className="sh-words sh-spread sh-padded-2">
      <span>
        <strong className="sh-figures">{count}</strong> {text}
      </span>
      <Link
        to={paths.registrations}
        search={{ status: 'new' }}
        className="sh-screen-only"
        aria-label={`Zur Liste: ${text}`}
      >
        Zur Liste
      </Link>
    </li>
  )
}
