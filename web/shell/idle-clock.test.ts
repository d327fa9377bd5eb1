import { beforeEach, expect, it, vi } from 'vitest'

const START = Date.parse('2026-11-20T08:00:00Z')
const MINUTE = 60_000

/** Two tabs: the same storage, a module of its own for each. */
const openTab = async () => {
  vi.resetModules()
  return import('./IdleDialog.tsx')
}

beforeEach(() => localStorage.clear())

it('counts from the last sign in any tab', async () => {
  const first = await openTab()
  const second = await openTab()
  first.shareActivity(START)
  expect(second.idleFor(START + 10 * MINUTE)).toBe(10 * MINUTE)
  second.noteActivity(START + 10 * MINUTE)
  expect(first.idleFor(START + 15 * MINUTE)).toBe(5 * MINUTE)
})

it('tells the other tabs of movements every few seconds only, but of an answer at once', async () => {
  const first = await openTab()
  const second = await openTab()
  first.noteActivity(START)
  first.noteActivity(START + 1000)
  expect(second.idleFor(START + 1000)).toBe(1000)
  expect(first.idleFor(START + 1000)).toBe(0)
  first.shareActivity(START + 1000)
  expect(second.idleFor(START + 1000)).toBe(0)
})

it('is not fooled by a clock that was set back', async () => {
  const tab = await openTab()
  localStorage.setItem('schulhof-last-activity', String(START + 60 * MINUTE))
  tab.noteActivity(START)
  expect(tab.idleFor(START + 31 * MINUTE)).toBe(31 * MINUTE)
})

it('takes a sign that another tab dates a moment ahead, and not as more than now', async () => {
  const first = await openTab()
  const second = await openTab()
  first.shareActivity(START)
  second.shareActivity(START + 40 * MINUTE + 200)
  expect(first.idleFor(START + 40 * MINUTE)).toBe(0)
  second.shareActivity(START + 80 * MINUTE + 6000)
  expect(first.idleFor(START + 80 * MINUTE)).toBe(80 * MINUTE)
})
