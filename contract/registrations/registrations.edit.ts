import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, Version } from '#contract/formats.ts'
import { EDITABLE_KEYS } from './registrations.changed.ts'
import { type FormContext, type FormFacts, RegistrationForm } from './registrations.form.ts'

/** The form as staff edit an application: its own school years are offered, too, even when they are over. */
export const editContext = (facts: FormFacts, own: FormFacts['schoolyears']): FormContext => {
  const known = facts.schoolyears.map(({ id }) => id)
  const over = own.filter(({ id }) => !known.includes(id))
  return { ...facts, schoolyears: [...over, ...facts.schoolyears], mode: 'staff' }
}

/** The body that the edit page sends: the whole form, and the dotted keys of the answers to change. */
export const RegistrationEdit = RegistrationForm.extend({
  changed: z.array(z.enum(EDITABLE_KEYS)).max(EDITABLE_KEYS.length),
  version: Version,
})
export type RegistrationEdit = z.output<typeof RegistrationEdit>

export const EDIT_TEXTS = {
  newMail: 'Die neue Adresse muss neu bestätigt werden; wir senden sofort eine E-Mail.',
  newMails: 'Die neuen Adressen müssen neu bestätigt werden; wir senden sofort an jede eine E-Mail.',
  moved: 'Die Bewerbung verlässt ihre Warteliste und kommt ans Ende der neuen.',
} as const

export const registrationEditEndpoints = {
  /**
   * 409 when withdrawn or transformed, and when one of `changed` was changed since `version`: with `changed_by`,
   * `changed_at`, the stored `version` and, by dotted key, the stored values in `fields` (domain §9a).
   */
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id',
    access: 'manage pupil application',
    params: IdParam,
    body: RegistrationEdit,
    /** `changed`: dotted keys of all answers that differ from before; empty: nothing was written. */
    response: z.object({ version: z.int(), changed: z.array(z.string()) }),
    summary: 'Angaben einer Bewerbung ändern',
  }),
}
