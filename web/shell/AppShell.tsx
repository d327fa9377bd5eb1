import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { NEW_VERSION_TEXT, RELOAD_TEXT } from '#contract/changelog/changelog.ts'
import { useBaseData } from '#web/api/base-data.ts'
import { APP_NAME } from '#web/app-name.ts'
import { DemoBanner } from '#web/ui/DemoBanner.tsx'
import { TitleSuffix } from '#web/ui/PageTitle.tsx'
import { showAccent } from '#web/ui/show-accent.ts'
import classes from './AppShell.module.css'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { announceChangedSchool } from './change-school.ts'
import { DebugCard } from './DebugCard.tsx'
import { useDebugView } from './debug-view.ts'
import { DialogHost } from './dialogs.tsx'
import { Footer } from './Footer.tsx'
import { FrameDialogHost } from './FrameDialogHost.tsx'
import { IdleDialogHost } from './IdleDialogHost.tsx'
import { NoticeHost, notify } from './notify.tsx'
import { OverlayDrawer } from './OverlayDrawer.tsx'
import { focusStartOfPage, targetOfHash } from './page-start.ts'
import { RoutedVisit } from './RoutedVisit.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { TopBar } from './TopBar.tsx'
import { TwoFactorNoticeCard } from './TwoFactorNoticeCard.tsx'
import { useFrameKeys } from './use-frame-keys.ts'
import { useVersionPoll } from './use-version.ts'

const MAIN_ID = 'inhalt'

const skipToContent = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById(MAIN_ID)?.focus()
}

/** Over filters, columns and heads: a list has more of them than anybody wants to pass. */
const skipToList = (event: MouseEvent) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('main a[data-row-link]')?.focus()
}

/** The left drawer: a column from 1024 px, open by default (spec §3) and remembered; below that an overlay, closed at first. */
const useDrawer = () => {
  const isColumn = useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false })
  const [isColumnOpen, setColumnOpen] = useLocalStorage({
    key: 'schulhof-drawer',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  return {
    isColumn,
    isOpen: isColumn ? isColumnOpen : isOverlayOpen,
    toggle: () => (isColumn ? setColumnOpen((open) => !open) : setOverlayOpen((open) => !open)),
    closeOverlay: () => setOverlayOpen(false),
  }
}

/** Spec §8: stays until it is closed; while it stands a further version says nothing new. */
const announceVersion = () =>
  notify(NEW_VERSION_TEXT, {
    id: 'new-version',
    isLasting: true,
    type: 'info',
    action: { text: RELOAD_TEXT, run: () => window.location.reload() },
  })

/** The active school's colour (tokens.css). */
const useAccent = (accent: string | undefined) => {
  useEffect(() => showAccent(accent), [accent])
}

/** After a change of page its start takes the focus. */
const useFocusOnTitle = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, hashChanged }) => {
        if (fromLocation && pathChanged) focusStartOfPage()
        else if (fromLocation && hashChanged) targetOfHash()?.focus()
      }),
    [router],
  )
}

/** The frame around every staff page: top bar, drawer, content, footer (spec §2). */
export const AppShell = ({ children }: { children: ReactNode }) => {
  const baseData = useBaseData()
  const school = baseData ? baseData.school : null
  const drawer = useDrawer()
  const debug = useDebugView()
  useAccent(school?.accent)
  useFocusOnTitle()
  useEffect(announceChangedSchool, [])
  useFrameKeys(baseData)
  useVersionPoll(announceVersion)

  return (
    <TitleSuffix value={school ? `${school.name} – ${APP_NAME}` : APP_NAME}>
      <a href={`#${MAIN_ID}`} className={classes.skip} onClick={skipToContent}>
        Zum Inhalt springen
      </a>
      <a href={`#${MAIN_ID}`} className={`${classes.skip} ${classes.toList}`} onClick={skipToList}>
        Zur Liste springen
      </a>
      <DemoBanner />
      <TopBar baseData={baseData} isDrawerOpen={drawer.isOpen} onToggleDrawer={drawer.toggle} />
      <ConnectionBanner />
      <TwoFactorNoticeCard />
      <div className={classes.body}>
        {baseData && drawer.isColumn && drawer.isOpen && (
          <div className={classes.column} data-drawer-column>
            <SideDrawer baseData={baseData} />
          </div>
        )}
        {baseData && !drawer.isColumn && (
          <OverlayDrawer baseData={baseData} isOpen={drawer.isOpen} onClose={drawer.closeOverlay} />
        )}
        <div className={classes.page}>
          <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
            <RoutedVisit>{children}</RoutedVisit>
            {/* Menus and dialogs of the kit appear here: inside a landmark, and their heads are no second banner. */}
            <div data-mantine-shared-portal-node="true" />
          </main>
          {debug.isActive && <DebugCard />}
          <Footer />
        </div>
      </div>
      <DialogHost />
      <FrameDialogHost />
      <IdleDialogHost />
      <NoticeHost />
    </TitleSuffix>
  )
}
