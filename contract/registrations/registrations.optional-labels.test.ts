import { expect, test } from 'vitest'
import type { FormContext, RegistrationForm } from './registrations.form.ts'
import { isCalledOptional, isOptional, registrationSteps } from './registrations.steps.ts'

const context = {
  mode: 'public',
  variant: 'primary',
  schools: [],
  settings: {},
  schoolyears: [],
} as unknown as FormContext

const fields = (asked: FormContext) => registrationSteps(asked).flatMap((step) => step.fields)

test.each([
  ['public', {}, []],
  ['public', { phone: '030 1234' }, ['contacts.1.mail']],
  ['public', { mail: 'ole@example.org' }, ['contacts.1.phone']],
  ['public', { mail: 'ole@example.org', phone: '030 1234' }, ['contacts.1.mail', 'contacts.1.phone']],
  ['staff', {}, ['contacts.1.mail', 'contacts.1.phone']],
] as const)('mail or phone of the second person is enough: %s, %j', (mode, second, called) => {
  const asked = { ...context, mode }
  const form = { contacts: [{}, second] } as unknown as RegistrationForm
  const reach = fields(asked).filter(({ key }) => /^contacts\.1\.(mail|phone)$/.test(key))
  expect(reach.filter((field) => isCalledOptional(field, form, asked)).map(({ key }) => key)).toEqual(called)
  // Neither is missing by itself: one rule asks for one of them.
  expect(reach.every((field) => isOptional(field, form, asked))).toBe(true)
})
