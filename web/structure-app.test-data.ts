import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, getConfig, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, vi } from 'vitest'
import type { z } from 'zod'
import { accountEndpoints, type BaseData } from '#contract/account.ts'
import { changelogEndpoints } from '#contract/changelog.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { RegistrationSettings, SchoolLabels } from '#contract/schools.facts.ts'
import type { Reply } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { BASE } from '#web/base-path.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { routes } from '#web/routes.tsx'
import { appHistory } from '#web/shell/app-history.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { createAppRouter } from '#web/shell/router.tsx'
import { theme } from '#web/theme.ts'

/** The staff app with its frame and routes; a test answers the calls that the page under test sends. */

interface Call<E> {
  params: Record<string, string>
  query: URLSearchParams
  body: E extends Endpoint<infer _P, infer _Q, infer B> ? z.output<B> : never
}

type Handler<E> = (call: Call<E>) => Reply<E> | Response | Promise<Reply<E> | Response>

export interface Answer {
  method: string
  path: RegExp
  reply: (call: Call<never>) => unknown
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** How the server of a test answers one endpoint: a reply of the contract, or a refusal made by `json`. */
export const on = <E extends Endpoint>(endpoint: E, reply: Handler<E>): Answer => ({
  method: endpoint.method,
  path: patternOf(endpoint.path),
  reply: reply as Answer['reply'],
})

export const BASE_DATA: BaseData = {
  today: '2026-11-20',
  user: { id: 1, name: 'Alex Amtmann', email: 'admin@example.org', school_id: 1, role: 'admin' },
  labels: {},
  school: {
    id: 1,
    short: 'fsw',
    name: 'Freie Schule',
    accent: '#2e7d4f',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: { isActive: RegistrationSettings.parse({}).isActive },
    SCHOOL_LABELS: SchoolLabels.parse({}),
  },
  attachedSchools: [{ id: 1, short: 'fsw' }],
  permissions: [...ROLE_PERMISSIONS.admin],
  session: { stays_signed_in: true, lacks_two_factor: false },
}

const FRAME = [
  on(accountEndpoints.basedata, () => BASE_DATA),
  on(changelogEndpoints.currentVersion, () => ({ name: '1.0.0', build_date: null })),
]

const bodyOf = (sent: BodyInit | null | undefined) => (typeof sent === 'string' ? JSON.parse(sent) : sent) as never

/** Answers as the server of the test; a call that it does not know is refused with 501. */
const answerBy = (answers: readonly Answer[]): typeof fetch => {
  const known = [...answers, ...FRAME]
  return async (address, { method = 'GET', body } = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://localhost')
    const answer = known.find((one) => one.method === method && one.path.test(pathname))
    if (!answer) return json(501, { message: `${method} ${pathname}` })
    const params = answer.path.exec(pathname)?.groups ?? {}
    const reply = await answer.reply({ params, query: searchParams, body: bodyOf(body) })
    return reply instanceof Response ? reply : json(200, reply)
  }
}

/** Somebody with the rights of a role instead of the admin; null has an account and no role. */
export const signedInAs = (role: Role | null) =>
  on(accountEndpoints.basedata, () => ({
    ...BASE_DATA,
    user: { ...BASE_DATA.user, role },
    permissions: role ? [...ROLE_PERMISSIONS[role]] : [],
  }))

/** The refusal for somebody who started from an older version. */
export const refuseStale = () =>
  json(409, { message: ERROR_TEXTS.stale, changed_by: 'Alex Amtmann', changed_at: '2026-11-20T08:00:00.000Z' })

/** Pages, dialogs and notices are modules that are loaded when they are first shown, on a busy machine slowly. */
const PATIENT = { asyncUtilTimeout: 10_000 }
const USUAL = { asyncUtilTimeout: getConfig().asyncUtilTimeout }

/** Opens an address below `/app` and waits for the heading of its page. */
export const openApp = async (path: string, answers: readonly Answer[], heading: string | RegExp) => {
  configure(PATIENT)
  stubBrowser(answerBy(answers))
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no other way.
  document.cookie = 'signed_in=1'
  appHistory.replace(BASE + path, {}, { ignoreBlocker: true })
  const router = createElement(RouterProvider, { router: createAppRouter(routes) as never })
  // Without it nothing moves; menus and dialogs are there at once.
  const kit = { env: 'test', theme } as Parameters<typeof MantineProvider>[0]
  render(createElement(QueryClientProvider, { client: queryClient }, createElement(MantineProvider, kit, router)))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(heading))
}

/** Nothing of a test is left for the next one. */
export const closeApp = () => {
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
  for (const close of screen.queryAllByLabelText('Meldung schließen')) fireEvent.click(close)
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  configure(USUAL)
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
