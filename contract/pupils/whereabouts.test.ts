import { expect, test } from 'vitest'
import { whereaboutsText } from './whereabouts.ts'

const CHILD = { status: 'active', date_entry: '2023-08-01', date_exit: null, classgradePlain: '2b' }

test.each([
  ['a class', {}, 'Klasse 2b'],
  ['no class', { classgradePlain: null }, 'ohne Klasse'],
  ['a first day ahead', { status: 'upcoming', date_entry: '2027-08-01' }, 'Klasse 2b, ab 01.08.2027'],
  ['a last day that was', { status: 'left', date_exit: '2025-07-31' }, 'ehemalig, bis 31.07.2025'],
  ['a leaver without a day', { status: 'graduated' }, 'ehemalig'],
  ['a last day ahead', { date_exit: '2027-07-31' }, 'Klasse 2b'],
])('a child with %s', (_what, change, text) => {
  expect(whereaboutsText({ ...CHILD, ...change })).toBe(text)
})
