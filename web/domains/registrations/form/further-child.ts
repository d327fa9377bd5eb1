import { withAnswer } from '#contract/dotted-keys.ts'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import type { ReceiptContacts } from '#contract/registrations/registrations.public.ts'

/** An empty form with what stays the same for another child; the child before is its brother or sister. */
export const withFamily = (empty: FormAnswers, family: ReceiptContacts, schoolShort: string): FormAnswers => {
  const { contacts, address, sibling, ...custody } = family
  const siblings = [{ ...sibling, school_short: schoolShort, relation: 'applying' }]
  const form: FormAnswers = { ...empty, contacts, meta: { ...empty.meta, ...custody, siblings } }
  return Object.entries(address ?? {}).reduce(
    (filled, [name, value]) => withAnswer(filled, `meta.child_${name}`, value),
    form,
  )
}
