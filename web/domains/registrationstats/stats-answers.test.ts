import { describe, expect, test } from 'vitest'
import type { RegistrationStats, StatCounts } from '#contract/registrationstats/registrationstats.ts'
import { busiestMonth, comparedText, decidedAnswer, placesAnswer, placesOf, totalHint } from './stats-answers.ts'

const NONE: StatCounts = { new: 0, waiting: 0, accepted: 0, rejected: 0, withdrawn: 0, total: 0 }
const gradeOf = (grade: number, places: number | null, counts: Partial<StatCounts>) => ({
  ...{ grade, places, total_before: 0 },
  counts: { ...NONE, ...counts },
})

describe('whether the places are enough', () => {
  test.each([
    ['no number is set', [gradeOf(1, null, { accepted: 3 })], 'Für keine Klassenstufe sind Plätze festgelegt.'],
    [
      'all could be accepted',
      [gradeOf(1, 10, { accepted: 3, new: 5, waiting: 2 })],
      'Ja, auch wenn alle angenommen werden, die neu sind oder warten.',
    ],
    [
      'one more is open than places are free',
      [gradeOf(1, 10, { accepted: 3, new: 5, waiting: 3 }), gradeOf(2, 5, {})],
      'Nicht für alle: In Klasse 1 sind mehr Kinder offen, als Plätze frei sind.',
    ],
    [
      'two grades have too many',
      [gradeOf(1, 2, { accepted: 3 }), gradeOf(2, 5, { accepted: 6 })],
      'Nein: Klasse 1 und 2 haben mehr Zusagen als Plätze.',
    ],
  ])('%s', (_title, grades, answer) => {
    expect(placesAnswer(grades)).toBe(answer)
  })

  test('free places of one grade do not make up for too many in another', () => {
    expect(placesOf([gradeOf(1, 2, { accepted: 3 }), gradeOf(2, 5, { accepted: 1 }), gradeOf(3, null, {})])).toEqual({
      isKnown: true,
      free: 4,
      over: 1,
    })
    expect(placesOf([gradeOf(1, null, {})])).toMatchObject({ isKnown: false })
  })
})

test('the sentences about decisions and the year before', () => {
  const stats = (now: number, before: number, open = 0) =>
    ({
      before: { id: 1, name: '2026/2027' },
      counts: { ...NONE, accepted: now - open, new: open, total: now },
      counts_before: { ...NONE, total: before },
    }) as RegistrationStats
  expect(comparedText(stats(20, 6))).toBe('14 mehr als für 2026/2027')
  expect(comparedText(stats(5, 6))).toBe('1 weniger als für 2026/2027')
  expect(comparedText(stats(6, 6))).toBe('so viele wie für 2026/2027')
  expect(comparedText({ ...stats(6, 6), before: null })).toBeUndefined()
  const withdrawn = (now: number, before: number) => {
    const known = stats(now, before)
    return { ...known, counts: { ...known.counts, withdrawn: 2 } }
  }
  expect(totalHint(stats(20, 6))).toBe('14 mehr als für 2026/2027')
  expect(totalHint(withdrawn(20, 6))).toBe('davon 2 zurückgezogen, 14 mehr als für 2026/2027')
  expect(totalHint({ ...stats(6, 6), before: null })).toBeUndefined()
  expect(decidedAnswer(withdrawn(5, 0))).toBe('Alle sind entschieden, 2 sind zurückgezogen.')
  expect(decidedAnswer(stats(3, 0))).toBe('Alle sind entschieden.')
  expect(decidedAnswer(stats(3, 0, 1))).toBe('2 sind entschieden, 1 ist noch offen.')
})

test('the month with the most applications; of two the earlier', () => {
  const month = (day: string, total: number) => ({ month: day, counts: { ...NONE, total }, total_before: 0 })
  expect(busiestMonth([])).toBeUndefined()
  expect(busiestMonth([month('2026-10-01', 3), month('2026-11-01', 3)])?.month).toBe('2026-10-01')
})
