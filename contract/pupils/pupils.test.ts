import { expect, test } from 'vitest'
import { fullName, listName } from '#contract/person-names.ts'
import { isOfSchoolAge, isRemovable } from './pupils.change.ts'
import { PupilDetails } from './pupils.details.ts'
import { pupilsPerClass } from './pupils.stats.ts'
import { hasLeft, isAttending, PUPIL_SORT_KEYS, PUPIL_STATUSES, PupilQuery } from './pupils.ts'

test('a viewer sees class A and gender, and the reply still fits (domain §1.0)', () => {
  const forViewer = {
    id: 1,
    pupil_number: 'FSW-00001',
    lastname: 'Müller',
    lastname_prefix: null,
    firstname: 'Mia',
    gender: 'f',
    status: 'active',
    schoolclass: { id: 1, classgradePlain: '5a' },
    schoolgrade: { grade: 5 },
    school_year: { id: 2, name: '2026/2027' },
    version: 1,
    has_blocking_note: false,
  }
  expect(PupilDetails.parse(forViewer)).toEqual(forViewer)
})

test('the list filters by several classes, and by none', () => {
  expect(PupilQuery.parse({ schoolclass_id: '3,none', per_page: '0' })).toEqual({
    page: 1,
    per_page: 0,
    sort: 'lastname',
    search: '',
    schoolclass_id: [3, 'none'],
  })
  expect(PupilQuery.safeParse({ schoolclass_id: 'x' }).success).toBe(false)
  expect(PupilQuery.safeParse({ sort: 'phone' }).success).toBe(false)
  for (const key of PUPIL_SORT_KEYS) expect(PupilQuery.parse({ sort: `-${key}` }).sort).toBe(`-${key}`)
})

test.each([
  [47, 3, '15,67'],
  [45, 2, '22,5'],
  [44, 2, '22'],
  [3, 0, '–'],
])('%i children in %i classes are %s each (spec §2)', (total, classCount, expected) => {
  expect(pupilsPerClass({ total, classCount })).toBe(expected)
})

test('each status means attending, left or still to come', () => {
  const by = (is: (pupil: { status: string }) => boolean) => PUPIL_STATUSES.filter((status) => is({ status }))
  expect(by(isAttending)).toEqual(['active', 'on_leave', 'guest'])
  expect(by(hasLeft)).toEqual(['left', 'graduated'])
})

test.each([
  ['2022-08-01', true],
  ['2022-08-02', false],
  ['2005-08-02', true],
  ['2005-08-01', false],
])('born on %s a child may be entered in 2026: %s (domain §1.5)', (birthdate, expected) => {
  expect(isOfSchoolAge(birthdate, '2026-11-20')).toBe(expected)
})

test('prefixes stand before the last name', () => {
  const person = { firstname: 'Mia', lastname: 'Berg', lastname_prefix: 'von' }
  expect([fullName(person), listName(person)]).toEqual(['Mia von Berg', 'von Berg, Mia'])
  expect(listName({ firstname: 'Mia', lastname: 'Berg' })).toBe('Berg, Mia')
})

test.each([
  ['on the first day', '2026-11-01', null, '2026-11-01', true],
  ['on the 14th day', '2026-11-01', null, '2026-11-14', true],
  ['on the 15th day', '2026-11-01', null, '2026-11-15', false],
  ['before the first day', '2026-11-01', null, '2026-10-01', true],
  ['long after a stay of 14 days', '2026-11-01', '2026-11-14', '2027-06-01', true],
  ['long after a stay of 15 days', '2026-11-01', '2026-11-15', '2027-06-01', false],
  ['while the last day is yet to come', '2026-11-01', '2026-12-24', '2026-11-15', false],
])('a pupil can be deleted %s or not (domain §9b)', (...[, date_entry, date_exit, today, expected]) => {
  expect(isRemovable({ date_entry, date_exit }, today)).toBe(expected)
})
