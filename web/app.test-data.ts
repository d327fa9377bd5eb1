import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, configure, fireEvent, getConfig, render, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, createElement } from 'react'
import { expect, vi } from 'vitest'
import { accountEndpoints, type BaseData } from '#contract/account/account.ts'
import type { Role } from '#contract/permissions.ts'
import { forgetUser } from './api/base-data.ts'
import { queryClient } from './api/query-client.ts'
import { BASE } from './base-path.ts'
import { type Answer, type FakeServer, fakeServer } from './fake-server.test-data.ts'
import { baseDataOf, DESK, endFakeTime, json, removeNotices, stubBrowser } from './page.test-data.ts'
import { frameParts, routes } from './routes.tsx'
import { appHistory } from './shell/app-history.ts'
import { dialogRequests } from './shell/dialog-requests.ts'
import { FramePartsContext, frameDialogs } from './shell/frame-dialogs.ts'
import { forgetOthers, preserveTyped } from './shell/preserved-input.ts'
import { createAppRouter } from './shell/router.tsx'
import { colorSchemeManager, theme } from './theme.ts'

/** The whole program in jsdom: its routes, its frame and its keys. Only `fetch` is answered by the test. */

/** Pages, dialogs and notices are modules that are loaded when they are first shown, on a busy machine slowly. */
const PATIENT = { asyncUtilTimeout: 15_000 }
const USUAL = { asyncUtilTimeout: getConfig().asyncUtilTimeout }

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no other way.
  document.cookie = `${cookie}; path=/`
}

/** From now on the server knows this person, as after a login. */
export const signIn = (server: FakeServer, baseData: BaseData) => {
  server.hasSession = true
  setCookie('signed_in=1')
  server.on(accountEndpoints.basedata, () => baseData)
}

export const endSession = (server: FakeServer) => {
  server.hasSession = false
  setCookie('signed_in=; max-age=0')
  server.on(accountEndpoints.basedata, () => json(401, { message: '' }))
}

/** A server of these answers that knows who is signed in. */
export const serverFor = (person: Role | BaseData | null, answers: readonly Answer[] = []) => {
  const server = fakeServer(answers)
  signIn(server, person === null || typeof person === 'string' ? baseDataOf(person) : person)
  return server
}

// jsdom lays nothing out: the button of a menu seems to be out of sight, and the menu would hide with it.
const inSight = { components: { Popover: { defaultProps: { hideDetached: false } } } }
// Without `env` things would fade in and out. The types ask for `children` among the properties.
const KIT = {
  env: 'test',
  theme: mergeThemeOverrides(theme, inSight),
  colorSchemeManager,
  defaultColorScheme: 'auto',
} as ComponentProps<typeof MantineProvider>

/** Answers what a page still asks, as Escape does: until then it would show no further failure. */
const endDialogs = () => {
  act(() => frameDialogs.close())
  for (const { id, answer } of dialogRequests.get()) {
    act(() => answer(undefined))
    act(() => dialogRequests.remove(id))
  }
}

/** Opens an address below `/app` as a full load of the page does. */
export const openApp = async (path: string, server: FakeServer, width = DESK) => {
  endDialogs()
  cleanup()
  configure(PATIENT)
  stubBrowser(server.fetch, width)
  if (server.hasSession) setCookie('signed_in=1')
  appHistory.replace(BASE + path, {}, { ignoreBlocker: true })
  const router = createElement(RouterProvider, { router: createAppRouter(routes) as never })
  const framed = createElement(FramePartsContext, { value: frameParts }, router)
  const app = createElement(QueryClientProvider, { client: queryClient }, framed)
  await act(async () => render(createElement(MantineProvider, KIT, app)))
}

/** Takes away what a test leaves: its page, dialogs, notices, input that was kept, the person, views and the address. */
export const closeApp = async () => {
  endDialogs()
  act(removeNotices)
  cleanup()
  forgetUser()
  preserveTyped()
  forgetOthers(0)
  setCookie('signed_in=; max-age=0')
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  appHistory.replace(`${BASE}/`, {}, { ignoreBlocker: true })
  delete document.documentElement.dataset.mantineColorScheme
  configure(USUAL)
  if (vi.isFakeTimers()) endFakeTime()
  vi.unstubAllGlobals()
  // A module that is still being loaded when a file ends would be missing in the next file of this worker.
  await vi.dynamicImportSettled()
}

/** Waits for the page of this title. */
export const page = (title: string | RegExp) => screen.findByRole('heading', { level: 1, name: title })

/** The page's name; quick, because it is asked for often. */
export const heading = () => screen.getByRole('heading', { level: 1, hidden: true })

/** Where the app is, with query and hash. */
export const address = () => appHistory.location.href.slice(BASE.length)

/** A key where the focus is; `keys` may say which others are held. */
export const press = (key: string, keys: Partial<KeyboardEventInit> = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...keys })

/** Logs in on the page of the login; from then on the server knows this person. */
export const logIn = (server: FakeServer, baseData: BaseData) => {
  server.on(accountEndpoints.login, () => {
    signIn(server, baseData)
    return { message: 'ok', two_factor: false, has_app: false, passkey: null }
  })
  // Set at once: nothing here is about single keys.
  fireEvent.change(screen.getByLabelText('E-Mail'), { target: { value: baseData.user.email } })
  fireEvent.change(screen.getByLabelText('Passwort'), { target: { value: 'Ein Apfel am Morgen' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
}

/** The notice or the warning that says so. */
export const alertWith = async (text: string | RegExp) => {
  const words = await screen.findByText(text)
  const alert = words.closest<HTMLElement>('[role="alert"]')
  expect(alert, `an alert with ${text}`).not.toBeNull()
  return within(alert ?? words)
}

/** A question that was answered fades out; until then the dialog below it asks nothing else. */
export const questionIsOver = () => waitFor(() => expect(dialogRequests.get()).toEqual([]))
