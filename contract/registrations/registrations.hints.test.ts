import { describe, expect, test } from 'vitest'
import {
  enrolmentHint,
  enrolmentKind,
  gradeHint,
  mailHint,
  mailHints,
  registrationHints,
} from './registrations.hints.ts'
import { FSW, fill, REGULAR, staff } from './registrations.sample.test-data.ts'

const BRANDENBURG = { school_entry_cutoff: '09-30', early_entry_until: '12-31' }

describe('age for grade 1 in 2027/2028 (domain §2.1), each window at both ends', () => {
  test.each([
    ['2019-09-30', 'older'],
    ['2019-10-01', 'deferred'],
    ['2020-09-30', 'deferred'],
    ['2020-10-01', 'regular'],
    ['2021-09-30', 'regular'],
    ['2021-10-01', 'early'],
    ['2021-12-31', 'early'],
    ['2022-01-01', 'early_exception'],
    ['2022-07-31', 'early_exception'],
    ['2022-08-01', 'too_young'],
  ])('born %s is %s', (birthdate, kind) => {
    expect(enrolmentKind(birthdate, 2027, BRANDENBURG)).toBe(kind)
  })

  test.each([
    ['2020-09-30', 'Wurde Ihr Kind zurückgestellt?'],
    ['2021-10-01', 'Vorzeitige Einschulung auf Antrag möglich.'],
    ['2022-01-01', 'Nur in begründeten Ausnahmefällen.'],
  ])('born %s shows %j', (birthdate, text) => {
    expect(enrolmentHint(birthdate, 2027, BRANDENBURG)?.text).toBe(text)
  })

  test('regular children get no hint, too young ones an error instead', () => {
    expect(enrolmentHint('2021-01-01', 2027, BRANDENBURG)).toBeNull()
    expect(enrolmentHint('2023-01-01', 2027, BRANDENBURG)).toBeNull()
  })

  test.each([
    ['2021-06-30', 'regular'],
    ['2021-07-01', 'early'],
    ['2022-03-31', 'early'],
    ['2022-04-01', 'early_exception'],
  ])('the dates are settings: with 30 June and 31 March born %s is %s', (birthdate, kind) => {
    expect(enrolmentKind(birthdate, 2027, { school_entry_cutoff: '06-30', early_entry_until: '03-31' })).toBe(kind)
  })
})

test.each([
  [3, 1, true],
  [3, 2, false],
  [3, 3, false],
  [3, 4, true],
])('grade %i after %i leads to a question: %s', (desired, previous, isHint) => {
  expect(gradeHint(desired, previous) !== null).toBe(isHint)
})

describe('typing mistakes in mail addresses', () => {
  test.each([
    ['mia@gmial.com', 'mia@gmail.com'],
    ['mia@GMIAL.com ', 'mia@gmail.com'],
    ['mia@wbe.de', 'mia@web.de'],
  ])('%s is asked about as %s', (typed, suggestion) => {
    expect(mailHint(typed)).toMatchObject({ suggestion, text: `Meinten Sie @${suggestion.split('@')[1]}?` })
  })

  test.each(['mia@gmail.com', 'mia@web.de', 'mia@gmx.de', 'gmial.com', '@gmial.com', ''])(
    '%j is left alone',
    (typed) => {
      expect(mailHint(typed)).toBeNull()
    },
  )
})

describe('the hints of a form', () => {
  const deferred = fill(REGULAR, {
    'meta.child_birthdate': '2020-09-30',
    'contacts.0.mail': 'anna@gmial.com',
    'contacts.1.mail': 'ole@web.de',
  })

  test('belong to their fields, and have other words for staff than for the family', () => {
    const family = registrationHints(deferred, FSW)
    expect(Object.keys(family).toSorted()).toEqual(['contacts.0.mail', 'meta.child_birthdate'])
    expect(family['meta.child_birthdate']?.text).toBe('Wurde Ihr Kind zurückgestellt?')
    expect(registrationHints(deferred, staff(FSW))['meta.child_birthdate']?.text).toBe('Wurde das Kind zurückgestellt?')
  })

  test('tell that both persons have one address, however it is written', () => {
    const both = fill(deferred, { 'contacts.0.mail': 'anna@example.org', 'contacts.1.mail': ' Anna@example.org' })
    expect(registrationHints(both, FSW)['contacts.1.mail']?.text).toMatch(/^Das ist dieselbe Adresse/)
    const other = fill(both, { 'contacts.1.mail': 'ole@example.org' })
    expect(registrationHints(other, FSW)['contacts.1.mail']).toBeUndefined()
  })

  test('about addresses alone are typing mistakes, also in the child’s address', () => {
    const slips = mailHints(fill(deferred, { 'meta.child_mail': 'mia@wbe.de' }))
    expect(slips).toEqual({
      'contacts.0.mail': expect.objectContaining({ suggestion: 'anna@gmail.com' }),
      'meta.child_mail': expect.objectContaining({ suggestion: 'mia@web.de' }),
    })
  })
})
