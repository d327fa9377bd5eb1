import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { BaseData } from '#contract/account.ts'
import { APP_NAME } from '#web/app-name.ts'
import { paths } from '#web/paths.ts'
import { SchoolSelector } from './SchoolSelector.tsx'
import classes from './TopBar.module.css'

const UserMenu = lazy(() => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu })))

interface TopBarProps {
  baseData: BaseData | false
  isDrawerOpen: boolean
  onToggleDrawer: () => void
}

/** Spec §2, shell: menu button and user menu only when logged in; the title leads home. */
export const TopBar = ({ baseData, isDrawerOpen, onToggleDrawer }: TopBarProps) => (
  <header className={classes.bar}>
    {baseData && (
      <ActionIcon
        size={40}
        aria-label={isDrawerOpen ? 'Menü schließen' : 'Menü öffnen'}
        aria-expanded={isDrawerOpen}
        onClick={onToggleDrawer}
      >
        <MenuIcon size={20} aria-hidden />
      </ActionIcon>
    )}
    <Link to={paths.home} className={classes.title ?? ''}>
      {APP_NAME}
    </Link>
    {baseData && (
      <>
        <SchoolSelector baseData={baseData} />
        <Suspense fallback={<span className={classes.user} />}>
          <UserMenu name={baseData.user.name} email={baseData.user.email} />
        </Suspense>
      </>
    )}
  </header>
)
