import { Link } from '@tanstack/react-router'
import classes from './Breadcrumb.module.css'
import { linkTarget } from './link-target.ts'

interface Crumb {
  text: string
  to: string
}

/** The way up from a detail page; the page itself is its title and not repeated here. */
export const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="Pfad">
    <ol className={classes.crumbs}>
      {crumbs.map(({ text, to }) => (
        <li key={to}>
          <Link {...linkTarget(to)}>{text}</Link>
        </li>
      ))}
    </ol>
  </nav>
)
