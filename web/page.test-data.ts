import { MantineProvider } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** What the kit asks of a browser and jsdom has not; `vi.unstubAllGlobals` takes it away. */
export const stubBrowser = (answer: typeof fetch) => {
  const nothing = () => {}
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
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
  HTMLElement.prototype.scrollIntoView = nothing
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

/** The kit keeps notices outside of the page: what one test file shows would stand in the next. */
export const removeNotices = () => {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id)
}
