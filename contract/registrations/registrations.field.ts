import { answerAt } from '#contract/dotted-keys.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'

export interface FieldOption {
  value: string | number
  label: string
}

/** `confirm` must be ticked, `list` repeats its `items`. */
export const FIELD_KINDS = [
  'text',
  'textarea',
  'email',
  'tel',
  'date',
  'choice',
  'checkbox',
  'confirm',
  'list',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** One question of the form, said once for public form, staff entry, check page, details and document. */
export interface FormField {
  /** Dotted, as in error replies: `meta.child_zip`, `contacts.0.mail`; of a list's items without the list's key. */
  key: string
  label: string
  kind: FieldKind
  /** Heading above this field and the following ones of the same group. */
  group?: string
  hint?: string | ((form: RegistrationForm, context: FormContext) => string)
  /** Choices in the order shown; for `choice` only. */
  options?: (context: FormContext) => FieldOption[]
  /** How few choices are shown: side by side, more of them in a drop-down. */
  display?: 'radio' | 'select'
  optional?: boolean | ((form: RegistrationForm, context: FormContext) => boolean)
  isVisible?: (form: RegistrationForm, context: FormContext) => boolean
  /** Only this school's form asks. */
  only?: SchoolType
  /** What it holds before anybody answers, and what a missing answer means. */
  initial?: string | boolean
  /** An exception that spares questions: not ticked it says nothing, and is left out where answers are read. */
  isException?: boolean
  /** Longest text, for a counter. */
  max?: number
  /** The HTML attribute of the same name. */
  autocomplete?: string
  items?: readonly FormField[]
  maxItems?: number
  /** What the button adding an entry says. */
  addLabel?: string
}

/** A question as it is written down: its label may name what the school's settings say. */
export interface FieldDefinition extends Omit<FormField, 'label'> {
  label: string | ((context: FormContext) => string)
  /** What the office reads instead where the label speaks as the family. */
  staffLabel?: string | ((context: FormContext) => string)
}

export const isLateral = (form: RegistrationForm) => answerAt(form, 'meta.entry_type') === 'lateral'
export const isJoint = (form: RegistrationForm) => answerAt(form, 'meta.custody') === 'joint'
export const isTicked = (form: RegistrationForm, key: string) => answerAt(form, key) === true

/** Options of a labelled enum, in the order of its labels. */
export const optionsOf = (labels: Record<string, string>): FieldOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
