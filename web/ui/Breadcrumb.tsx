import { Link } from '@tanstack/react-router'
import { linkTarget } from './link-target.ts'
import classes from './page-parts.module.css'

interface Crumb {
  text: string
  to: string
}

/** The path from a detail page upwards, ending in the page itself. */
export const Breadcrumb = ({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) => (
  <nav aria-label="Pfad">
    <ol className={`sh-plain-list sh-wrap sh-small sh-gap-2 sh-screen-only ${classes.crumbs}`}>
      {crumbs.map(({ text, to }) => (
        <li key={to}>
          <Link {...linkTarget(to)}>{text}</Link>
        </li>
      ))}
      <li aria-current="page">{current}</li>
    </ol>
  </nav>
)
