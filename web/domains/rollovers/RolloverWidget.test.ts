import { expect, it } from 'vitest'
import { rolloverNotice } from './RolloverWidget.tsx'

const from_year = {
  id: 1,
  name: '2026/2027',
  state: 'active' as const,
  date_start: '2026-08-01',
  date_end: '2027-07-31',
}
const to_year = {
  id: 2,
  name: '2027/2028',
  state: 'planned' as const,
  date_start: '2027-08-01',
  date_end: '2028-07-31',
}
const FACTS = { from_year, to_year, pending: 180 }

it.each([
  ['2027-05-31', undefined],
  ['2027-06-01', 'soon'],
  ['2027-07-31', 'soon'],
  ['2027-08-01', 'begun'],
])('on %s the dashboard says %s', (today, notice) => {
  expect(rolloverNotice(FACTS, today)).toBe(notice)
})

it('says nothing once everybody has a place, nor without an active year', () => {
  expect(rolloverNotice({ ...FACTS, pending: 0 }, '2027-07-31')).toBeUndefined()
  expect(rolloverNotice({ ...FACTS, from_year: null }, '2027-07-31')).toBeUndefined()
})

it('reminds also while the next year is missing', () => {
  expect(rolloverNotice({ ...FACTS, to_year: null }, '2027-07-31')).toBe('soon')
})
