import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberRows, rowsAtFirst, rowsThatFit } from './rows-at-first.ts'
import { OTHER_ROWS, PUPIL_ROWS } from './table-state.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', { innerHeight: 1080 })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [360, 10],
  [768, 10],
  [1047, 10],
  [1048, 15],
  [1080, 15],
  [1268, 20],
  [1488, 25],
  [2588, 50],
  [9999, 50],
])('a window of %i px has %i rows; all of them only on demand', (height, rows) => {
  expect(rowsThatFit(PUPIL_ROWS, height)).toBe(rows)
})

test('a list with large steps begins as the specification says, however high the window is', () => {
  expect(rowsThatFit(OTHER_ROWS, 1440)).toBe(10)
})

test('what was chosen last is how a list begins, fewer rows and all of them too', () => {
  expect(rowsAtFirst('pupils', PUPIL_ROWS)).toBe(15)
  for (const chosen of [50, 5, 0]) {
    rememberRows('pupils', chosen)
    expect(rowsAtFirst('pupils', PUPIL_ROWS)).toBe(chosen)
  }
  expect(rowsAtFirst('registrations')).toBe(10)
})

test('a number that is not offered is not believed', () => {
  rememberRows('pupils', 100_000)
  expect(rowsAtFirst('pupils', PUPIL_ROWS)).toBe(15)
})
