import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import { accountEndpoints, type BaseData } from '#contract/account.ts'
import { changelogEndpoints } from '#contract/changelog.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { RegistrationSettings, SchoolLabels } from '#contract/schools.facts.ts'
import { loadBaseData, reloadBaseData } from './api/base-data.ts'
import { queryClient } from './api/query-client.ts'
import { BASE } from './base-path.ts'
import { type FakeServer, fakeServer } from './fake-server.test-data.ts'
import { stubBrowser } from './page.test-data.ts'
import { paths } from './paths.ts'
import { appHistory, goTo } from './shell/app-history.ts'
import { dialogRequests } from './shell/dialog-requests.ts'
import type { PageRoute } from './shell/page-route.ts'
import { createAppRouter } from './shell/router.tsx'

// A page waits for its code too, on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const FSW = { id: 1, short: 'fsw' }

/** Makes the base data of somebody with this role at the school `fsw`. */
export const baseDataOf = (role: Role | null, more: Partial<BaseData> = {}): BaseData => ({
  today: '2026-11-20',
  user: { id: 7, name: 'Katharina Vogt', email: 'leitung.fsw@example.org', school_id: FSW.id, role },
  labels: {},
  school: {
    ...FSW,
    name: 'Freie Schule Wacholderhain',
    accent: '#1b6b51',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: RegistrationSettings.pick({ isActive: true }).parse({ isActive: true }),
    SCHOOL_LABELS: SchoolLabels.parse({}),
  },
  attachedSchools: [FSW],
  permissions: role ? [...ROLE_PERMISSIONS[role]] : [],
  // There is no idle warning, because its clock would outlive a test.
  session: { stays_signed_in: true, lacks_two_factor: false },
  ...more,
})

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no other way.
  document.cookie = `${cookie}; Path=/`
}

/** Makes a server that knows who is signed in, and nothing else yet. */
export const staffServer = (role: Role | null, more: Partial<BaseData> = {}): FakeServer => {
  const server = fakeServer()
  server.on(accountEndpoints.basedata, () => baseDataOf(role, more))
  server.onRaw(changelogEndpoints.currentVersion, () => new Response('{}', { status: 404 }))
  return server
}

// The types ask for `children` among the properties.
const TEST_KIT = { env: 'test' } as Parameters<typeof MantineProvider>[0]

interface OpenedApp {
  server: FakeServer
  /** The address is below `/app` and may have a query. */
  address: string
  pages: readonly PageRoute[]
}

/** Opens the pages in the app's own frame and router at this address; notices and dialogs are the real ones. */
export const openApp = async ({ server, address, pages }: OpenedApp) => {
  stubBrowser(server.fetch)
  setCookie('signed_in=1')
  appHistory.replace(BASE + address)
  await loadBaseData()
  const app = createElement(RouterProvider, { router: createAppRouter(pages) as never })
  render(createElement(QueryClientProvider, { client: queryClient }, createElement(MantineProvider, TEST_KIT, app)))
  await screen.findByRole('main', {}, { timeout: 10_000 })
}

/** Logs in again after the end of a session, once the way to the login has been gone, and comes back to a page. */
export const logInAgain = async (path: string) => {
  // The login itself is no page of these tests.
  await screen.findByRole('heading', { level: 1, name: 'Seite nicht gefunden' })
  if (window.location.pathname !== BASE + paths.login) throw new Error('the session has not ended')
  await act(() => reloadBaseData())
  act(() => goTo(path))
}

/** Takes away what a page leaves behind: dialogs, notices, replies, stored views, the address. */
export const closeApp = async () => {
  for (const { id, answer } of dialogRequests.get()) {
    act(() => answer(undefined))
    act(() => dialogRequests.remove(id))
  }
  for (const close of screen.queryAllByRole('button', { name: 'Meldung schließen', hidden: true }))
    fireEvent.click(close)
  await vi.waitFor(() => {
    if (screen.queryAllByRole('button', { name: 'Meldung schließen', hidden: true }).length > 0)
      throw new Error('a notice still stands')
  })
  cleanup()
  queryClient.clear()
  localStorage.clear()
  setCookie('signed_in=; Max-Age=0')
  appHistory.replace(`${BASE}/`, {}, { ignoreBlocker: true })
  vi.unstubAllGlobals()
}
