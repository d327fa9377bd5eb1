import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useLocation, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, type MouseEvent, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { NEW_VERSION_TEXT, RELOAD_TEXT } from '#contract/changelog/changelog.ts'
import { forgetUser, useBaseData, useMay } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { APP_NAME } from '#web/app-name.ts'
import { paths } from '#web/paths.ts'
import { DemoBanner } from '#web/ui/DemoBanner.tsx'
import { TitleSuffix } from '#web/ui/PageTitle.tsx'
import { showAccent } from '#web/ui/show-accent.ts'
import { AccessNoticeCard } from './AccessStepCard.tsx'
import classes from './AppShell.module.css'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { announceChangedSchool } from './change-school.ts'
import { alertDialog, DialogHost } from './dialogs.tsx'
import { Footer } from './Footer.tsx'
import { FrameDialogHost } from './FrameDialogHost.tsx'
import { FramePartsContext } from './frame-dialogs.ts'
import { IdleDialogHost } from './IdleDialog.tsx'
import { NoticeHost, notify } from './notify.tsx'
import { focusStartOfPage, MAIN_ID, skipToContent, targetOfHash } from './page-start.ts'
import { rememberPupil } from './recent-pupils.ts'
import { OverlayDrawer, SideDrawer } from './SideDrawer.tsx'
import { TopBar } from './TopBar.tsx'
import { useDebugView } from './use-debug-view.ts'
import { useFrameKeys } from './use-frame-keys.ts'
import { useVersionPoll } from './use-version.ts'
import { handedOn, VisitContext, type VisitState } from './visit.ts'

/** Few people may see it, and fewer turn it on. */
const DebugCard = lazy(() => import('./DebugCard.tsx').then((module) => ({ default: module.DebugCard })))

declare module '@tanstack/react-router' {
  interface HistoryState extends Pick<VisitState, 'hasSessionEnded'> {}
}

/** Visitors' pages within the staff's program. */
const RoutedVisit = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const hasSessionEnded = useLocation({ select: ({ state }) => state.hasSessionEnded })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page takes what was handed to it
  const visit = useMemo(() => {
    const go = (to: string, state: VisitState = {}) => {
      handedOn.state = state
      void navigate({ to })
    }
    const state = { ...handedOn.state, ...(hasSessionEnded && { hasSessionEnded }) }
    return { state, search, go, alert: alertDialog, explain: explainFailure, forgetUser }
  }, [navigate, path, search, hasSessionEnded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page takes what was handed to it, once
  useEffect(() => {
    handedOn.state = {}
  }, [visit])
  return <VisitContext value={visit}>{children}</VisitContext>
}

/** Alarms of the installation, for those who run it. */
const InstallationBanner = () => {
  const { SystemBanner } = use(FramePartsContext)
  const may = useMay()
  return (
    SystemBanner &&
    may('debug view') && (
      <Suspense>
        <SystemBanner />
      </Suspense>
    )
  )
}

/** Skips filters, columns and headings: a list has too many of them. */
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

/** Spec §8: stays until it is closed; while it is visible, a further version adds nothing. */
const announceVersion = () =>
  notify(NEW_VERSION_TEXT, {
    id: 'new-version',
    isLasting: true,
    type: 'info',
    action: { text: RELOAD_TEXT, run: () => window.location.reload() },
  })

/** The search over everything offers again the children whose pages were opened. */
const useRecentPupil = (baseData: BaseData | false) => {
  const id = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      const isShown = last?.status === 'success' && last.staticData.entry?.path === paths.pupil('$id')
      return isShown ? Number((last.params as { id?: string }).id) : undefined
    },
  })
  useEffect(() => {
    if (baseData && id) rememberPupil(baseData, id)
  }, [baseData, id])
}

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
  useRecentPupil(baseData)
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
      <AccessNoticeCard />
      <InstallationBanner />
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
            {/* Menus and dialogs of the kit are rendered here: inside a landmark, and their headings form no second
                banner. */}
            <div data-mantine-shared-portal-node="true" />
          </main>
          <Suspense>{debug.isActive && <DebugCard />}</Suspense>
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
