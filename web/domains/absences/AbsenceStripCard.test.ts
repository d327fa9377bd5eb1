import { expect, test } from 'vitest'
import type { AbsentDay } from '#contract/absences/absences.ts'
import { stripOf } from './AbsenceStripCard.tsx'

const HALF = { date_start: '2026-08-01', date_end: '2027-01-29' }
const free = (date_start: string, date_end: string) => ({ name: 'Ferien', date_start, date_end })
const ABSENT: AbsentDay = { day: '2026-11-16', state: 'open', is_partial: false, is_counted: true, lessons: [] }
const CHILD = {
  days: [ABSENT],
  free_days: [free('2026-07-09', '2026-08-22'), free('2026-10-19', '2026-10-30'), free('2026-12-23', '2027-01-02')],
  date_entry: '2026-08-24',
  date_exit: null,
}

test('weeks stand beside each other from the first school day on, Monday on top', () => {
  const { weeks, cells } = stripOf(HALF, CHILD)
  expect(weeks).toBe(23)
  expect(cells[0]).toEqual({ day: '2026-08-24', week: 0, row: 0, absence: undefined })
  expect(cells.at(-1)).toMatchObject({ day: '2027-01-29', week: 22, row: 4 })
  expect(cells.find(({ absence }) => absence)).toEqual({ day: '2026-11-16', week: 12, row: 0, absence: ABSENT })
})

test('holidays and days outside the time at the school are gaps', () => {
  const { cells } = stripOf(HALF, { ...CHILD, date_entry: '2026-09-02', date_exit: '2026-11-20' })
  expect([cells[0]?.day, cells.at(-1)?.day]).toEqual(['2026-09-02', '2026-11-20'])
  expect(cells.some(({ day }) => day >= '2026-10-19' && day <= '2026-10-30')).toBe(false)
})

test('month names never stand too close', () => {
  const { months } = stripOf(HALF, CHILD)
  expect(months.map(({ name }) => name)).toEqual(['Sep', 'Okt', 'Nov', 'Dez', 'Jan'])
  for (const [index, { week }] of months.entries()) expect(week - (months[index - 1]?.week ?? -3)).toBeGreaterThan(2)
})

test('a half-year without a school day is not drawn', () => {
  expect(stripOf({ date_start: '2026-10-19', date_end: '2026-10-30' }, CHILD)).toEqual({
    weeks: 0,
    cells: [],
    months: [],
  })
})
