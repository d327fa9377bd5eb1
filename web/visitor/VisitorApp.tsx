import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { visitorPageAt } from '#contract/public-pages.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { ForgotPasswordPage } from '#web/domains/account/ForgotPasswordPage.tsx'
import { LoginPage } from '#web/domains/account/LoginPage.tsx'
import { ProviderReturnPage } from '#web/domains/account/providers/ProviderReturnPage.tsx'
import { takeWish } from '#web/domains/account/providers/provider-visit.ts'
import { ResetPasswordPage } from '#web/domains/account/ResetPasswordPage.tsx'
import { WelcomeCard } from '#web/domains/dashboard/WelcomeCard.tsx'
import type { Arrival } from '#web/shell/arrival.ts'
import { focusStartOfPage } from '#web/shell/page-start.ts'
import { type Visit, VisitContext } from '#web/shell/visit.ts'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { useStored } from '#web/ui/store.ts'
import { VisitorFrame } from './VisitorFrame.tsx'
import { visitorAddress } from './visitor-address.ts'

// Opened once in the life of an installation: the login does not carry it.
const SetupPage = lazy(() =>
  import('#web/domains/schools/SetupPage.tsx').then((module) => ({ default: module.SetupPage })),
)

interface VisitorAppProps {
  /** Loads the staff's program in advance, while somebody types. */
  onLoginShown: () => void
  /** Leads from the login into the staff's program; meanwhile the login shows that it is working. */
  onEnter: (arrival: Arrival) => Promise<void>
}

type OpenAlert = Parameters<Visit['alert']>[0] & { close: () => void }

const useAlerts = () => {
  const [opened, setOpened] = useState<OpenAlert>()
  const alert = useCallback(
    (options: Parameters<Visit['alert']>[0]) =>
      new Promise<void>((resolve) => {
        const close = () => {
          setOpened(undefined)
          resolve()
        }
        setOpened({ ...options, close })
      }),
    [],
  )
  const dialog = opened && (
    <NativeDialog title={opened.title ?? 'Hinweis'} closeLabel="OK" onClose={opened.close}>
      <p>{opened.message}</p>
    </NativeDialog>
  )
  return { alert, dialog }
}

/** After a change of page its start takes the focus, but not right after the browser has loaded the page. */
const useFocusAfterChange = (path: string) => {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    window.scrollTo(0, 0)
    focusStartOfPage()
  }, [path])
}

const VisitorPage = ({ onLoginShown, onEnter }: VisitorAppProps) => {
  const { path, search } = useStored(visitorAddress)
  const found = visitorPageAt(path)
  useFocusAfterChange(path)
  useEffect(() => {
    if (found?.page === 'login') onLoginShown()
  }, [found?.page, onLoginShown])
  switch (found?.page) {
    case 'welcome':
      return <WelcomeCard />
    case 'forgotPassword':
      return <ForgotPasswordPage />
    case 'providerReturn':
      return (
        <ProviderReturnPage params={found.params} onDone={(codesLeft) => onEnter({ search: takeWish(), codesLeft })} />
      )
    case 'resetPassword':
      return <ResetPasswordPage params={found.params} />
    case 'setup':
      return (
        <Suspense>
          <SetupPage params={found.params} />
        </Suspense>
      )
    default:
      return <LoginPage onDone={(codesLeft) => onEnter({ search, codesLeft })} />
  }
}

/** The pages for people without a session, which lead into the staff's program. */
export const VisitorApp = (ways: VisitorAppProps) => {
  const { search, state } = useStored(visitorAddress)
  const { alert, dialog } = useAlerts()
  const explain = useCallback(
    (failure: unknown) => alert({ title: 'Fehler', message: publicFailureText(failure), type: 'negative' }),
    [alert],
  )
  const visit: Visit = { state, search, go: visitorAddress.go, alert, explain, forgetUser: () => {} }
  return (
    <VisitContext value={visit}>
      <VisitorFrame>
        <VisitorPage {...ways} />
      </VisitorFrame>
      {dialog}
    </VisitContext>
  )
}
