import { Link, useRouter } from '@tanstack/react-router'
import type { BaseData } from '#contract/account.ts'
import { offeredEntries } from './drawer-entries.ts'
import classes from './SideDrawer.module.css'

/** The menu's links, for the fixed column and for the overlay. */
export const SideDrawer = ({ baseData, onChosen }: { baseData: BaseData; onChosen?: () => void }) => {
  const { routesByPath } = useRouter()
  const entries = offeredEntries(baseData, (path) => path in routesByPath)
  return (
    <nav aria-label="Hauptmenü">
      <ul className={classes.entries}>
        {entries.map(({ text, to, icon: Icon, hasSeparator }) => (
          <li key={to} className={hasSeparator ? classes.separated : undefined}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/' }}
              className={classes.entry ?? ''}
              onClick={() => onChosen?.()}
            >
              <Icon size={20} aria-hidden />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
