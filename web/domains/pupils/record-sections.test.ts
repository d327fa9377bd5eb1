import { expect, test } from 'vitest'
import { isAsked } from './record-sections.ts'

const of = (school_type: 'primary' | 'secondary_1', grade?: number) => ({
  school_type,
  schoolgrade: grade === undefined ? null : { grade },
})

test.each([
  ['phone', of('primary', 6), false],
  ['phone', of('secondary_1', 7), true],
  ['mail', of('primary', 1), false],
  ['mail', of('secondary_1', 10), true],
  ['kita_years', of('primary', 1), true],
  ['kita_years', of('primary', 2), false],
  ['kita_years', of('primary'), true],
  ['school_recommendation', of('primary', 6), false],
  ['school_recommendation', of('secondary_1', 7), true],
  ['foreign_languages', of('primary', 3), false],
  ['foreign_languages', of('secondary_1', 8), true],
  ['afterschool_care', of('primary', 6), true],
  ['afterschool_days', of('secondary_1', 7), false],
  ['birthplace', of('secondary_1', 7), true],
] as const)('%s is asked of %j: %s (domain §1.5)', (field, pupil, expected) => {
  expect(isAsked(field, pupil)).toBe(expected)
})

test('who is still to come is asked what fits the first day', () => {
  const membership = {
    ...{ school_year: { id: 1, name: '2027/2028' }, schoolclass: null },
    ...{ date_start: '2027-08-01', date_end: null },
  }
  const coming = (grade: number) => ({ ...of('primary'), memberships: [{ ...membership, schoolgrade: { grade } }] })
  expect([isAsked('kita_years', coming(1)), isAsked('kita_years', coming(2))]).toEqual([true, false])
})
