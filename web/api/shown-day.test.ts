import { expect, it } from 'vitest'
import { shownDay } from './shown-day.ts'

const at = (moment: string) => Date.parse(moment)

it.each([
  ['within the day', '2026-11-20T06:00:00Z', '2026-11-20T22:59:00Z', '2026-11-20'],
  ['after midnight in Berlin', '2026-11-20T06:00:00Z', '2026-11-20T23:01:00Z', '2026-11-21'],
  ['over a weekend', '2026-11-20T06:00:00Z', '2026-11-23T06:00:00Z', '2026-11-23'],
  ['over the end of summer time', '2026-10-24T22:30:00Z', '2026-10-25T23:30:00Z', '2026-11-21'],
  ['in a browser of another year', '2031-05-01T06:00:00Z', '2031-05-01T20:00:00Z', '2026-11-20'],
])('a tab shows the day of the server %s', (...row) => {
  const [, loaded, now, day] = row
  expect(shownDay({ today: '2026-11-20', loadedAt: at(loaded) }, at(now))).toBe(day)
})
