import { expect, test } from 'vitest'
import { withAnswer } from '#contract/dotted-keys.ts'
import { initialForm } from '#contract/registrations/registrations.answers.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import {
  errorLines,
  groupNeighbours,
  stepAfter,
  stepWithError,
  untouchedErrors,
  withReadDates,
} from './registration-flow.ts'

const context: FormContext = {
  mode: 'public',
  variant: 'primary',
  today: '2026-11-20',
  schoolyears: [{ id: 2, name: '2027/2028', date_start: '2027-08-01', first_school_day: null }],
  grades: [
    { grade: 1, name: 'Klassenstufe 1', is_entry: true, accepts_lateral: false },
    { grade: 2, name: 'Klassenstufe 2', is_entry: false, accepts_lateral: true },
  ],
  schools: [{ short: 'fsw', name: 'Freie Schule' }],
  summer_breaks: [],
  settings: {
    lateral_all_year: true,
    school_entry_cutoff: '09-30',
    early_entry_until: '12-31',
    optin_valid_days: 14,
    show_afterschool_care: true,
    afterschool_labels: { short: 'bis 15 Uhr', long: 'bis 17 Uhr' },
    electives: [],
    intro_markdown: '',
    second_agreement_by_link: false,
  },
}

const formWith = (answers: Record<string, unknown>) => ({
  context,
  answers: Object.entries(answers).reduce<FormAnswers>(
    (form, [key, answer]) => withAnswer(form, key, answer),
    initialForm(context),
  ),
})

test('the summary names whose field it is and keeps the order of the page', () => {
  const form = formWith({ 'meta.custody': 'joint', 'meta.siblings': [{}, {}] })
  const errors = {
    'meta.siblings.1.lastname': 'Fehlt.',
    'contacts.1.firstname': 'Fehlt.',
    'meta.joint_consent_declared': 'Bitte hier bestätigen.',
    'contacts.0.firstname': 'Dieses Feld ist ein Pflichtfeld.',
  }
  expect(errorLines(errors, 'family', form)).toEqual([
    { id: 'contacts.0.firstname', text: 'Sorgeberechtigte Person 1, Vorname fehlt' },
    { id: 'contacts.1.firstname', text: 'Sorgeberechtigte Person 2, Vorname – Fehlt.' },
    {
      id: 'meta.joint_consent_declared',
      text: 'Bitte bestätigen: Die zweite sorgeberechtigte Person stimmt der Bewerbung zu',
    },
    { id: 'meta.siblings.1.lastname', text: 'Geschwisterkind 2, Nachname – Fehlt.' },
  ])
})

test('an error leads to the step that shows its field, one of no field nowhere', () => {
  const form = formWith({ 'meta.custody': 'sole' })
  expect(stepWithError({ 'contacts.0.mail': 'x', 'meta.child_zip': 'x' }, form)).toBe('child')
  expect(stepWithError({ 'contacts.1.mail': 'x' }, form)).toBeUndefined()
  expect(stepWithError({ form_token: 'x' }, form)).toBeUndefined()
})

test.each([
  { step: 'place', isReview: false, incomplete: [], next: 'child' },
  { step: 'talk', isReview: false, incomplete: [], next: 'check' },
  { step: 'place', isReview: true, incomplete: ['check'], next: 'check' },
  { step: 'place', isReview: true, incomplete: ['history', 'check'], next: 'history' },
] as const)('from $step (change: $isReview, incomplete: $incomplete) leads to $next', ({ step, next, ...way }) => {
  expect(stepAfter(step, way, context)).toBe(next)
})

test('typed dates are read, half ones stay as they are', () => {
  const read = (typed: string) => withReadDates(formWith({ 'meta.child_birthdate': typed })).meta.child_birthdate
  expect(read('3.5.20')).toBe('2020-05-03')
  expect(read('3.5.')).toBe('3.5.')
})

test('a refused field is free once it is touched, the others keep their message', () => {
  const errors = {
    'meta.child_firstname': 'Pflicht',
    'meta.child_lastname': 'Pflicht',
    'meta.siblings.0.firstname': 'x',
  }
  const before = formWith({ 'meta.siblings': [{}] }).answers
  const after = withAnswer(before, 'meta.child_lastname', 'B')
  expect(Object.keys(untouchedErrors(errors, before, after))).toEqual([
    'meta.child_firstname',
    'meta.siblings.0.firstname',
  ])
})

test('only neighbours come together, in their order', () => {
  const items = [{ key: 1 }, { key: 2, group: 'A' }, { key: 3, group: 'A' }, { key: 4 }, { key: 5, group: 'A' }]
  expect(groupNeighbours(items).map(({ title, items: found }) => [title, found.map(({ key }) => key)])).toEqual([
    [undefined, [1]],
    ['A', [2, 3]],
    [undefined, [4]],
    ['A', [5]],
  ])
})
