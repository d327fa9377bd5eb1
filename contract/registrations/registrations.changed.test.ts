import { describe, expect, test } from 'vitest'
import { changedAnswers, differingKeys, EDITABLE_KEYS, isSameAnswer, withAddresses } from './registrations.changed.ts'
import { checkRegistration } from './registrations.check.ts'
import type { FormContext, RegistrationAnswers } from './registrations.form.ts'
import { FOW, FSW, fill, LATERAL, REGULAR, SECONDARY, staff } from './registrations.sample.test-data.ts'

const stored = (form: typeof REGULAR, context: FormContext = FSW): RegistrationAnswers => {
  const { answers, errors } = checkRegistration(form, context)
  if (!answers) throw new Error(JSON.stringify(errors))
  return answers
}
const change = (before: RegistrationAnswers, answers: Record<string, unknown>, context: FormContext = FSW) =>
  changedAnswers(before, { form: fill(before as never, answers), changed: Object.keys(answers) }, staff(context))

const JOINT = fill(REGULAR, {
  'meta.custody': 'joint',
  'meta.joint_consent_declared': true,
  'contacts.1.firstname': 'Jan',
  'contacts.1.lastname': 'Müller',
  'contacts.1.relationship': 'father',
  'contacts.1.mail': 'jan@example.org',
})

describe('changed answers', () => {
  test('without a change are what is stored, for every kind of application', () => {
    for (const [form, context] of [
      [REGULAR, FSW],
      [LATERAL, FSW],
      [JOINT, FSW],
      [SECONDARY, FOW],
    ] as const) {
      const before = stored(form, context)
      expect(changedAnswers(before, { form: {}, changed: [] }, staff(context))).toEqual({ errors: {}, answers: before })
    }
  })

  test('leave what the family declared, and take it back only with the second person', () => {
    const before = stored(JOINT)
    const other = change(before, { 'contacts.1.firstname': 'Jonas' }).answers
    expect(other?.meta).toMatchObject({ joint_consent_declared: true, truth_confirmed: true })
    const sole = change(before, { 'meta.custody': 'sole' }).answers
    expect(sole?.contacts).toHaveLength(1)
    expect(sole?.meta).toMatchObject({ joint_consent_declared: false, truth_confirmed: true })
  })

  test('validate only the changed answers and those they affect', () => {
    const before = { ...stored(REGULAR), desired_start_date: '2020-08-01' }
    const old = { ...before, meta: { ...before.meta, child_zip: 'alt', afterschool_care: null } }
    expect(change(old, { 'meta.child_city': 'Kiel' }).answers?.meta).toMatchObject({
      child_zip: 'alt',
      child_city: 'Kiel',
    })
    expect(change(old, { 'meta.child_zip': 'auch alt' }).errors).toHaveProperty(['meta.child_zip'])
    expect(change(old, { 'meta.custody': 'joint' }).errors).toHaveProperty(['contacts.1.firstname'])
  })

  test('do not move an old application to today’s entry grade and first day unless year or kind change', () => {
    const before = { ...stored(REGULAR), desired_grade: 2, desired_start_date: '2020-08-01' }
    expect(change(before, { 'meta.child_city': 'Kiel' }).answers).toMatchObject({
      desired_grade: 2,
      desired_start_date: '2020-08-01',
    })
    const years = [...FSW.schoolyears, { id: 4, name: '2028/2029', date_start: '2028-08-01', first_school_day: null }]
    expect(
      change(before, { school_year_id: 4, 'meta.child_birthdate': '2022-03-31' }, { ...FSW, schoolyears: years })
        .answers,
    ).toMatchObject({ school_year_id: 4, desired_grade: 1, desired_start_date: '2028-08-01' })
  })

  test('of a child from the partner school follow from that', () => {
    const before = stored(SECONDARY, FOW)
    const partner = change(before, { 'meta.own_school': true }, FOW).answers
    expect(partner?.meta).toMatchObject({ previous_school_name: 'Freie Schule', previous_school_type: 'grundschule' })
    const away = partner && change(partner, { 'meta.own_school': false }, FOW)
    expect(away?.errors).toHaveProperty(['meta.previous_school_city'])
  })

  test('of brothers and sisters are one answer, whatever the order of their keys', () => {
    const sibling = { firstname: 'Ole', lastname: 'Müller', school_short: 'fsw', relation: 'enrolled' }
    const added = change(stored(REGULAR), { 'meta.siblings': [sibling] }).answers
    expect(differingKeys(stored(REGULAR), added)).toEqual(['meta.siblings'])
    const turned = Object.fromEntries(Object.entries(sibling).toReversed())
    expect(isSameAnswer([sibling], [turned])).toBe(true)
    expect(change(stored(REGULAR), { 'meta.siblings': [{ ...sibling, lastname: '' }] }).errors).toHaveProperty([
      'meta.siblings.0.lastname',
    ])
  })
})

test.each([
  [3, '3', true],
  [null, '', true],
  [undefined, null, true],
  [false, null, false],
  [false, 'false', true],
  ['a', 'b', false],
])('%j and %j mean the same: %j', (one, other, expected) => {
  expect(isSameAnswer(one, other)).toBe(expected)
})

test('part of an address brings the whole of it, of the child or of one person', () => {
  expect(withAddresses(['meta.child_zip', 'contacts.1.phone'])).toEqual([
    'meta.child_street',
    'meta.child_house_number',
    'meta.child_zip',
    'meta.child_city',
    'contacts.1.phone',
  ])
  expect(withAddresses(['contacts.1.city'])).toHaveLength(4)
  for (const key of withAddresses(EDITABLE_KEYS)) expect(EDITABLE_KEYS).toContain(key)
})
