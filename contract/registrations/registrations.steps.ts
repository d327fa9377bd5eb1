import { answerAt } from '#contract/dotted-keys.ts'
import { careFields, talkFields } from './registrations.care-fields.ts'
import { childFields, confirmationFields, historyFields, placeFields } from './registrations.child-fields.ts'
import { familyFields } from './registrations.family-fields.ts'
import type { FieldDefinition, FormField } from './registrations.field.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'

export type StepKey = 'place' | 'child' | 'history' | 'family' | 'care' | 'talk' | 'check'

export interface FormStep {
  key: StepKey
  title: string
  fields: readonly FormField[]
}

/** The steps in the order of domain §2.1 and §2.2; one definition for both schools, for forms, pages and documents. */
const STEPS: readonly (Omit<FormStep, 'fields'> & { fields: readonly FieldDefinition[] })[] = [
  { key: 'place', title: 'Platz', fields: placeFields },
  { key: 'child', title: 'Kind', fields: childFields },
  { key: 'history', title: 'Bisher', fields: historyFields },
  { key: 'family', title: 'Familie', fields: familyFields },
  { key: 'care', title: 'Betreuung', fields: careFields },
  { key: 'talk', title: 'Gespräch', fields: talkFields },
  { key: 'check', title: 'Prüfen', fields: confirmationFields },
]

const isAsked = (field: FieldDefinition, context: FormContext) => !field.only || field.only === context.variant

const named = ({ label, staffLabel, ...field }: FieldDefinition, context: FormContext): FormField => {
  const isOffice = context.mode === 'staff' || context.isReadByOffice === true
  const own = isOffice ? (staffLabel ?? label) : label
  return { ...field, label: typeof own === 'function' ? own(context) : own }
}

/** The steps of this school with all possible fields; the answers decide which of them are visible. */
export const registrationSteps = (context: FormContext): FormStep[] =>
  STEPS.map((step) => ({
    ...step,
    title: step.key === 'care' && context.variant === 'secondary_1' ? 'Schulweg und Ganztag' : step.title,
    fields: step.fields.filter((field) => isAsked(field, context)).map((field) => named(field, context)),
  })).filter(
    (step) =>
      (step.key !== 'care' || context.variant === 'secondary_1' || context.settings.show_afterschool_care) &&
      (step.key !== 'check' || context.mode === 'public'),
  )

/** The fields of a step that are visible with these answers. */
export const visibleFields = (step: FormStep, form: RegistrationForm, context: FormContext) =>
  step.fields.filter((field) => field.isVisible?.(form, context) ?? true)

/** Whether the label calls the field optional: of two that stand for each other, none is while both are empty. */
export const isCalledOptional = (field: FormField, form: RegistrationForm, context: FormContext) =>
  isOptional(field, form, context) &&
  (!field.either || context.mode === 'staff' || Boolean(answerAt(form, field.either)))

/** Whether the field may stay empty with these answers. */
export const isOptional = (field: FormField, form: RegistrationForm, context: FormContext) =>
  typeof field.optional === 'function' ? field.optional(form, context) : (field.optional ?? false)
