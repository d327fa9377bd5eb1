import { describe, expect, test } from 'vitest'
import { MOVED_MAX, MovePupilsForm } from './schoolclasses.moves.ts'
import { classDay, isOverfull, NewSchoolclassForm, SchoolclassChange } from './schoolclasses.ts'

const YEAR = { date_start: '2026-08-01', date_end: '2027-07-31' }

describe('the day a class is shown on', () => {
  test.each([
    ['2026-07-31', '2026-08-01'],
    ['2026-08-01', '2026-08-01'],
    ['2026-11-20', '2026-11-20'],
    ['2027-07-31', '2027-07-31'],
    ['2027-08-01', '2027-07-31'],
  ])('on %s is %s', (today, day) => {
    expect(classDay(YEAR, today)).toBe(day)
  })
})

test.each([
  [24, 24, false],
  [24, 25, true],
  [null, 99, false],
])('with %s places and %i pupils a class is overfull: %s', (capacity, pupil_count, expected) => {
  expect(isOverfull({ capacity, pupil_count })).toBe(expected)
})

describe('the forms', () => {
  const form = { school_year_id: 1, schoolgrade_id: 1, description: ' a ' }

  test('start with the usual number of seats and without people', () => {
    expect(NewSchoolclassForm.parse(form)).toEqual({
      ...form,
      description: 'a',
      schoolgrade_to_id: null,
      room: null,
      capacity: 24,
      responsible_teachers: [],
      assigned_employees: [],
    })
  })

  test.each([
    [{ capacity: 1 }, true],
    [{ capacity: 0 }, false],
    [{ capacity: 40 }, true],
    [{ capacity: 41 }, false],
    [{ description: 'x'.repeat(30) }, true],
    [{ description: 'x'.repeat(31) }, false],
    [{ description: ' ' }, false],
    [{ room: 'x'.repeat(20) }, true],
    [{ room: 'x'.repeat(21) }, false],
    [{ responsible_teachers: [1, 2] }, true],
    [{ responsible_teachers: [1, 2, 3] }, false],
  ])('%j is taken: %s', (change, isTaken) => {
    expect(NewSchoolclassForm.safeParse({ ...form, ...change }).success).toBe(isTaken)
    expect(SchoolclassChange.safeParse(change).success).toBe(isTaken)
  })

  test('a change does not add fields that were not sent', () => {
    expect(SchoolclassChange.parse({ room: '' })).toEqual({ room: '' })
    expect(SchoolclassChange.parse({})).toEqual({})
  })

  test.each([
    [0, false],
    [1, true],
    [MOVED_MAX, true],
    [MOVED_MAX + 1, false],
  ])('%i pupils move at once: %s', (count, isTaken) => {
    const pupil_ids = Array.from({ length: count }, (_, index) => index + 1)
    expect(MovePupilsForm.safeParse({ pupil_ids, schoolclass_id: null }).success).toBe(isTaken)
  })
})
