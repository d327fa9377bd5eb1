import { expect, test } from 'vitest'
import { reviewState } from './reviews.ts'

test.each([
  [null, '2026-11-23', 'never'],
  ['2026-11-23', '2026-11-23', 'fresh'],
  ['2024-11-24', '2026-11-23', 'fresh'],
  // Exactly 24 months are not more than 24 months.
  ['2024-11-23', '2026-11-23', 'fresh'],
  ['2024-11-22', '2026-11-23', 'due'],
  // A leap day has its day in each year.
  ['2024-02-29', '2026-02-28', 'fresh'],
  ['2024-02-29', '2026-03-01', 'due'],
  // A day that was typed too early is no reason to warn.
  ['2027-01-01', '2026-11-23', 'fresh'],
] as const)('looked at on %s, it is on %s: %s', (reviewed, today, expected) => {
  expect(reviewState(reviewed, today)).toBe(expected)
})
