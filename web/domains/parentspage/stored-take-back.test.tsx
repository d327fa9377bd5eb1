import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { endFakeTime } from '#web/page.test-data.ts'
import { keyOf, openPage, server, startServer } from './parents-page.test-data.ts'

beforeEach(() => {
  history.replaceState(null, '')
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.setSystemTime('2026-11-20T07:23:00+01:00')
  sessionStorage.clear()
  startServer('Mia')
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  endFakeTime()
})

const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}
/** A phone draws the page anew after a call. */
const reload = async () => {
  cleanup()
  await openPage(keyOf(1))
}
const ARRIVED = 'Ihre Meldung von 07:23 Uhr ist angekommen.'
const offer = () => screen.queryByText(`${ARRIVED} Sie können sie noch bis 07:33 zurücknehmen.`)
const ways = () => screen.queryAllByRole('button', { name: 'Zurücknehmen' })
const send = () => screen.queryByRole('button', { name: 'Jetzt melden' })

test('after a reload the last report can be taken back, and nothing about the child was stored', async () => {
  await openPage(keyOf(1))
  expect(offer()).toBeNull()
  await press('Jetzt melden')
  expect(Object.values({ ...sessionStorage })).toEqual([expect.stringMatching(/^\[{"token":"token","until":\d+}\]$/)])
  await reload()
  expect(offer()).toBeTruthy()
  expect(send()).toBeNull()
  await press('Zurücknehmen')
  expect(server.takenBack).toEqual(['token'])
  expect(screen.getByText(PARENTS_PAGE_TEXTS.takenBack)).toBeTruthy()
  expect(send()).toBeTruthy()
  await reload()
  expect(offer()).toBeNull()
})

test('after a reload the form is one press away, with the way back above it', async () => {
  await openPage(keyOf(1))
  await press('Jetzt melden')
  await reload()
  await press('Weitere Meldung')
  expect(send()).toBeTruthy()
  expect(offer()).toBeTruthy()
})

test('after ten minutes the offer goes by itself, and nothing stays in the browser', async () => {
  await openPage(keyOf(1))
  await press('Jetzt melden')
  await reload()
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000 + 5_000))
  expect(ways()).toEqual([])
  expect(sessionStorage.length).toBe(0)
  await press('Weitere Meldung')
  expect(send()).toBeTruthy()
})

test('the link of another child opens its form: its report is not said to have arrived', async () => {
  await openPage(keyOf(1))
  await press('Jetzt melden')
  cleanup()
  // Another link is another entry of the tab's history.
  history.pushState(null, '')
  await openPage(keyOf(1))
  expect(send()).toBeTruthy()
  expect(offer()).toBeTruthy()
})

test('each of several reports has its own way back', async () => {
  await openPage(keyOf(1))
  await press('Jetzt melden')
  await press('Weitere Meldung')
  expect(ways()).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await press('Jetzt melden')
  await reload()
  expect(ways()).toHaveLength(2)
  await act(async () => fireEvent.click(ways()[1] as HTMLElement))
  expect(server.takenBack).toEqual(['token'])
  expect(ways()).toHaveLength(1)
  expect(offer()).toBeNull()
})
