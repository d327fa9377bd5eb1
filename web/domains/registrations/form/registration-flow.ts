import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import { PLAIN_MESSAGES } from '#contract/plain-messages.ts'
import type { FormField } from '#contract/registrations/registrations.field.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import { dayAt } from '#contract/registrations/registrations.hints.ts'
import { registrationSteps, type StepKey, visibleFields } from '#contract/registrations/registrations.steps.ts'

/** What has been answered so far, and by which rules it is validated. */
export interface FilledForm {
  answers: FormAnswers
  context: FormContext
}

const labelOf = (field: FormField, key: string) => {
  const [position, item] = key.slice(field.key.length + 1).split('.')
  const part = field.items?.find((one) => one.key === item)
  if (part) return `Geschwisterkind ${Number(position) + 1}, ${part.label}`
  // Both persons are asked the same.
  return field.key.startsWith('contacts.') ? `${field.group}, ${field.label}` : field.label
}

/** „Vorname fehlt“: eight times the sentence that stands at each field would say nothing. */
const lineText = (label: string, message: string) => {
  if (message === PLAIN_MESSAGES.required) return `${label} fehlt`
  return message === PLAIN_MESSAGES.mustBeTrue
    ? `Bitte bestätigen: ${label.replace(/\. .*/, '')}`
    : `${label} – ${message}`
}

/** The errors of one step in the order of its fields, each with a line for the summary. */
export const errorLines = (errors: Record<string, string>, step: StepKey, { answers, context }: FilledForm) => {
  const fields = registrationSteps(context).find(({ key }) => key === step)
  return (fields ? visibleFields(fields, answers, context) : []).flatMap((field) =>
    Object.entries(errors)
      .filter(([key]) => key === field.key || key.startsWith(`${field.key}.`))
      .map(([key, message]) => ({ id: key, text: lineText(labelOf(field, key).replace(/\.$/, ''), message) })),
  )
}

/** The errors of fields whose answer is still the one that was refused. */
export const untouchedErrors = (errors: Record<string, string>, before: FormAnswers, after: FormAnswers) =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => answerAt(before, key) === answerAt(after, key)))

/** The first step that has one of these errors; undefined when they belong to no field that shows. */
export const stepWithError = (errors: Record<string, string>, form: FilledForm) =>
  registrationSteps(form.context).find(({ key }) => errorLines(errors, key, form).length > 0)?.key

/**
 * Where 'Weiter' leads. Who came from the check page to change something goes back to it, unless the change made
 * another step incomplete (a lateral entry asks for more): `incomplete` names all such steps.
 */
export const stepAfter = (
  step: StepKey,
  { isReview, incomplete }: { isReview: boolean; incomplete: readonly StepKey[] },
  context: FormContext,
): StepKey => {
  const steps = registrationSteps(context).map(({ key }) => key)
  if (!isReview) return steps[steps.indexOf(step) + 1] ?? 'check'
  return steps.find((key) => key !== 'check' && incomplete.includes(key)) ?? 'check'
}

/** All dates as YYYY-MM-DD that can be read as one: who presses Enter never leaves the field. */
export const withReadDates = ({ answers, context }: FilledForm) =>
  registrationSteps(context)
    .flatMap(({ fields }) => fields)
    .filter(({ kind }) => kind === 'date')
    .reduce((read, { key }) => {
      const day = dayAt(read, key, context.today)
      return day ? withAnswer(read, key, day) : read
    }, answers)

interface Grouped {
  group?: string | undefined
}

interface NeighbourGroup<T> {
  title: string | undefined
  items: T[]
}

/** Neighbours of the same group come together; the order stays. */
export const groupNeighbours = <T extends Grouped>(items: readonly T[]) =>
  items.reduce<NeighbourGroup<T>[]>((groups, item) => {
    const last = groups.at(-1)
    if (last && last.title === item.group) last.items.push(item)
    else groups.push({ title: item.group, items: [item] })
    return groups
  }, [])
