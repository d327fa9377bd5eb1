import { answerAt } from '#contract/dotted-keys.ts'
import { answerText } from '#contract/registrations/registrations.answers.ts'
import type { FormContext } from '#contract/registrations/registrations.form.ts'
import { registrationSteps } from '#contract/registrations/registrations.steps.ts'

/** The question of a key as the office reads it; what only families are asked in their words. */
const fieldOf = (key: string, context: FormContext) =>
  [context, { ...context, mode: 'public' as const }]
    .flatMap((asked) => registrationSteps(asked).flatMap(({ fields }) => fields))
    .find((field) => field.key === key)

/** What a question is called outside of its form; both persons are asked the same. */
export const answerLabel = (key: string, context: FormContext) => {
  const field = fieldOf(key, context)
  if (!field) return undefined
  const label = field.label.replace(/\.$/, '')
  return key.startsWith('contacts.') ? `${field.group}, ${label}` : label
}

/** The answer of a key as people read it. */
export const answerTextAt = (answers: unknown, key: string, context: FormContext) => {
  const field = fieldOf(key, context)
  return field ? answerText(field, answerAt(answers, key), context) : String(answerAt(answers, key) ?? '–')
}
