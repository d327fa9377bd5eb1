import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { closeApp, endSession, logIn, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

const MINUTE = 60_000
const TIMERS = ['Date', 'setTimeout', 'clearTimeout'] as const
const START = new Date('2026-11-20T08:00:00Z')

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true, now: START })
  server.on(accountEndpoints.logout, () => {
    endSession(server)
    return json(200, { message: 'ok' })
  })
})
afterEach(closeApp)

const TITLE = 'Neuen User Anlegen'
const dialog = () => screen.queryByRole('dialog', { name: 'Sind Sie noch da?' })
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
/** Time goes on by itself meanwhile, as pages fetch their code: what is counted here leaves room for that. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const start = async (staysSignedIn = false) => {
  const session = { stays_signed_in: staysSignedIn, lacks_two_factor: false, lacked_way: null, emergency_for: null }
  signIn(server, baseDataOf('schooladmin', { session }))
  await openApp('/createuser', server)
  await page(TITLE)
  fireEvent.change(name(), { target: { value: 'Sommer' } })
}

test('after 30 minutes the page asks; somebody who answers stays, with what was typed', async () => {
  await start()
  await pass(29.5 * MINUTE)
  expect(dialog()).toBeNull()
  await pass(MINUTE)
  const asked = within(await screen.findByRole('dialog', { name: 'Sind Sie noch da?' }))
  expect(asked.getByRole('timer').textContent).toMatch(/^1:[0-5]\d Minuten$/)
  const stay = asked.getByRole('button', { name: 'Angemeldet bleiben' })
  await waitFor(() => expect(document.activeElement).toBe(stay))
  await pass(MINUTE)
  expect(asked.getByRole('timer').textContent).toMatch(/^\d+ Sekunden$/)
  fireEvent.click(stay)
  await pass(1000)
  expect(dialog()).toBeNull()
  await pass(20 * MINUTE)
  expect(dialog()).toBeNull()
  expect(name().value).toBe('Sommer')
  expect(server.sentTo(accountEndpoints.logout)).toEqual([])
})

test('somebody who does not answer is logged out, and finds what was typed after the next login', async () => {
  await start()
  await pass(30 * MINUTE + 1000)
  await screen.findByRole('dialog', { name: 'Sind Sie noch da?' })
  await pass(2 * MINUTE)
  await page('Login')
  expect(screen.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.')).toBeTruthy()
  await pass(1000)
  expect(dialog()).toBeNull()
  expect(server.sentTo(accountEndpoints.logout)).toHaveLength(1)

  logIn(server, baseDataOf('schooladmin'))
  fireEvent.click(await screen.findByRole('button', { name: `Weiter zu: ${TITLE}` }))
  await page(TITLE)
  expect(name().value).toBe('Sommer')
})

test('a lid closed over the lunch break ends the session without a question', async () => {
  await start()
  vi.setSystemTime(START.getTime() + 45 * MINUTE)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(dialog()).toBeNull()
  await page('Login')
})

test('keys and pointer count', async () => {
  await start()
  await pass(20 * MINUTE)
  fireEvent.pointerMove(document.body)
  await pass(20 * MINUTE)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await pass(29 * MINUTE)
  expect(dialog()).toBeNull()
  await pass(2 * MINUTE)
  expect(await screen.findByRole('dialog', { name: 'Sind Sie noch da?' })).toBeTruthy()
})

test('„Eingeloggt bleiben“ is never asked', async () => {
  await start(true)
  await pass(100 * MINUTE)
  expect(dialog()).toBeNull()
  await page(TITLE)
  expect(server.sentTo(accountEndpoints.logout)).toEqual([])
})
