import { expect, test } from 'vitest'
import { withAnswer } from '#contract/dotted-keys.ts'
import type { FormContext } from './registrations.form.ts'
import { FOW, FSW, LATERAL } from './registrations.sample.test-data.ts'
import { startDateHint, startRefusal } from './registrations.start.ts'
import { registrationSteps, visibleFields } from './registrations.steps.ts'

const RUNNING = { id: 2, name: '2026/2027', date_start: '2026-08-01', first_school_day: '2026-08-24' }
const NEXT = { id: 3, name: '2027/2028', date_start: '2027-08-01', first_school_day: '2027-08-16' }

const hintFor = (changes: Partial<FormContext>, year?: number) =>
  startDateHint(withAnswer(LATERAL, 'school_year_id', year), { ...FSW, ...changes })

test('the example is the first day of school', () => {
  expect(hintFor({}, 3)).toBe('Zum Beispiel 16.8.2027; nicht in den Sommerferien.')
  expect(hintFor({})).toBe('Zum Beispiel 16.8.2027; nicht in den Sommerferien.')
})

test('the example is a future Monday when that day is over, unknown or refused', () => {
  const monday = 'Zum Beispiel 7.12.2026; nicht in den Sommerferien.'
  expect(hintFor({ schoolyears: [RUNNING, NEXT] }, 2)).toBe(monday)
  expect(hintFor({ schoolyears: [{ ...NEXT, first_school_day: null }] }, 3)).toBe(monday)
  expect(hintFor({ schoolyears: [] })).toBe(monday)
})

test('the form accepts its own example on any day', () => {
  for (const today of ['2026-08-24', '2026-12-31', '2027-06-30', '2027-07-15', '2027-08-14']) {
    const context = { ...FSW, today }
    const [, day = '', month = '', year = ''] = /(\d+)\.(\d+)\.(\d+)/.exec(hintFor({ today })) ?? []
    expect(startRefusal(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, context), today).toBeUndefined()
  }
})

const ownSchool = (context: FormContext) => {
  const step = registrationSteps(context).find(({ key }) => key === 'history')
  return step && visibleFields(step, LATERAL, context).find(({ key }) => key === 'meta.own_school')?.label
}

test('the question for the partner school names it, and is not asked where there is none', () => {
  expect(ownSchool(FOW)).toBe('Mein Kind besucht zurzeit unsere Partnerschule (Freie Schule)')
  expect(ownSchool({ ...FOW, schools: FOW.schools.slice(0, 1) })).toBeUndefined()
})
