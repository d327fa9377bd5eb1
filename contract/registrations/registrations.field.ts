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

/** One question of the form, defined once for public form, staff entry, check page, details and document. */
export interface FormField {
  /** Dotted, as in error replies: `meta.child_zip`, `contacts.0.mail`; an item of a list leaves out the list's key. */
  key: string
  label: string
  kind: FieldKind
  /** The heading above this field and the following fields of the same group. */
  group?: string
  hint?: string | ((form: RegistrationForm, context: FormContext) => string)
  /** Choices in the order of the page; only for `choice`. */
  options?: (context: FormContext) => FieldOption[]
  /** How a short list of choices is shown: side by side; a long one becomes a drop-down. */
  display?: 'radio' | 'select'
  optional?: boolean | ((form: RegistrationForm, context: FormContext) => boolean)
  /** The key of another field: one of both must be answered, and either can stay empty only beside the other. */
  either?: string
  isVisible?: (form: RegistrationForm, context: FormContext) => boolean
  /** Only the form of this type of school asks it. */
  only?: SchoolType
  /** The value before anybody answers, and the meaning of a missing answer. */
  initial?: string | boolean
  /** An exception that spares other questions: unticked it says nothing and is left out in lists of answers. */
  isException?: boolean
  /** Longest text in characters, for a counter. */
  max?: number
  /** The HTML attribute of the same name. */
  autocomplete?: string
  items?: readonly FormField[]
  maxItems?: number
  /** The label of the button that adds an entry. */
  addLabel?: string
}

/** A question as its definition writes it: the label may depend on the school's settings. */
export interface FieldDefinition extends Omit<FormField, 'label'> {
  label: string | ((context: FormContext) => string)
  /** The label for staff, when the usual one speaks with the family's voice. */
  staffLabel?: string | ((context: FormContext) => string)
}

export const isLateral = (form: RegistrationForm) => answerAt(form, 'meta.entry_type') === 'lateral'
export const isJoint = (form: RegistrationForm) => answerAt(form, 'meta.custody') === 'joint'
export const isTicked = (form: RegistrationForm, key: string) => answerAt(form, key) === true

/** Options of a labelled enum, in the order of its labels. */
export const optionsOf = (labels: Record<string, string>): FieldOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
