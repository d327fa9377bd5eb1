import { describe, expect, test } from 'vitest'
import { RetentionSettings } from '#contract/schools/schools.settings.ts'
import { clockText, employeeRetentions, pupilRetentions, schoolyearEndOf } from './retentions.people.ts'

const PERIODS = RetentionSettings.parse({})
const days = (retentions: readonly { reason: string; action: string; due_on: string }[]) =>
  retentions.map(({ reason, action, due_on }) => `${reason} ${action} ${due_on}`)

test.each([
  ['2026-08-01', '2027-07-31'],
  ['2027-07-31', '2027-07-31'],
  ['2027-01-15', '2027-07-31'],
  ['2028-02-29', '2028-07-31'],
])('the school year of %s ends on %s', (day, end) => {
  expect(schoolyearEndOf(day)).toBe(end)
})

describe('pupils', () => {
  test('without an exit nothing is deleted', () => {
    expect(pupilRetentions({ date_exit: null, reduced_on: null }, PERIODS)).toEqual([])
  })

  test('contacts go a year after the school year of the exit, the proof after ten', () => {
    expect(days(pupilRetentions({ date_exit: '2027-01-15', reduced_on: null }, PERIODS))).toEqual([
      'contacts reduce 2028-07-31',
      'proof delete 2037-07-31',
    ])
  })

  test('a reduced pupil has only the proof left', () => {
    expect(days(pupilRetentions({ date_exit: '2027-07-31', reduced_on: '2028-07-31' }, PERIODS))).toEqual([
      'proof delete 2037-07-31',
    ])
  })

  test('a school that stores the proof no longer than the contacts deletes at once', () => {
    const periods = { ...PERIODS, attendance_proof_years: 1 }
    expect(days(pupilRetentions({ date_exit: '2027-07-31', reduced_on: null }, periods))).toEqual([
      'proof delete 2028-07-31',
    ])
  })
})

test.each([
  ['2026-08-31', 'employee_facts reduce 2027-02-28', 'employee delete 2036-08-31'],
  ['2027-08-31', 'employee_facts reduce 2028-02-29', 'employee delete 2037-08-31'],
  ['2028-02-29', 'employee_facts reduce 2028-08-29', 'employee delete 2038-02-28'],
])('an employee who left on %s', (date_exit, reduced, deleted) => {
  expect(days(employeeRetentions({ date_exit, reduced_on: null }, PERIODS))).toEqual([reduced, deleted])
})

test('the clock is read out in one sentence', () => {
  const left = { date_exit: '2027-01-15', reduced_on: null }
  expect(clockText(pupilRetentions(left, PERIODS))).toBe(
    'Kontakte werden am 31.07.2028 gelöscht, Nachweis des Schulbesuchs am 31.07.2037.',
  )
  expect(clockText(pupilRetentions({ ...left, reduced_on: '2028-07-31' }, PERIODS))).toBe(
    'Wird am 31.07.2037 gelöscht.',
  )
  expect(clockText(pupilRetentions({ ...left, reduced_on: '2028-07-31' }, PERIODS), '2037-07-31')).toBe(
    'Wird in der nächsten Nacht gelöscht.',
  )
  expect(clockText([])).toBe('')
})
