import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import { type FieldErrors, fixedAnswers, judgeSteps, mergeErrors, partnerAnswers } from './registrations.check.ts'
import { ContactAnswers, type FormContext, RegistrationAnswers, type RegistrationForm } from './registrations.form.ts'
import { registrationSteps, visibleFields } from './registrations.steps.ts'

const CONTACT = Object.keys(ContactAnswers.shape)

/** What a family declared in person: staff do not declare it for them. */
const DECLARED = ['meta.truth_confirmed', 'meta.privacy_notice_read', 'meta.joint_consent_declared']

/** Every answer of an application, dotted; a list is one answer. */
const ANSWER_KEYS = [
  'school_year_id',
  'desired_grade',
  'desired_start_date',
  ...Object.keys(RegistrationAnswers.shape.meta.shape).map((name) => `meta.${name}`),
  ...[0, 1].flatMap((position) => CONTACT.map((name) => `contacts.${position}.${name}`)),
]

/** The answers staff can change. */
export const EDITABLE_KEYS = ANSWER_KEYS.filter((key) => !DECLARED.includes(key))

/** What is left of an answer that is no longer asked. */
const UNASKED: Record<string, unknown> = RegistrationAnswers.shape.meta.partial().parse({})
const EMPTY_CONTACT: Record<string, unknown> = { ...ContactAnswers.partial().parse({}) }

const emptyAnswer = (key: string) => {
  const [part, name = ''] = [key.split('.')[0], key.split('.').at(-1)]
  return (part === 'contacts' ? EMPTY_CONTACT : UNASKED)[name] ?? null
}

const isBlank = (answer: unknown) => answer === undefined || answer === null || answer === ''

/** Lists by what their entries hold, in whatever order the keys came. */
const plain = (answer: unknown): unknown =>
  Array.isArray(answer)
    ? JSON.stringify(answer.map((entry) => Object.entries(entry).sort(([a], [b]) => a.localeCompare(b))))
    : String(answer)

/** Whether two answers mean the same; a number and its digits do, and so do empty and missing. */
export const isSameAnswer = (one: unknown, other: unknown) =>
  isBlank(one) || isBlank(other) ? isBlank(one) && isBlank(other) : plain(one) === plain(other)

/** The keys of the answers that differ. */
export const differingKeys = (before: unknown, after: unknown) =>
  ANSWER_KEYS.filter((key) => !isSameAnswer(answerAt(before, key), answerAt(after, key)))

const ADDRESS = ['street', 'house_number', 'zip', 'city']

/** The keys with those that say something only together: two people who change one part each would make an address nobody gave. */
export const withAddresses = (keys: readonly string[]) => {
  const whole = keys.flatMap((key) => {
    const [, stem = '', name = ''] = /^(meta\.child_|contacts\.\d\.)(.*)$/.exec(key) ?? []
    return ADDRESS.includes(name) ? ADDRESS.map((part) => stem + part) : [key]
  })
  return [...new Set(whole)]
}

const visibleKeys = (form: RegistrationForm, context: FormContext) =>
  new Set(registrationSteps(context).flatMap((step) => visibleFields(step, form, context).map(({ key }) => key)))

/** Whom the form no longer asks for is gone; of whom it does, nothing is undefined. */
const settledContacts = (contacts: readonly unknown[], hasSecond: boolean) =>
  contacts.slice(0, hasSecond ? 2 : 1).map((contact) => ({ ...EMPTY_CONTACT, ...(contact as object) }))

const definedOnly = (answers: object) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))

/** What follows from other answers, where those were changed: grade and first day of a regular entry, the partner school. */
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
  /** Holds the new answers; of the others nothing is read. */
  form: unknown
  /** Dotted keys of what is to be changed. */
  changed: readonly string[]
}

/** The stored answers with the changed ones laid over, not yet judged. */
export const laidOver = (stored: RegistrationAnswers, { form, changed }: AnswerEdit) =>
  changed.reduce<RegistrationForm>(
    (whole, key) => withAnswer(whole, key, answerAt(form, key)),
    stored as RegistrationForm,
  )

/** Errors of what is changed and of what it touches: what an earlier form left wrong is no reason (domain §3.6). */
const newErrors = (errors: FieldErrors, before: FieldErrors, isChanged: (key: string) => boolean): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([key, messages]) => isChanged(key) || messages[0] !== before[key]?.[0]),
  )

/**
 * The answers of an application after a change by staff. Only changed answers and those that now show are judged and
 * cleaned, the others stay as an earlier form took them; what the form no longer asks is gone (DP-02). `answers` is null
 * when there are errors. The context must know the stored school year.
 */
export const changedAnswers = (
  stored: RegistrationAnswers,
  edit: AnswerEdit,
  context: FormContext,
): { errors: FieldErrors; answers: RegistrationAnswers | null } => {
  const before = stored as RegistrationForm
  const after = laidOver(stored, edit)
  const isChanged = (key: string) => edit.changed.some((one) => key === one || key.startsWith(`${one}.`))
  const judged = judgeSteps(after, context)
  const errors = newErrors(mergeErrors(judged), mergeErrors(judgeSteps(before, context)), isChanged)
  if (Object.keys(errors).length > 0) return { errors, answers: null }

  const shown = visibleKeys(before, context)
  const taken = judged.filter(({ key }) => isChanged(key) || !shown.has(key))
  // As the family sees the form: what it declared about a second person goes with that person.
  const seen = { ...context, mode: 'public' } as const
  const stillAsked = visibleKeys(after, seen)
  const gone = [...visibleKeys(before, seen)].filter((key) => !stillAsked.has(key) && key.includes('.'))
  const emptied = gone.reduce((whole, key) => withAnswer(whole, key, emptyAnswer(key)), stored)
  const filled = taken.reduce((whole, { key, answer }) => withAnswer(whole, key, answer ?? emptyAnswer(key)), emptied)
  const hasSecond = stillAsked.has('contacts.1.firstname') || !gone.includes('contacts.1.firstname')
  const settled = { ...filled, contacts: settledContacts(filled.contacts, hasSecond) } as RegistrationAnswers
  return { errors, answers: withConsequences(stored, settled, context) }
}
