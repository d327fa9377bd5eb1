import { MantineProvider } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { vi } from 'vitest'
import { accountEndpoints, type BaseData } from '#contract/account/account.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { RegistrationSettings, SchoolLabels } from '#contract/schools/schools.facts.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

/** One component as a page, and what jsdom lacks of a browser. */

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const DESK = 1366
export const PHONE = 360

const pixelsOf = (media: string, edge: 'min' | 'max') => {
  const [, size, unit] = new RegExp(`${edge}-width:\\s*([\\d.]+)(em|px)`).exec(media) ?? []
  return size === undefined ? undefined : Number(size) * (unit === 'em' ? 16 : 1)
}

/** jsdom lays nothing out: media queries are answered for this width. */
const matches = (media: string, width: number) => {
  // Without motion a dialog is gone once it is closed.
  if (media.includes('prefers-reduced-motion')) return true
  const least = pixelsOf(media, 'min')
  const most = pixelsOf(media, 'max')
  return (least ?? most) !== undefined && width >= (least ?? 0) && width <= (most ?? width)
}

/** What the kit asks of a browser and jsdom has not; `vi.unstubAllGlobals` takes it away. */
export const stubBrowser = (answer: typeof fetch, width = DESK) => {
  const nothing = () => {}
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: matches(media, width),
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
  vi.stubGlobal('scrollTo', nothing)
  vi.stubGlobal('fetch', answer)
  // Without them every download would end as a failure.
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: nothing })
  // Newer browsers answer with a promise: an effect that hands it on would break the page when it is cleaned up.
  HTMLElement.prototype.scrollIntoView = () => Promise.resolve() as never
  Object.defineProperty(document, 'fonts', {
    value: { addEventListener: nothing, removeEventListener: nothing },
    configurable: true,
  })
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no other way.
  document.cookie = 'XSRF-TOKEN=x'
  queryClient.clear()
}

/**
 * After `vi.useFakeTimers` with `setInterval`: jsdom may have started its clock of frames by the faked one, and would wait
 * for it for ever. Here it runs out before the real timers come back.
 */
export const endFakeTime = () => {
  vi.advanceTimersByTime(100)
  vi.useRealTimers()
}

/** Hooks that load need it. */
export const withQueries = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children)

// The types ask for `children` among the properties.
const TEST_KIT = { env: 'test' } as Parameters<typeof MantineProvider>[0]

/** A component as the only page of a router. */
export const renderAsPage = (component: () => ReactNode) => {
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  const page = createElement(RouterProvider, { router: router as never })
  return render(
    createElement(QueryClientProvider, { client: queryClient }, createElement(MantineProvider, TEST_KIT, page)),
  )
}

/** The kit keeps notices outside of the page; each one that goes forgets what it offered to take back. */
export const removeNotices = () => {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id)
}

/** The day of all tests that draw what staff see. */
export const TODAY = '2026-11-20'

const FSW = { id: 1, short: 'fsw' }
const FOW = { id: 2, short: 'fow' }
export const BOTH_SCHOOLS = [FSW, FOW]

/** What the server tells somebody with this role at the primary school; null has an account and no role. */
export const baseDataOf = (role: Role | null, changes: Partial<BaseData> = {}): BaseData => ({
  today: TODAY,
  user: { id: 7, name: 'Katharina Vogt', email: 'leitung.fsw@example.org', school_id: FSW.id, role },
  labels: {},
  school: {
    ...FSW,
    name: 'Freie Schule Wacholderhain',
    accent: '#1b6e53',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: RegistrationSettings.pick({ isActive: true }).parse({ isActive: true }),
    SCHOOL_LABELS: SchoolLabels.parse({}),
  },
  attachedSchools: [FSW],
  permissions: role ? [...ROLE_PERMISSIONS[role]] : [],
  // There is no idle warning, because its clock would outlive a test.
  session: { stays_signed_in: true, lacks_two_factor: false, lacked_way: null, emergency_for: null },
  warnings: [],
  ...changes,
})

/** Signs in somebody with this role before the page is drawn; `queryClient.clear` signs out. */
export const knowPerson = (role: Role) =>
  queryClient.setQueryData(queryKey(accountEndpoints.basedata), baseDataOf(role))
