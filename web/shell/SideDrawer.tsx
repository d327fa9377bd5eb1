import { useLocalStorage } from '@mantine/hooks'
import { Link, useRouter } from '@tanstack/react-router'
import { ChevronDown, Settings } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { BaseData } from '#contract/account.ts'
import { May } from '#web/api/May.tsx'
import { type DrawerEntry, offeredEntries } from './drawer-entries.ts'
import classes from './SideDrawer.module.css'

const DrawerToolsMenu = lazy(() =>
  import('./DrawerToolsMenu.tsx').then((module) => ({ default: module.DrawerToolsMenu })),
)

interface EntriesProps {
  hasIcons?: boolean
  entries: readonly DrawerEntry[]
  onChosen: (() => void) | undefined
}

const Entries = ({ entries, hasIcons = true, onChosen }: EntriesProps) =>
  entries.map(({ text, to, icon: Icon }) => (
    <li key={to}>
      <Link to={to} activeOptions={{ exact: to === '/' }} className={classes.entry ?? ''} onClick={() => onChosen?.()}>
        {hasIcons && <Icon size={20} aria-hidden />}
        {text}
      </Link>
    </li>
  ))

/** Spec §2: "Verwaltung" is no page of its own but opens the pages that manage something (domain §9c). */
const Administration = ({ entries, onChosen }: EntriesProps) => {
  const [isOpen, setOpen] = useLocalStorage({
    key: 'schulhof-drawer-administration',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return (
    <li>
      <button type="button" className={classes.entry} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Settings size={20} aria-hidden />
        Verwaltung
        <ChevronDown size={20} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <ul className={classes.group}>
          <Entries entries={entries} hasIcons={false} onChosen={onChosen} />
        </ul>
      )}
    </li>
  )
}

/** The menu's links, for the fixed column and for the overlay. */
export const SideDrawer = ({ baseData, onChosen }: { baseData: BaseData; onChosen?: () => void }) => {
  const { routesByPath } = useRouter()
  const { daily, administration, last } = offeredEntries(baseData, (path) => path in routesByPath)
  return (
    <nav aria-label="Hauptmenü">
      <ul className={classes.entries}>
        <Entries entries={daily} onChosen={onChosen} />
      </ul>
      <ul className={classes.separated}>
        {administration.length > 0 && <Administration entries={administration} onChosen={onChosen} />}
        <Entries entries={last} onChosen={onChosen} />
      </ul>
      <May do="debug view">
        <Suspense fallback={null}>
          <DrawerToolsMenu onChosen={onChosen} />
        </Suspense>
      </May>
    </nav>
  )
}
