import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentProps, createElement } from 'react'
import { vi } from 'vitest'
import type { z } from 'zod'
import { accountEndpoints, type BaseData } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { RegistrationSettings, SchoolLabels } from '#contract/schools.facts.ts'
import { forgetUser } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { BASE } from '#web/base-path.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { routes } from '#web/routes.tsx'
import { appHistory } from '#web/shell/app-history.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { frameDialogs } from '#web/shell/frame-dialogs.ts'
import { createAppRouter } from '#web/shell/router.tsx'
import { theme } from '#web/theme.ts'

/** The whole program in jsdom: its pages, its frame and its keys. Only `fetch` is answered by the test. */

/** A call as the contract reads it. */
type Heard<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> } : never

type Answered = Response | undefined | Promise<Response | undefined>
/** Answers a call, or undefined when the call is for another endpoint. */
export type Answer = (call: { method: string; url: URL; text: string | undefined }) => Answered

const queryOf = (search: URLSearchParams) =>
  Object.fromEntries([...new Set(search.keys())].map((key) => [key, oneOrMany(search.getAll(key))]))
const oneOrMany = (values: string[]) => (values.length > 1 ? values : values[0])

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** The reply to one endpoint; the contract checks both the call and what is answered. A `Response` is a refusal. */
export const answer = <E extends Endpoint>(
  endpoint: E,
  reply: (call: Heard<E>) => Reply<E> | Response | Promise<Reply<E> | Response>,
): Answer => {
  const pattern = patternOf(endpoint.path)
  return ({ method, url, text }) => {
    const found = method === endpoint.method ? pattern.exec(url.pathname) : null
    const params = endpoint.params?.safeParse({ ...found?.groups })
    if (!found || params?.success === false) return undefined
    const query = endpoint.query?.parse(queryOf(url.searchParams))
    const body = endpoint.body?.parse(text === undefined ? undefined : JSON.parse(text))
    return Promise.resolve(reply({ params: params?.data, query, body } as Heard<E>)).then((given) =>
      given instanceof Response ? given : json(endpoint.status ?? 200, endpoint.response.parse(given)),
    )
  }
}

/** A server of these answers, the first that fits; what nobody answers is not found. */
export const serve = (answers: readonly Answer[]): typeof fetch => {
  const heard = async (address: string | URL | Request, init?: RequestInit) => {
    const text = typeof init?.body === 'string' ? init.body : undefined
    const call = { method: init?.method ?? 'GET', url: new URL(String(address), window.location.origin), text }
    for (const one of answers) {
      const reply = await one(call)
      if (reply) return reply
    }
    return json(404, { message: 'Nicht gefunden.' })
  }
  return heard as typeof fetch
}

/** What a person of this role at the school fsw starts from. */
export const baseDataOf = (role: Role): BaseData => ({
  today: '2026-11-20',
  user: { id: 1, name: 'Katharina Vogt', email: 'leitung.fsw@example.org', school_id: 1, role },
  labels: {},
  school: {
    id: 1,
    short: 'fsw',
    name: 'Freie Schule Wacholderhain',
    accent: '#1b6e53',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: RegistrationSettings.parse({ isActive: true }),
    SCHOOL_LABELS: SchoolLabels.parse({}),
  },
  attachedSchools: [{ id: 1, short: 'fsw' }],
  permissions: [...ROLE_PERMISSIONS[role]],
  session: { stays_signed_in: true, lacks_two_factor: false },
})

// biome-ignore-start lint/suspicious/noDocumentCookie: jsdom knows no other way.
const signIn = () => {
  document.cookie = 'signed_in=1; path=/'
}
const signOut = () => {
  document.cookie = 'signed_in=; path=/; max-age=0'
}
// biome-ignore-end lint/suspicious/noDocumentCookie: the rule holds again

// jsdom lays nothing out: the button of a menu seems to be out of sight, and the menu would hide with it.
const inSight = { components: { Popover: { defaultProps: { hideDetached: false } } } }
// The types ask for `children` among the properties.
const KIT = { theme: mergeThemeOverrides(theme, inSight) } as ComponentProps<typeof MantineProvider>

interface Opened {
  role?: Role
  /** Below 600 px. */
  isPhone?: boolean
  answers: readonly Answer[]
}

/** Width as on a phone or a desk, and no motion, as in the journeys: what closes is gone at once. */
const stubMedia = (isPhone: boolean) => {
  const unchanged = () => {}
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('reduced-motion') || (isPhone && media.includes('max-width')),
    addEventListener: unchanged,
    removeEventListener: unchanged,
  }))
}

/** Opens the program at a path as from `paths`, signed in. */
export const openApp = (path: string, { role = 'schooladmin', isPhone = false, answers }: Opened) => {
  stubBrowser(serve([...answers, answer(accountEndpoints.basedata, () => baseDataOf(role))]))
  stubMedia(isPhone)
  signIn()
  appHistory.replace(BASE + path)
  const router = createElement(RouterProvider, { router: createAppRouter(routes) as never })
  return render(
    createElement(MantineProvider, KIT, createElement(QueryClientProvider, { client: queryClient }, router)),
  )
}

/** Undoes it: the notices and dialogs it left, the person, the school and the address. */
export const closeApp = () => {
  for (const { id } of dialogRequests.get()) act(() => dialogRequests.remove(id))
  act(() => frameDialogs.close())
  // One by one: each forgets what it offered to take back.
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) act(() => void notifications.hide(id ?? ''))
  cleanup()
  forgetUser()
  queryClient.clear()
  appHistory.replace('/')
  signOut()
  vi.unstubAllGlobals()
}

/** The first page brings the code of the program with it. */
export const SOON = { timeout: 15_000 }

/** The page's name; quick, because it is asked for often. */
export const heading = () => screen.getByRole('heading', { level: 1, hidden: true })

/** A key where the focus is; `keys` may say which others are held. */
export const press = (key: string, keys: Partial<KeyboardEventInit> = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...keys })
