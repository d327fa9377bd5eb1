import { Link } from '@tanstack/react-router'
import { FoldedPart } from './FoldedPart.tsx'
import classes from './page-parts.module.css'
import { useNarrow } from './use-narrow.ts'

interface ContentsMenuProps {
  /** The parts of the page by their hash, of a refused form with the number of fields to mend. */
  places: readonly { id: string; title: string; errors?: number }[]
  /** On a wide screen it stays beside the page. */
  isAside?: boolean
  /** Says what the links are; they stand one below the other then, on a phone folded. */
  heading?: string
}

/** Links to the parts of a long page. */
export const ContentsMenu = ({ places, isAside, heading }: ContentsMenuProps) => {
  const isFolded = useNarrow() && heading !== undefined
  const links = (
    <ul className={`sh-plain-list ${heading ? 'sh-stack' : 'sh-wrap sh-gap-4 sh-rows-0'}`}>
      {places.map(({ id, title, errors = 0 }) => (
        <li key={id}>
          <Link to="." hash={id} activeOptions={{ includeHash: true }}>
            {title}
          </Link>
          {errors > 0 && <span className="sh-bad sh-bold">{` ${errors} Fehler`}</span>}
        </li>
      ))}
    </ul>
  )
  return (
    <nav
      className={`sh-small sh-screen-only ${classes.contents}`}
      data-aside={isAside}
      aria-label={heading ?? 'Abschnitte'}
    >
      {heading && !isFolded && (
        <p className="sh-bold sh-flush" aria-hidden>
          {heading}
        </p>
      )}
      {isFolded ? (
        <FoldedPart name="abschnitte" summary={`${heading} (${places.length})`}>
          {links}
        </FoldedPart>
      ) : (
        links
      )}
    </nav>
  )
}
