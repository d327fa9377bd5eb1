import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import type { BaseData } from '#contract/account.ts'
import { APP_NAME } from '#web/app-name.ts'
import { paths } from '#web/paths.ts'
import { SchoolSelector } from './SchoolSelector.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

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
        <UserMenu name={baseData.user.name} email={baseData.user.email} />
      </>
    )}
  </header>
)
