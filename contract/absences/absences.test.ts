import { describe, expect, test } from 'vitest'
import { type AbsenceCount, COUNTS, halfOn, isHalfOver, isYearForgotten, standingCount } from './absences.ts'

const countOf = (count: Partial<AbsenceCount> = {}): AbsenceCount => ({
  days_excused: 0,
  days_unexcused: 0,
  days_open: 0,
  lessons_excused: 0,
  lessons_unexcused: 0,
  lessons_open: 0,
  ...count,
})

describe('the counts on a school report', () => {
  const counted = countOf({ days_open: 2 })

  test('come from the notes until somebody closes the half-year', () => {
    expect(standingCount(counted, { closed: undefined, areNotesGone: false })).toEqual({
      is_closed: false,
      count: counted,
      counted_now: null,
    })
  })

  test.each(COUNTS)('stay closed, and say so when %s differs by now', (key) => {
    const closed = countOf({ [key]: 5 })
    const standing = standingCount(countOf(), { closed, areNotesGone: false })
    expect(standing).toEqual({ is_closed: true, count: closed, counted_now: countOf() })
  })

  test('are not compared when both are the same, or when the notes are deleted', () => {
    const closed = { ...counted, pupil_id: 7, half: 1 }
    const kept = { is_closed: true, count: counted, counted_now: null }
    expect(standingCount(countOf({ days_open: 2 }), { closed, areNotesGone: false })).toEqual(kept)
    expect(standingCount(countOf(), { closed, areNotesGone: true })).toEqual(kept)
  })
})

test.each([
  ['2026-08-01', 1],
  ['2027-01-29', 1],
  ['2027-01-30', 2],
  ['2027-08-15', 2],
])('on %s it is half-year %i', (day, half) => expect(halfOn({ half_year_end: '2027-01-29' }, day)).toBe(half))

test.each([
  ['2027-01-28', false],
  ['2027-01-29', false],
  ['2027-01-30', true],
])('a half-year that ends on 29.01.2027 is over on %s: %s', (today, isOver) =>
  expect(isHalfOver({ date_end: '2027-01-29' }, today)).toBe(isOver),
)

test.each([
  [1, '2028-07-30', false],
  [1, '2028-07-31', true],
  [5, '2032-07-30', false],
  [5, '2032-07-31', true],
])('notes of 2026/2027 that are stored for %i years are deleted on %s: %s', (years, today, isGone) =>
  expect(isYearForgotten('2027-07-31', { years, today })).toBe(isGone),
)
