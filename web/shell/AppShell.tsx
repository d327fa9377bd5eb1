import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import { useBaseData } from '#web/api/base-data.ts'
import { APP_NAME } from '#web/app-name.ts'
import { DemoBanner } from '#web/ui/DemoBanner.tsx'
import { TitleSuffix } from '#web/ui/PageTitle.tsx'
import classes from './AppShell.module.css'
import { announceVersion } from './announce-version.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { announceChangedSchool } from './change-school.ts'
import { useDebugView } from './debug-view.ts'
import { DialogHost } from './dialogs.tsx'
import { Footer } from './Footer.tsx'
import { FrameDialogHost } from './FrameDialogHost.tsx'
import { IdleDialogHost } from './IdleDialogHost.tsx'
import { NoticeHost } from './notify.tsx'
import { RoutedVisit } from './RoutedVisit.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { TopBar } from './TopBar.tsx'
import { TwoFactorNoticeCard } from './TwoFactorNoticeCard.tsx'
import { useDrawer } from './use-drawer.ts'
import { useFrameKeys } from './use-frame-keys.ts'
import { useAccent, useFocusOnTitle } from './use-page-effects.ts'
import { useVersionPoll } from './use-version.ts'

const OverlayDrawer = lazy(() => import('./OverlayDrawer.tsx').then((module) => ({ default: module.OverlayDrawer })))
const DebugCard = lazy(() => import('./DebugCard.tsx').then((module) => ({ default: module.DebugCard })))

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
          <Suspense fallback={null}>
            <OverlayDrawer baseData={baseData} isOpen={drawer.isOpen} onClose={drawer.closeOverlay} />
          </Suspense>
        )}
        <div className={classes.page}>
          <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
            <RoutedVisit>{children}</RoutedVisit>
            {/* Menus and dialogs of the kit appear here: inside a landmark, and their heads are no second banner. */}
            <div data-mantine-shared-portal-node="true" />
          </main>
          {debug.isActive && (
            <Suspense fallback={null}>
              <DebugCard />
            </Suspense>
          )}
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
