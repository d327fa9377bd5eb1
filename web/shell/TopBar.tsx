import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import type { BaseData } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { useMay } from '#web/api/base-data.ts'
import { APP_NAME } from '#web/app-name.ts'
import { paths } from '#web/paths.ts'
import { openFrameDialog } from './frame-dialogs.ts'
import { SchoolSelector } from './SchoolSelector.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

interface TopBarProps {
  baseData: BaseData | false
  isDrawerOpen: boolean
  onToggleDrawer: () => void
}

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
          <button
            type="button"
            className={classes.search}
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K"
            onClick={() => openFrameDialog('palette')}
          >
            <Search size={20} aria-hidden />
            <span className="sh-visually-hidden">Seite oder Befehl suchen</span> <kbd>Strg+K</kbd>
          </button>
          <SchoolSelector baseData={baseData} />
          <UserMenu name={baseData.user.name} email={baseData.user.email} />
        </>
      )}
    </div>
    {baseData && <SchoolHint baseData={baseData} />}
  </header>
)
