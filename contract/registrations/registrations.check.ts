import { ageOn, parseDateInput } from '#contract/dates.ts'
import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import { MESSAGES } from '#contract/formats.ts'
import { AGREEMENT_TEXTS, isSameMailbox } from './registrations.agreement.ts'
import { entryGrade, knownPreviousSchool } from './registrations.child-fields.ts'
import { type FormField, isLateral } from './registrations.field.ts'
import { type FormContext, formatOf, RegistrationAnswers, type RegistrationForm } from './registrations.form.ts'
import { chosenSchoolyear, dayAt, enrolmentKind, startYear } from './registrations.hints.ts'
import { startRefusal } from './registrations.start.ts'
import { isOptional, registrationSteps, type StepKey, visibleFields } from './registrations.steps.ts'

/** Messages by dotted key, as error replies carry them. */
export type FieldErrors = Record<string, string[]>

/** A rule over several fields returns the message for one of them, or `undefined`. */
type Rule = (form: RegistrationForm, context: FormContext) => string | undefined

const isEmpty = (answer: unknown) =>
  answer === undefined || answer === null || (typeof answer === 'string' && answer.trim() === '')

const ageLimits = (form: RegistrationForm, { variant }: FormContext) => {
  if (variant === 'secondary_1') return { min: 10, max: 19 }
  return isLateral(form) ? { min: 6, max: 14 } : { min: 4, max: 20 }
}

/** Domain §2.1, §2.2: faults of the birth date that are errors and not only hints. */
const birthdateRule: Rule = (form, context) => {
  const birthdate = dayAt(form, 'meta.child_birthdate', context.today)
  const year = startYear(form, context)
  if (!birthdate) return undefined
  if (birthdate >= context.today) return 'Das Geburtsdatum muss in der Vergangenheit liegen.'
  if (!year) return undefined
  const isEntry = context.variant === 'primary' && !isLateral(form)
  if (isEntry && enrolmentKind(birthdate, year, context.settings) === 'too_young') {
    return 'Ihr Kind ist für die Einschulung in diesem Schuljahr noch zu jung.'
  }
  const { min, max } = ageLimits(form, context)
  const age = ageOn(birthdate, `${year}-08-01`)
  return age < min || age > max
    ? `Für diese Klassenstufe muss Ihr Kind am 01.08.${year} zwischen ${min} und ${max} Jahre alt sein.`
    : undefined
}

const startRule: Rule = (form, context) => {
  const start = dayAt(form, 'desired_start_date', context.today)
  return start ? startRefusal(start, context) : undefined
}

const reachRule: Rule = (form, { mode }) =>
  mode === 'public' && isEmpty(answerAt(form, 'contacts.1.mail')) && isEmpty(answerAt(form, 'contacts.1.phone'))
    ? 'Bitte E-Mail oder Telefon angeben.'
    : undefined

/** One parent must not answer for both: the link of the second person goes to another mailbox. */
const secondMailRule: Rule = (form, context) => {
  const [first, second] = ['contacts.0.mail', 'contacts.1.mail'].map((key) => String(answerAt(form, key) ?? ''))
  if (!context.settings.second_agreement_by_link || !first || !second || !isSameMailbox(first, second))
    return reachRule(form, context)
  return context.mode === 'staff' ? AGREEMENT_TEXTS.sameMailForStaff : AGREEMENT_TEXTS.sameMail
}

const RULES: Record<string, Rule> = {
  'meta.child_birthdate': birthdateRule,
  desired_start_date: startRule,
  'contacts.1.mail': secondMailRule,
}

interface Validated {
  errors: FieldErrors
  /** The cleaned answer; null when it was left empty. */
  answer: unknown
}

const ok = (answer: unknown): Validated => ({ errors: {}, answer })
const wrong = (key: string, messages: string[]): Validated => ({ errors: { [key]: messages }, answer: null })

const validateText = (field: FormField, answer: unknown, context: FormContext): Validated => {
  const typed = field.kind === 'date' ? (parseDateInput(String(answer), context.today) ?? answer) : answer
  const result = formatOf(field.key).safeParse(typed)
  return result.success ? ok(result.data) : wrong(field.key, [...new Set(result.error.issues.map((i) => i.message))])
}

const validateChoice = (field: FormField, answer: unknown, context: FormContext): Validated => {
  const chosen = field.options?.(context).find(({ value }) => String(value) === String(answer))
  return chosen ? ok(chosen.value) : wrong(field.key, [MESSAGES.boolean])
}

const validateBox = (field: FormField, answer: unknown): Validated => {
  if (field.kind === 'confirm') return answer === true ? ok(true) : wrong(field.key, [MESSAGES.mustBeTrue])
  if (isEmpty(answer)) return ok(field.initial ?? false)
  return typeof answer === 'boolean' ? ok(answer) : wrong(field.key, [MESSAGES.boolean])
}

const validateList = (field: FormField, form: RegistrationForm, context: FormContext): Validated => {
  const entries = answerAt(form, field.key) ?? []
  if (!Array.isArray(entries)) return wrong(field.key, [MESSAGES.invalid])
  if (field.maxItems !== undefined && entries.length > field.maxItems) {
    return wrong(field.key, [MESSAGES.maxEntries(field.maxItems)])
  }
  const validated = entries.map((_, index) =>
    (field.items ?? []).map((item) => {
      const key = `${field.key}.${index}.${item.key}`
      return { name: item.key, ...validateField({ ...item, key }, form, context) }
    }),
  )
  return {
    errors: Object.assign({}, ...validated.flat().map(({ errors }) => errors)),
    answer: validated.map((items) => Object.fromEntries(items.map(({ name, answer }) => [name, answer]))),
  }
}

const validateEmpty = (field: FormField, form: RegistrationForm, context: FormContext): Validated => {
  if (field.initial !== undefined) return ok(field.initial)
  return isOptional(field, form, context) ? ok(null) : wrong(field.key, [MESSAGES.required])
}

const validateField = (field: FormField, form: RegistrationForm, context: FormContext): Validated => {
  const answer = answerAt(form, field.key)
  if (field.kind === 'list') return validateList(field, form, context)
  if (field.kind === 'checkbox' || field.kind === 'confirm') return validateBox(field, answer)
  const validate = field.kind === 'choice' ? validateChoice : validateText
  const validated = isEmpty(answer) ? validateEmpty(field, form, context) : validate(field, answer, context)
  const broken = RULES[field.key]?.(form, context)
  return broken && Object.keys(validated.errors).length === 0 ? wrong(field.key, [broken]) : validated
}

/** Answers that regular applicants are not asked for: the entry grade and the first day of school (domain §1.10). */
export const fixedAnswers = (form: RegistrationForm, context: FormContext) => {
  const year = chosenSchoolyear(form, context)
  const start = year?.first_school_day ?? year?.date_start
  if (!isLateral(form)) return { desired_grade: entryGrade(context), desired_start_date: start }
  return context.settings.lateral_all_year ? {} : { desired_start_date: start }
}

/**
 * For a child from the partner school only the grade is asked; the partner of a secondary school is a primary school.
 */
export const partnerAnswers = (form: RegistrationForm, context: FormContext) => {
  const name = knownPreviousSchool(form, context)
  return name === undefined ? {} : { previous_school_name: name, previous_school_type: 'grundschule' }
}

/** Each visible field with its message, for the whole form or for one step. */
export const validateSteps = (form: RegistrationForm, context: FormContext, only?: StepKey) => {
  const fields = registrationSteps(context)
    .filter(({ key }) => only === undefined || key === only)
    .flatMap((step) => visibleFields(step, form, context))
  return fields.map((field) => ({ key: field.key, ...validateField(field, form, context) }))
}

export const mergeErrors = (validated: readonly Validated[]): FieldErrors =>
  Object.assign({}, ...validated.map(({ errors }) => errors))

/** The errors of one step, which are shown before the next one opens. */
export const checkStep = (form: RegistrationForm, context: FormContext, step: StepKey): FieldErrors =>
  mergeErrors(validateSteps(form, context, step))

/**
 * Validates a whole application. `answers` is null when there are errors; otherwise it is cleaned and complete: values
 * of hidden fields and unknown keys are removed (DP-02).
 */
export const checkRegistration = (
  form: RegistrationForm,
  context: FormContext,
): { errors: FieldErrors; answers: RegistrationAnswers | null } => {
  const validated = validateSteps(form, context)
  const errors = mergeErrors(validated)
  if (Object.keys(errors).length > 0) return { errors, answers: null }
  const given = validated.filter(({ answer }) => answer !== null)
  const asked = given.reduce<object>((whole, { key, answer }) => withAnswer(whole, key, answer), {})
  const answers = Object.entries(partnerAnswers(form, context)).reduce(
    (whole, [name, answer]) => withAnswer(whole, `meta.${name}`, answer),
    asked,
  )
  return { errors, answers: RegistrationAnswers.parse({ ...answers, ...fixedAnswers(form, context) }) }
}
