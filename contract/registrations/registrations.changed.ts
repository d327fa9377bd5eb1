import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import { type FieldErrors, fixedAnswers, mergeErrors, partnerAnswers, validateSteps } from './registrations.check.ts'
import { ContactAnswers, type FormContext, RegistrationAnswers, type RegistrationForm } from './registrations.form.ts'
import { registrationSteps, visibleFields } from './registrations.steps.ts'

const CONTACT = Object.keys(ContactAnswers.shape)

/** Declarations that a family makes in person; staff do not make them for the family. */
const DECLARED = ['meta.truth_confirmed', 'meta.privacy_notice_read', 'meta.joint_consent_declared']

/** The dotted key of every answer; a list is one answer. */
const ANSWER_KEYS = [
  'school_year_id',
  'desired_grade',
  'desired_start_date',
  ...Object.keys(RegistrationAnswers.shape.meta.shape).map((name) => `meta.${name}`),
  ...[0, 1].flatMap((position) => CONTACT.map((name) => `contacts.${position}.${name}`)),
]

/** The answers staff can change. */
export const EDITABLE_KEYS = ANSWER_KEYS.filter((key) => !DECLARED.includes(key))

/** The value of an answer that is no longer asked. */
const UNASKED: Record<string, unknown> = RegistrationAnswers.shape.meta.partial().parse({})
const EMPTY_CONTACT: Record<string, unknown> = { ...ContactAnswers.partial().parse({}) }

const emptyAnswer = (key: string) => {
  const [part, name = ''] = [key.split('.')[0], key.split('.').at(-1)]
  return (part === 'contacts' ? EMPTY_CONTACT : UNASKED)[name] ?? null
}

const isBlank = (answer: unknown) => answer === undefined || answer === null || answer === ''

/** Sorts the keys, so that lists are compared by the content of their entries. */
const plain = (answer: unknown): unknown =>
  Array.isArray(answer)
    ? JSON.stringify(answer.map((entry) => Object.entries(entry).sort(([a], [b]) => a.localeCompare(b))))
    : String(answer)

/** Whether two answers mean the same; a number equals its digits, and empty equals missing. */
export const isSameAnswer = (one: unknown, other: unknown) =>
  isBlank(one) || isBlank(other) ? isBlank(one) && isBlank(other) : plain(one) === plain(other)

/** The keys of the answers that differ. */
export const differingKeys = (before: unknown, after: unknown) =>
  ANSWER_KEYS.filter((key) => !isSameAnswer(answerAt(before, key), answerAt(after, key)))

const ADDRESS = ['street', 'house_number', 'zip', 'city']

/**
 * The keys, completed to whole addresses: two people who change one part each would make an address that nobody
 * entered.
 */
export const withAddresses = (keys: readonly string[]) => {
  const whole = keys.flatMap((key) => {
    const [, stem = '', name = ''] = /^(meta\.child_|contacts\.\d\.)(.*)$/.exec(key) ?? []
    return ADDRESS.includes(name) ? ADDRESS.map((part) => stem + part) : [key]
  })
  return [...new Set(whole)]
}

const visibleKeys = (form: RegistrationForm, context: FormContext) =>
  new Set(registrationSteps(context).flatMap((step) => visibleFields(step, form, context).map(({ key }) => key)))

/** Contacts that the form no longer asks for are dropped; for the others no answer is undefined. */
const settledContacts = (contacts: readonly unknown[], hasSecond: boolean) =>
  contacts.slice(0, hasSecond ? 2 : 1).map((contact) => ({ ...EMPTY_CONTACT, ...(contact as object) }))

const definedOnly = (answers: object) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))

/** Answers that follow from changed ones: grade and first day of a regular entry, the partner school. */
const withConsequences = (stored: RegistrationAnswers, answers: RegistrationAnswers, context: FormContext) => {
  const changed = differingKeys(stored, answers)
  const form = answers as RegistrationForm
  const isMoved = changed.some((key) => key === 'school_year_id' || key === 'meta.entry_type')
  const isOther = changed.includes('meta.own_school')
  return {
    ...answers,
    ...(isMoved && definedOnly(fixedAnswers(form, context))),
    meta: { ...answers.meta, ...(isOther && partnerAnswers(form, context)) },
  } as RegistrationAnswers
}

export interface AnswerEdit {
  /** The new answers; those that are not in `changed` are ignored. */
  form: unknown
  /** Dotted keys of the answers to change. */
  changed: readonly string[]
}

/** The stored answers with the changed ones on top, not validated yet. */
export const laidOver = (stored: RegistrationAnswers, { form, changed }: AnswerEdit) =>
  changed.reduce<RegistrationForm>(
    (whole, key) => withAnswer(whole, key, answerAt(form, key)),
    stored as RegistrationForm,
  )

/**
 * Errors of changed answers and of those they affect: an error that an earlier form left behind is no reason to refuse
 * (domain §3.6).
 */
const newErrors = (errors: FieldErrors, before: FieldErrors, isChanged: (key: string) => boolean): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([key, messages]) => isChanged(key) || messages[0] !== before[key]?.[0]),
  )

/**
 * The answers of an application after a change by staff. Only changed answers and those that become visible are
 * validated and cleaned, the others stay as an earlier form took them; answers that the form no longer asks are removed
 * (DP-02). `answers` is null when there are errors. The context must know the stored school year.
 */
export const changedAnswers = (
  stored: RegistrationAnswers,
  edit: AnswerEdit,
  context: FormContext,
): { errors: FieldErrors; answers: RegistrationAnswers | null } => {
  const before = stored as RegistrationForm
  const after = laidOver(stored, edit)
  const isChanged = (key: string) => edit.changed.some((one) => key === one || key.startsWith(`${one}.`))
  const validated = validateSteps(after, context)
  const errors = newErrors(mergeErrors(validated), mergeErrors(validateSteps(before, context)), isChanged)
  if (Object.keys(errors).length > 0) return { errors, answers: null }

  const shown = visibleKeys(before, context)
  const taken = validated.filter(({ key }) => isChanged(key) || !shown.has(key))
  // Checked with the form that the family sees: what it declared about a second person is removed with that person.
  const seen = { ...context, mode: 'public' } as const
  const stillAsked = visibleKeys(after, seen)
  const gone = [...visibleKeys(before, seen)].filter((key) => !stillAsked.has(key) && key.includes('.'))
  const emptied = gone.reduce((whole, key) => withAnswer(whole, key, emptyAnswer(key)), stored)
  const filled = taken.reduce((whole, { key, answer }) => withAnswer(whole, key, answer ?? emptyAnswer(key)), emptied)
  const hasSecond = stillAsked.has('contacts.1.firstname') || !gone.includes('contacts.1.firstname')
  const settled = { ...filled, contacts: settledContacts(filled.contacts, hasSecond) } as RegistrationAnswers
  return { errors, answers: withConsequences(stored, settled, context) }
}
