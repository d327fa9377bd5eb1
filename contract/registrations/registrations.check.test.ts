import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerSections, initialForm } from './registrations.answers.ts'
import { checkRegistration, checkStep } from './registrations.check.ts'
import { formKeys, type RegistrationForm } from './registrations.form.ts'
import { registrationHints } from './registrations.hints.ts'
import {
  CHILD,
  FAMILY,
  FOW,
  FSW,
  fill,
  LATERAL,
  REGULAR,
  SECOND,
  SECONDARY,
  staff,
} from './registrations.sample.test-data.ts'

const errorsOf = (form: RegistrationForm, answers: Record<string, unknown>, context = FSW) =>
  checkRegistration(fill(form, answers), context).errors

test('a complete application of each kind is accepted', () => {
  for (const [form, context] of [
    [REGULAR, FSW],
    [LATERAL, FSW],
    [SECONDARY, FOW],
  ] as const) {
    expect(checkRegistration(form, context)).toMatchObject({ errors: {}, answers: { school_year_id: 3 } })
  }
})

test('an empty form names every field that must be filled, step by step', () => {
  const empty = initialForm(FSW)
  expect(Object.keys(checkStep(empty, FSW, 'place'))).toEqual(['meta.entry_type'])
  expect(Object.keys(checkStep(empty, FSW, 'child'))).toEqual([
    ...Object.keys(CHILD).slice(0, 3),
    'meta.child_birthdate',
    ...Object.keys(CHILD).slice(3),
  ])
  expect(Object.keys(checkStep(empty, FSW, 'family'))).toEqual(Object.keys(FAMILY))
  expect(checkStep(empty, FSW, 'care')).toEqual({ 'meta.afterschool_care': ['Dieses Feld ist ein Pflichtfeld.'] })
  expect(checkStep(empty, FSW, 'talk')).toEqual({})
  expect(checkStep(empty, FSW, 'check')).toEqual({
    'meta.truth_confirmed': ['Bitte hier bestätigen.'],
    'meta.privacy_notice_read': ['Bitte hier bestätigen.'],
  })
})

test('regular entry fixes grade and first day, whatever was sent', () => {
  const { answers } = checkRegistration(fill(REGULAR, { desired_grade: 5, desired_start_date: '2027-01-01' }), FSW)
  expect(answers).toMatchObject({ desired_grade: 1, desired_start_date: '2027-08-16' })
})

test('answers of fields that do not show are dropped', () => {
  const hidden = {
    'meta.previous_school_name': 'x',
    'meta.pupil_statement': 'x',
    'meta.no_kita': true,
    'meta.kita_name': 'Kita Sonne',
    'contacts.0.street': 'Woanders',
    'contacts.1.firstname': 'Ole',
    'meta.joint_consent_declared': true,
  }
  const { answers } = checkRegistration(fill(REGULAR, hidden), FSW)
  expect(answers?.contacts).toHaveLength(1)
  expect(answers?.contacts[0]?.street).toBeNull()
  expect(answers?.meta).toMatchObject({
    previous_school_name: null,
    pupil_statement: null,
    no_kita: true,
    kita_name: null,
    joint_consent_declared: false,
  })
})

test('dates may be typed, choices may come as text, names are cleaned', () => {
  const typed = { 'meta.child_birthdate': '31.3.21', school_year_id: '3', 'meta.child_firstname': '  Mia  Lena ' }
  const { answers } = checkRegistration(fill(REGULAR, typed), FSW)
  expect(answers).toMatchObject({
    school_year_id: 3,
    meta: { child_birthdate: '2021-03-31', child_firstname: 'Mia Lena' },
  })
})

describe('age (domain §2.1, §2.2)', () => {
  test.each([
    ['2022-07-31', REGULAR, FSW, false],
    ['2022-08-01', REGULAR, FSW, true],
    ['2026-11-20', REGULAR, FSW, true],
    ['31.2.2021', REGULAR, FSW, true],
    ['2021-08-01', LATERAL, FSW, false],
    ['2021-08-02', LATERAL, FSW, true],
    ['2012-08-02', LATERAL, FSW, false],
    ['2012-08-01', LATERAL, FSW, true],
    ['2017-08-01', SECONDARY, FOW, false],
    ['2017-08-02', SECONDARY, FOW, true],
    ['2007-08-02', SECONDARY, FOW, false],
    ['2007-08-01', SECONDARY, FOW, true],
  ] as const)('born %s', (...[birthdate, form, context, isWrong]) => {
    const errors = errorsOf(form, { 'meta.child_birthdate': birthdate }, context)
    expect(Object.keys(errors)).toEqual(isWrong ? ['meta.child_birthdate'] : [])
  })
})

test.each([
  ['2026-11-20', 'Das Geburtsdatum muss in der Vergangenheit liegen.'],
  ['2026-11-19', 'Ihr Kind ist für die Einschulung in diesem Schuljahr noch zu jung.'],
])('born %s: %s', (birthdate, message) => {
  expect(errorsOf(REGULAR, { 'meta.child_birthdate': birthdate })['meta.child_birthdate']).toEqual([message])
})

describe('start of a lateral entry', () => {
  test.each([
    ['2026-11-19', 'Der Beginn darf nicht in der Vergangenheit liegen.'],
    ['2026-11-20', undefined],
    ['2027-06-30', undefined],
    ['2027-07-01', 'Der Beginn liegt in den Sommerferien.'],
    ['2027-08-14', 'Der Beginn liegt in den Sommerferien.'],
    ['2027-08-15', undefined],
    ['2028-05-20', undefined],
    ['2028-05-21', 'Der Beginn darf höchstens 18 Monate entfernt sein (bis 20.05.2028).'],
    ['', 'Dieses Feld ist ein Pflichtfeld.'],
  ])('%j: %s', (start, message) => {
    expect(errorsOf(LATERAL, { desired_start_date: start }).desired_start_date?.[0]).toBe(message)
  })

  test('is not asked where lateral entry is only at the start of the year', () => {
    const context = { ...FSW, settings: { ...FSW.settings, lateral_all_year: false } }
    expect(checkRegistration(fill(LATERAL, { desired_start_date: '' }), context).answers?.desired_start_date).toBe(
      '2027-08-16',
    )
  })

  test.each([1, 7, 'x'])('grade %s is not open to it', (desired) => {
    expect(errorsOf(LATERAL, { desired_grade: desired })).toEqual({ desired_grade: ['Bitte wählen Sie einen Wert.'] })
  })
})

describe('joint custody', () => {
  test('asks for the second person and the declared consent', () => {
    expect(Object.keys(errorsOf(REGULAR, { 'meta.custody': 'joint' }))).toEqual([
      'contacts.1.firstname',
      'contacts.1.lastname',
      'contacts.1.relationship',
      'contacts.1.mail',
      'meta.joint_consent_declared',
    ])
  })

  test.each(['contacts.1.phone', 'contacts.1.mail'])('one way to contact the second person is enough: %s', (key) => {
    const answer = key.endsWith('phone') ? '0170 1234567' : 'ole@example.org'
    const { answers } = checkRegistration(
      fill(REGULAR, { ...SECOND, [key]: answer, 'meta.joint_consent_declared': true }),
      FSW,
    )
    expect(answers?.contacts[1]).toMatchObject({ firstname: 'Ole', same_address: true })
  })

  test('a person who cannot be contacted needs a reason instead', () => {
    const answers = { ...SECOND, 'meta.second_contact_unreachable': true }
    expect(errorsOf(REGULAR, answers)).toEqual({ 'meta.second_contact_note': ['Dieses Feld ist ein Pflichtfeld.'] })
    const explained = { ...answers, 'meta.second_contact_note': 'Aufenthalt unbekannt' }
    expect(errorsOf(REGULAR, explained)).toEqual({})
    const claimed = fill(REGULAR, { ...explained, 'meta.joint_consent_declared': true })
    expect(checkRegistration(claimed, FSW).answers?.meta.joint_consent_declared).toBe(false)
  })
})

test('an address of its own is asked of the first person, not of the second', () => {
  expect(Object.keys(errorsOf(REGULAR, { 'contacts.0.same_address': false }))).toEqual(
    ['street', 'house_number', 'zip', 'city'].map((name) => `contacts.0.${name}`),
  )
  const second = { ...SECOND, 'contacts.1.phone': '0170 1234567', 'meta.joint_consent_declared': true }
  expect(errorsOf(REGULAR, { ...second, 'contacts.1.same_address': false })).toEqual({})
})

describe('siblings', () => {
  const sibling = { firstname: 'Ben', lastname: 'Müller', school_short: 'fsw', relation: 'enrolled' }

  test('each entry is validated by its own fields', () => {
    const siblings = [sibling, { ...sibling, firstname: '', school_short: 'xyz' }]
    expect(errorsOf(REGULAR, { 'meta.siblings': siblings })).toEqual({
      'meta.siblings.1.firstname': ['Dieses Feld ist ein Pflichtfeld.'],
      'meta.siblings.1.school_short': ['Bitte wählen Sie einen Wert.'],
    })
  })

  test('there are at most five', () => {
    expect(errorsOf(REGULAR, { 'meta.siblings': Array(5).fill(sibling) })).toEqual({})
    expect(errorsOf(REGULAR, { 'meta.siblings': Array(6).fill(sibling) })).toEqual({
      'meta.siblings': ['Bitte maximal 5 Einträge.'],
    })
  })
})

test('staff confirm nothing and may leave out mail and telephone', () => {
  const paper = {
    'contacts.0.mail': '',
    'contacts.0.phone': null,
    'meta.truth_confirmed': null,
    'meta.privacy_notice_read': false,
  }
  expect(errorsOf(REGULAR, { ...SECOND, ...paper }, staff(FSW))).toEqual({})
  expect(Object.keys(errorsOf(REGULAR, paper))).toHaveLength(4)
})

test('hints belong to their fields and never become errors', () => {
  const form = fill(LATERAL, {
    'meta.previous_grade': 5,
    'contacts.0.mail': 'anna@gmial.com',
    desired_start_date: '2027-01-11',
  })
  expect(Object.keys(registrationHints(form, FSW)).sort()).toEqual([
    'contacts.0.mail',
    'desired_start_date',
    'meta.previous_grade',
  ])
  expect(checkRegistration(form, FSW).errors).toEqual({})
  expect(registrationHints(fill(REGULAR, { 'meta.child_birthdate': '1.10.2021' }), FSW)).toMatchObject({
    'meta.child_birthdate': { kind: 'early' },
  })
})

describe('a child of the partner school', () => {
  const own = { 'meta.own_school': true, 'meta.previous_school_name': '', 'meta.previous_school_city': '' }

  test('is not asked for the name, place and kind of that school', () => {
    const { errors, answers } = checkRegistration(fill(SECONDARY, { ...own, 'meta.previous_school_type': '' }), FOW)
    expect(errors).toEqual({})
    expect(answers?.meta).toMatchObject({
      previous_school_name: 'Freie Schule',
      previous_school_city: null,
      previous_school_type: 'grundschule',
      previous_grade: 6,
    })
  })

  test('is asked where there are several partner schools', () => {
    const several = { ...FOW, schools: [...FOW.schools, { short: 'fsx', name: 'Dritte Schule' }] }
    expect(Object.keys(errorsOf(SECONDARY, own, several))).toEqual([
      'meta.previous_school_name',
      'meta.previous_school_city',
    ])
  })
})

test.each(['gsg', 'mis', 'uk'])('the talk can be held in %s', (language) => {
  const { answers } = checkRegistration(fill(REGULAR, { 'meta.interpreter_language': language }), FSW)
  expect(answers?.meta.interpreter_language).toBe(language)
})

test('a postcode is read as it will be stored', () => {
  const rows = answerSections(fill(REGULAR, { 'meta.child_zip': 'D-15 999' }), FSW).flatMap((section) => section.rows)
  expect(rows.find(({ key }) => key === 'meta.child_zip')?.text).toBe('15999')
})

test('siblings are read as name, school and state', () => {
  const sibling = { firstname: 'Zoë', lastname: 'von der Leyen', school_short: 'fow', relation: 'enrolled' }
  const rows = answerSections(fill(REGULAR, { 'meta.siblings': [sibling] }), FSW).flatMap((section) => section.rows)
  expect(rows.find(({ key }) => key === 'meta.siblings')).toMatchObject({
    label: 'Geschwister an unseren Schulen',
    text: 'Zoë von der Leyen, Freie Oberschule, besucht die Schule',
  })
})

test('all answers are read with the labels of the form', () => {
  const rows = answerSections(REGULAR, FSW).flatMap((section) => section.rows)
  const textOf = (key: string) => rows.find((row) => row.key === key)?.text
  expect(textOf('school_year_id')).toBe('2027/2028')
  expect(textOf('meta.entry_type')).toBe('Einschulung in Klasse 1')
  expect(textOf('meta.child_birthdate')).toBe('31.03.2021')
  expect(textOf('meta.siblings')).toBe('–')
  expect(textOf('contacts.0.same_address')).toBe('Ja')
  expect(textOf('meta.previous_school_name')).toBeUndefined()
})

test('any input is refused by field or accepted completely, and never causes an exception', () => {
  const answer = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('', 'joint', 'lateral', '2019-01-01'),
  )
  const change = fc.tuple(
    fc.constantFrom(...formKeys().filter((key) => key.includes('_') || key.includes('.'))),
    answer,
  )
  const forms = fc.tuple(fc.constantFrom(REGULAR, LATERAL, SECONDARY), fc.array(change, { maxLength: 8 }))
  const contexts = fc.constantFrom(FSW, FOW, staff(FSW), staff(FOW))
  fc.assert(
    fc.property(forms, contexts, ([form, changes], context) => {
      const { errors, answers } = checkRegistration(fill(form, Object.fromEntries(changes)), context)
      return (answers === null) === Object.keys(errors).length > 0
    }),
  )
})
