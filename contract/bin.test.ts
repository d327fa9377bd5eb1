import { expect, test } from 'vitest'
import { binDaysLeft, lastBinDay } from './bin.ts'

test('a deleted record stays for 30 days in Berlin, also when the clocks change', () => {
  expect(lastBinDay('2026-11-20T11:00:00Z')).toBe('2026-12-20')
  expect(lastBinDay('2026-10-10T22:30:00Z')).toBe('2026-11-09')
})

test.each([
  ['2026-11-20', 30],
  ['2026-12-19', 1],
  ['2026-12-20', 0],
  ['2026-12-25', 0],
])('on %s it stays %d days more', (today, days) => {
  expect(binDaysLeft('2026-11-20T11:00:00Z', today)).toBe(days)
})
