import { expect, test } from 'vitest'
import { formatDateTime } from '#contract/dates.ts'
import { anchoredClock } from './anchored-clock.ts'

test.each([
  ['2027-03-02T08:15:30Z', '2026-11-20', '20.11.2026 09:15', 'winter to winter'],
  ['2026-07-01T08:15:30Z', '2026-11-20', '20.11.2026 10:15', 'summer to winter'],
  ['2026-11-20T06:00:00Z', '2026-06-10', '10.06.2026 07:00', 'winter to summer'],
  ['2026-11-20T23:30:00Z', '2026-11-20', '20.11.2026 00:30', 'already tomorrow in Berlin'],
  ['2026-06-30T22:10:00Z', '2026-12-31', '31.12.2026 00:10', 'just after midnight'],
])('at %s the anchor %s reads %s: %s', (real, anchor, shown) => {
  expect(formatDateTime(anchoredClock(anchor, () => new Date(real))())).toBe(shown)
})

test('it runs on, over midnight into the next day', () => {
  let real = new Date('2027-03-02T22:59:00Z')
  const clock = anchoredClock('2026-11-20', () => real)
  expect(formatDateTime(clock())).toBe('20.11.2026 23:59')
  real = new Date('2027-03-02T23:01:00Z')
  expect(formatDateTime(clock())).toBe('21.11.2026 00:01')
})
