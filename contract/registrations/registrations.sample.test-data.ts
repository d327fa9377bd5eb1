import { withAnswer } from '#contract/dotted-keys.ts'
import { RegistrationSettings } from '#contract/schools/schools.facts.ts'
import { initialForm } from './registrations.answers.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'

/** Schools and filled-in forms for tests of the form's rules. */

const grade = (value: number, is_entry: boolean) => ({
  grade: value,
  name: `Klassenstufe ${value}`,
  is_entry,
  accepts_lateral: !is_entry,
})

export const FSW: FormContext = {
  variant: 'primary',
  mode: 'public',
  today: '2026-11-20',
  schoolyears: [{ id: 3, name: '2027/2028', date_start: '2027-08-01', first_school_day: '2027-08-16' }],
  grades: [1, 2, 3, 4, 5, 6].map((value) => grade(value, value === 1)),
  schools: [
    { short: 'fsw', name: 'Freie Schule' },
    { short: 'fow', name: 'Freie Oberschule' },
  ],
  summer_breaks: [{ date_start: '2027-07-01', date_end: '2027-08-14' }],
  settings: RegistrationSettings.parse({ show_afterschool_care: true }),
}
export const FOW: FormContext = {
  ...FSW,
  variant: 'secondary_1',
  grades: [7, 8, 9, 10].map((value) => grade(value, value === 7)),
  schools: FSW.schools.toReversed(),
  settings: RegistrationSettings.parse({}),
}
export const staff = (context: FormContext): FormContext => ({ ...context, mode: 'staff' })

export const fill = (form: RegistrationForm, answers: Record<string, unknown>) =>
  Object.entries(answers).reduce((whole, [key, answer]) => withAnswer(whole, key, answer), form)

export const CHILD = {
  'meta.child_firstname': 'Mia',
  'meta.child_lastname': 'Müller',
  'meta.child_gender': 'f',
  'meta.child_street': 'Dorfstraße',
  'meta.child_house_number': '1a',
  'meta.child_zip': '15999',
  'meta.child_city': 'Wacholderhain',
}
export const FAMILY = {
  'meta.custody': 'sole',
  'contacts.0.firstname': 'Anna',
  'contacts.0.lastname': 'Müller',
  'contacts.0.relationship': 'mother',
  'contacts.0.mail': 'anna@example.org',
  'contacts.0.phone': '0331 123456',
}
const CONFIRMED = { 'meta.truth_confirmed': true, 'meta.privacy_notice_read': true }

export const REGULAR = fill(initialForm(FSW), {
  ...CHILD,
  ...FAMILY,
  ...CONFIRMED,
  'meta.entry_type': 'regular',
  'meta.child_birthdate': '2021-03-31',
  'meta.afterschool_care': 'long',
})
export const LATERAL = fill(REGULAR, {
  'meta.entry_type': 'lateral',
  desired_grade: 3,
  desired_start_date: '2027-08-16',
  'meta.child_birthdate': '2018-05-03',
  'meta.previous_school_name': 'Grundschule am See',
  'meta.previous_school_city': 'Potsdam',
  'meta.previous_school_type': 'grundschule',
  'meta.previous_grade': 2,
})
export const SECONDARY = fill(initialForm(FOW), {
  ...CHILD,
  ...FAMILY,
  ...CONFIRMED,
  'meta.entry_type': 'regular',
  'meta.child_birthdate': '2015-03-31',
  'meta.previous_school_name': 'Freie Schule',
  'meta.previous_school_city': 'Wacholderhain',
  'meta.previous_school_type': 'grundschule',
  'meta.previous_grade': 6,
})
export const SECOND = {
  'meta.custody': 'joint',
  'contacts.1.firstname': 'Ole',
  'contacts.1.lastname': 'Berg',
  'contacts.1.relationship': 'father',
}
