import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import { accountEndpoints, type BaseData } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { RegistrationSettings, SchoolLabels } from '#contract/schools.facts.ts'
import { forgetUser } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { BASE } from '#web/base-path.ts'
import { json, removeNotices, stubBrowser } from '#web/page.test-data.ts'
import { frameParts, routes } from '#web/routes.tsx'
import { appHistory } from '#web/shell/app-history.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { frameDialogs } from '#web/shell/frame-dialogs.ts'
import { FramePartsContext } from '#web/shell/frame-parts.ts'
import { forgetOthers, keepTyped } from '#web/shell/kept-input.ts'
import { createAppRouter } from '#web/shell/router.tsx'
import { colorSchemeManager, theme } from '#web/theme.ts'

// Pages fetch their code on demand, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** The whole staff app in jsdom, with its routes and its frame: only the server's replies come from the test. */

interface SentCall {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

type Answer = (sent: SentCall) => Response | Promise<Response>

/** Calls that the app has sent in this test, the oldest first. */
export const sentCalls: SentCall[] = []
const answers = new Map<string, Answer>()

export const sentTo = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  sentCalls.filter((sent) => sent.method === method && sent.path === path)

const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)

/** A call without an answer stays on its way, as on a slow line. */
const answerCall = async (address: string | URL | Request, init?: RequestInit) => {
  const { pathname: path, searchParams: query } = new URL(String(address), 'http://localhost')
  const method = init?.method ?? 'GET'
  const sent = { method, path, query, body: init?.body ? JSON.parse(String(init.body)) : undefined }
  sentCalls.push(sent)
  const [, answer] = [...answers].find(([key]) => fits(key, `${method} ${path}`)) ?? []
  return answer ? answer(sent) : new Promise<Response>(() => {})
}

/** What the server answers from now on. */
export const serve = <E extends Endpoint>(endpoint: E, reply: Reply<E>) => serveBy(endpoint, () => json(200, reply))

/** The same for refusals and for what depends on the call. */
export const serveBy = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, answer: Answer) =>
  answers.set(`${method} ${path}`, answer)

const FSW = { id: 1, short: 'fsw' }
const FOW = { id: 2, short: 'fow' }
export const BOTH_SCHOOLS = [FSW, FOW]

/** What the server tells somebody with this role at the primary school. */
export const baseDataOf = (role: Role | null, changes: Partial<BaseData> = {}): BaseData => ({
  today: '2026-11-20',
  user: { id: 7, name: 'Katharina Vogt', email: 'leitung.fsw@example.org', school_id: FSW.id, role },
  labels: {},
  school: {
    ...FSW,
    name: 'Freie Schule Wacholderhain',
    accent: '#2e7d4f',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: RegistrationSettings.parse({ isActive: true }),
    SCHOOL_LABELS: SchoolLabels.parse({}),
  },
  attachedSchools: [FSW],
  permissions: role ? [...ROLE_PERMISSIONS[role]] : [],
  session: { stays_signed_in: false, lacks_two_factor: false },
  ...changes,
})

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no other way.
  document.cookie = cookie
}

/** From now on the server knows this person, as after a login. */
export const signInAs = (baseData: BaseData) => {
  setCookie('signed_in=1; path=/')
  serve(accountEndpoints.basedata, baseData)
}

export const endSession = () => {
  setCookie('signed_in=; Max-Age=0; path=/')
  serveBy(accountEndpoints.basedata, () => json(401, { message: '' }))
}

const pixelsOf = (media: string, edge: 'min' | 'max') => {
  const [, size, unit] = new RegExp(`${edge}-width:\\s*([\\d.]+)(em|px)`).exec(media) ?? []
  return size === undefined ? undefined : Number(size) * (unit === 'em' ? 16 : 1)
}

/** jsdom lays nothing out: media queries are answered for this width. */
const stubWidth = (width: number) => {
  const matches = (media: string) => {
    // Without motion a dialog is gone once it is closed.
    if (media.includes('prefers-reduced-motion')) return true
    const least = pixelsOf(media, 'min')
    const most = pixelsOf(media, 'max')
    return (least ?? most) !== undefined && width >= (least ?? 0) && width <= (most ?? width)
  }
  const nothing = () => {}
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: matches(media),
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
}

export const startBrowser = (width = 1366) => {
  stubBrowser(answerCall)
  stubWidth(width)
}

const kit = { theme, colorSchemeManager, defaultColorScheme: 'auto', env: 'test' } as Parameters<
  typeof MantineProvider
>[0]

/** Opens an address as a full load of the page does. */
export const openApp = async (path: string) => {
  cleanup()
  queryClient.clear()
  appHistory.push(BASE + path, {}, { ignoreBlocker: true })
  const router = createElement(RouterProvider, { router: createAppRouter(routes) as never })
  const framed = createElement(FramePartsContext, { value: frameParts }, router)
  const app = createElement(QueryClientProvider, { client: queryClient }, framed)
  await act(async () => render(createElement(MantineProvider, kit, app)))
}

/** Waits for the page of this title. */
export const page = (title: string | RegExp) => screen.findByRole('heading', { level: 1, name: title })

/** Where the app is, with query and hash. */
export const address = () => appHistory.location.href.slice(BASE.length)

/** Takes away what a test leaves outside of its page. */
export const leaveApp = () => {
  cleanup()
  frameDialogs.close()
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
  removeNotices()
  forgetUser()
  keepTyped()
  forgetOthers(0)
  endSession()
  answers.clear()
  sentCalls.length = 0
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  appHistory.replace(`${BASE}/`, {}, { ignoreBlocker: true })
  delete document.documentElement.dataset.mantineColorScheme
  vi.useRealTimers()
  vi.unstubAllGlobals()
}
