import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useUnreachable } from './unreachable.ts'

/** A line of what is to do: addresses that mails come back from. Nothing while there are none, or it is not known. */
export const UnreachableTaskWidget = () => {
  const { length: count } = useUnreachable()
  if (count === 0) return null
  const text = count === 1 ? 'E-Mail-Adresse ist nicht erreichbar' : 'E-Mail-Adressen sind nicht erreichbar'
  return (
    <li className="sh-words sh-spread sh-padded-2 sh-screen-only">
      <span>
        <strong className="sh-figures">{count}</strong> {text}
      </span>
      <Link to={paths.outbox} hash="unreachable" aria-label={`Zur Liste: ${text}`}>
        Zur Liste
      </Link>
    </li>
  )
}
