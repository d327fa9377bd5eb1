import { expect, test } from 'vitest'
import type { GradeCapacity } from '#contract/waitlists/waitlists.ts'
import {
  betweenText,
  capacityMore,
  capacityText,
  excessText,
  freeText,
  overdueText,
  priorityText,
  ranksBefore,
  takenText,
} from './waitlist-texts.ts'

const capacity = (change: Partial<GradeCapacity>): GradeCapacity => ({
  grade: 5,
  places: 56,
  accepted: 48,
  confirmed: 30,
  follow_ups: 0,
  waiting: 12,
  new: 3,
  ...change,
})

test.each([
  [{}, 'Klasse 5: 48 von 56 vergeben, 12 warten'],
  [{ accepted: 0, confirmed: 0, waiting: 1 }, 'Klasse 5: 0 von 56 vergeben, 1 wartet'],
  [{ places: 1, accepted: 1, confirmed: 1, waiting: 0 }, 'Klasse 5: 1 von 1 vergeben'],
  [{ places: null, waiting: 0 }, 'Klasse 5: 48 angenommen'],
  [{ places: 40, follow_ups: 2 }, 'Klasse 5: 48 von 40 vergeben, 8 zu viel, 12 warten'],
])('how full a grade is %#', (change, text) => {
  expect(capacityText(capacity(change)).replace('\u00a0', ' ')).toBe(text)
})

test('what is taken of one grade, where somebody decides', () => {
  expect(takenText(capacity({}))).toBe('Klasse 5: 48 von 56 vergeben')
  expect(takenText(capacity({ places: 40 }))).toBe('Klasse 5: 48 von 40 vergeben, 8 zu viel')
  expect(takenText(capacity({ places: null }))).toBe('Klasse 5: 48 angenommen')
})

test('a child without priority is in no group that needs a number', () => {
  expect([priorityText('none'), priorityText('sibling_here')]).toEqual(['ohne Vorrang', '1 · Geschwister hier'])
})

test.each([
  [{ accepted: 55 }, '1 Platz ist noch frei.'],
  [{ accepted: 50 }, '6 Plätze sind noch frei.'],
  [{ accepted: 56 }, 'Alle Plätze sind vergeben.'],
  [{ accepted: 57 }, 'Es ist schon 1 mehr angenommen, als es Plätze gibt.'],
  [{ accepted: 58 }, 'Es sind schon 2 mehr angenommen, als es Plätze gibt.'],
  [{ places: null }, 'Für Klasse 5 sind keine Plätze festgelegt.'],
])('what is left %#', (change, text) => {
  expect(freeText(capacity(change))).toBe(text)
})

test.each([
  [{ accepted: 61 }, '5 mehr angenommen als Plätze'],
  [{ accepted: 56 }, undefined],
  [{ places: null }, undefined],
])('more children than places are counted in words %#', (change, text) => {
  expect(excessText(capacity(change))).toBe(text)
})

test('what else a page about one grade says', () => {
  expect(capacityMore(capacity({}))).toBe('davon 30 bestätigt · 12 warten · 3 neue Bewerbungen')
  expect(capacityMore(capacity({ follow_ups: 2, new: 0 }))).toBe('davon 30 bestätigt, 2 nachzufassen · 12 warten')
  expect(capacityMore(capacity({ accepted: 0, confirmed: 0, waiting: 0, new: 0 }))).toBe('')
})

test('days, ranks and neighbours in words', () => {
  expect([overdueText(1), overdueText(3)]).toEqual(['seit 1 Tag überfällig', 'seit 3 Tagen überfällig'])
  expect([2, 3, 4, 9].map(ranksBefore)).toEqual(['1', '1 und 2', '1 bis 3', '1 bis 8'])
  const order = ['Ida', 'Ben', 'Mia'].map((child_firstname) => ({ meta: { child_firstname, child_lastname: 'Bode' } }))
  expect([1, 2, 3].map((rank) => betweenText(order, rank))).toEqual([
    'vor Ben Bode',
    'nach Ida Bode, vor Mia Bode',
    'nach Ben Bode',
  ])
})
