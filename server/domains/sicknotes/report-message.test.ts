import { expect, test } from 'vitest'
import { inOneList, reportMessage } from './report-message.ts'

const said = (
  change: Partial<Parameters<typeof reportMessage>[0]> & { from?: string; to?: string; lessons?: number[] },
) => {
  const { from = '2026-11-20', to = from, lessons = [], ...more } = change
  const days = { dateStart: from, dateEnd: to, partial: lessons.length > 0, timeStart: null, timeEnd: null, lessons }
  return reportMessage({ firstnames: ['Mia'], days, reason: 'other', isLate: false, today: '2026-11-20', ...more })
}

test.each([
  [{}, 'Mia ist für heute, 20.11.2026, abgemeldet.'],
  [{ reason: 'sick' as const }, 'Gute Besserung! Mia ist für heute, 20.11.2026, abgemeldet.'],
  [{ from: '2026-11-21' }, 'Mia ist für morgen, 21.11.2026, abgemeldet.'],
  [{ from: '2026-11-23' }, 'Mia ist für Montag, 23.11.2026, abgemeldet.'],
  [{ from: '2026-11-19' }, 'Mia ist für Donnerstag, 19.11.2026, abgemeldet.'],
  [{ from: '2026-11-23', to: '2026-11-25' }, 'Mia ist von Mo 23.11. bis Mi 25.11.2026 abgemeldet.'],
  [{ from: '2026-12-21', to: '2027-01-05' }, 'Mia ist von Mo 21.12.2026 bis Di 05.01.2027 abgemeldet.'],
  [{ lessons: [1] }, 'Mia ist für heute, 20.11.2026, 1. Stunde, abgemeldet.'],
  [{ lessons: [1, 2, 6] }, 'Mia ist für heute, 20.11.2026, 1.–2., 6. Stunde, abgemeldet.'],
  [{ firstnames: ['Mia', 'Tim'] }, 'Mia und Tim sind für heute, 20.11.2026, abgemeldet.'],
  [{ isLate: true }, 'Mia ist für heute, 20.11.2026, abgemeldet. Bitte rufen Sie zusätzlich an.'],
])('%j reads: %s', (change, text) => expect(said(change)).toBe(text))

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a und b'],
  [['a', 'b', 'c'], 'a, b und c'],
])('%j is %s in one list', (words, text) => expect(inOneList(words)).toBe(text))
