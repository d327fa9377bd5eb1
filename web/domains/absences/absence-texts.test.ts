import { expect, test } from 'vitest'
import type { AbsenceCount, AbsentDay } from '#contract/absences/absences.ts'
import { comingText, countText, dayText, markOf, partsText, shownHalves } from './absence-texts.ts'

const NONE: AbsenceCount = {
  days_excused: 0,
  days_unexcused: 0,
  days_open: 0,
  lessons_excused: 0,
  lessons_unexcused: 0,
  lessons_open: 0,
}

test.each<[Partial<AbsenceCount>, string]>([
  [{}, 'keine Fehltage'],
  [{ days_excused: 1 }, '1 Fehltag, entschuldigt'],
  [{ days_excused: 4, days_open: 1 }, '5 Fehltage: 4 entschuldigt, 1 offen'],
  [{ days_unexcused: 2, lessons_excused: 1 }, '2 Fehltage, unentschuldigt · 1 Stunde, entschuldigt'],
  [
    { lessons_excused: 1, lessons_unexcused: 2, lessons_open: 3 },
    'keine Fehltage · 6 Stunden: 1 entschuldigt, 2 unentschuldigt, 3 offen',
  ],
])('%j is told as %s', (count, text) => {
  expect(countText({ ...NONE, ...count })).toBe(text)
})

test('the parts of a sum name their numbers only where there are several', () => {
  expect(partsText(NONE, 'lessons')).toBe('')
  expect(partsText({ ...NONE, lessons_open: 3 }, 'lessons')).toBe('offen')
  expect(partsText({ ...NONE, lessons_excused: 2, lessons_open: 3 }, 'lessons')).toBe('2 entschuldigt, 3 offen')
})

const DAY: AbsentDay = { day: '2026-11-16', state: 'open', is_partial: false, is_counted: true, lessons: [] }

test.each<[Partial<AbsentDay>, string]>([
  [{}, '16.11.2026: offen'],
  [{ state: 'not_required' }, '16.11.2026: entschuldigt'],
  [{ state: 'not_required', is_counted: false }, '16.11.2026: zählt nicht'],
  [{ is_partial: true, lessons: [{ lesson: 1, state: 'open' }] }, '16.11.2026: offen, nur 1 Stunde'],
  [{ is_partial: true }, '16.11.2026: offen, nur ein Teil des Tages'],
])('a day with %j is told as %s', (change, text) => {
  expect(dayText({ ...DAY, ...change })).toBe(text)
})

test('a granted leave is drawn as excused', () => {
  expect(markOf({ state: 'not_required', is_counted: true })).toBe('excused')
})

test('a reported day that is still to come is named, today and parts of days are not', () => {
  const half = { date_start: '2026-08-17', date_end: '2026-11-24' }
  const days = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'].map((day) => ({ ...DAY, day }))
  expect(comingText(half, days, '2026-11-20')).toBe('davon 2 Tage noch bevorstehend')
  expect(comingText(half, days, '2026-11-23')).toBe('davon 1 Tag noch bevorstehend')
  expect(comingText(half, days, '2026-11-24')).toBeUndefined()
  const others = [
    { ...DAY, day: '2026-11-23', is_partial: true },
    { ...DAY, day: '2026-11-24', is_counted: false },
  ]
  expect(comingText(half, others, '2026-11-20')).toBeUndefined()
})

test('a half-year to come is left out until something is reported, but never the whole year', () => {
  const none = {
    ...{ days_excused: 0, days_unexcused: 0, days_open: 0 },
    ...{ lessons_excused: 0, lessons_unexcused: 0, lessons_open: 0 },
  }
  const [first, second] = [
    { date_start: '2026-08-17', count: none },
    { date_start: '2027-02-01', count: none },
  ] as const
  expect(shownHalves([first, second], '2026-11-20')).toEqual([first])
  const reported = { ...second, count: { ...none, days_open: 1 } }
  expect(shownHalves([first, reported], '2026-11-20')).toEqual([first, reported])
  expect(shownHalves([first, second], '2027-02-01')).toEqual([first, second])
  expect(shownHalves([first, second], '2026-08-01')).toEqual([first, second])
})
