import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleUser, Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { BaseData } from '#contract/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { useMay } from '#web/api/base-data.ts'
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

/** The same shape while the menu's code is on its way, so that nothing moves. */
const UserMenuShape = ({ name }: { name: string }) => (
  <span className={classes.user} aria-hidden>
    <CircleUser size={20} />
    <span className={classes.userName}>{name}</span>
  </span>
)

/** Spec §2: with no active school a red hint, for who may choose one. */
const SchoolHint = ({ baseData }: { baseData: BaseData }) => {
  const mayChange = useMay()('change user school')
  const lacksSchool = !baseData.school && baseData.attachedSchools.length > 1
  return mayChange && lacksSchool && <p className={classes.hint}>{ERROR_TEXTS.noSchool}</p>
}

/** Spec §2, shell: menu button and user menu only when logged in; the title leads home. */
export const TopBar = ({ baseData, isDrawerOpen, onToggleDrawer }: TopBarProps) => (
  <header className={classes.top}>
    <div className={classes.bar}>
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
          <Suspense fallback={<UserMenuShape name={baseData.user.name} />}>
            <UserMenu name={baseData.user.name} email={baseData.user.email} />
          </Suspense>
        </>
      )}
    </div>
    {baseData && <SchoolHint baseData={baseData} />}
  </header>
)
