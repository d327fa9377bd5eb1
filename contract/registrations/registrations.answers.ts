import { formatDate, isIsoDay } from '#contract/dates.ts'
import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import { displayPhone } from '#contract/phone.ts'
import { cleanZip } from '#contract/zip.ts'
import { type FormField, isTicked } from './registrations.field.ts'
import type { FormContext, FormFacts, RegistrationForm } from './registrations.form.ts'
import { registrationSteps, type StepKey, visibleFields } from './registrations.steps.ts'

const EMPTY_ANSWER = '–'

/** An empty form with preselected values: boxes, and every choice with only one option. */
export const initialForm = (context: FormContext): RegistrationForm =>
  registrationSteps(context)
    .flatMap(({ fields }) => fields)
    .reduce<RegistrationForm>(
      (form, field) => {
        const options = field.optional ? [] : (field.options?.(context) ?? [])
        const only = options.length === 1 ? options[0]?.value : undefined
        const answer = field.initial ?? only
        // The second contact is created by its first answer.
        return answer === undefined || field.key.startsWith('contacts.1.') ? form : withAnswer(form, field.key, answer)
      },
      { meta: {}, contacts: [] } as unknown as RegistrationForm,
    )

const choiceText = (field: FormField, answer: unknown, context: FormContext) =>
  field.options?.(context).find(({ value }) => String(value) === String(answer))?.label ?? String(answer)

/** "Zoë von der Leyen, Freie Schule, besucht die Schule". */
const entryText = (items: readonly FormField[], entry: unknown, context: FormContext) =>
  items.reduce((line, item) => {
    const text = answerText(item, answerAt(entry, item.key), context)
    if (line === '') return text
    return item.key === 'lastname' ? `${line} ${text}` : `${line}, ${text}`
  }, '')

const listText = (field: FormField, entries: unknown, context: FormContext) =>
  (Array.isArray(entries) ? entries : []).map((entry) => entryText(field.items ?? [], entry, context)).join('\n')

const typedText = ({ kind, key }: FormField, typed: string) => {
  if (kind === 'tel') return displayPhone(typed)
  if (key.endsWith('zip')) return cleanZip(typed)
  return kind === 'date' && isIsoDay(typed) ? formatDate(typed) : typed
}

/** An answer in German; "–" when there is none. Lists have one line for each entry. */
export const answerText = (field: FormField, answer: unknown, context: FormContext): string => {
  if (field.kind === 'list') return listText(field, answer, context) || EMPTY_ANSWER
  if (field.kind === 'checkbox' || field.kind === 'confirm') return answer === true ? 'Ja' : 'Nein'
  if (answer === null || answer === undefined || answer === '') return EMPTY_ANSWER
  if (field.kind === 'choice') return choiceText(field, answer, context)
  return typedText(field, String(answer))
}

export interface AnswerRow {
  key: string
  label: string
  text: string
  group?: string
}

/** Whether the family answered it; „Nein“ is an answer. */
export const hasAnswer = ({ text }: Pick<AnswerRow, 'text'>) => text !== EMPTY_ANSWER

/** „Keine Kita: Nein“ beside the Kita's name would only confuse readers. */
const isSilent = ({ isException, key }: FormField, form: RegistrationForm) =>
  isException === true && !isTicked(form, key)

/**
 * All answers in the order of the form with its labels: for the check page, the staff's page and the document. The step
 * of confirmations is left out, and so are exceptions that are not ticked.
 */
export const answerSections = (form: RegistrationForm, context: FormContext) =>
  registrationSteps(context)
    .filter(({ key }) => key !== 'check')
    .map((step): { key: StepKey; title: string; rows: AnswerRow[] } => ({
      key: step.key,
      title: step.title,
      rows: visibleFields(step, form, context)
        .filter((field) => !isSilent(field, form))
        .map((field) => ({
          key: field.key,
          label: field.label,
          text: answerText(field, answerAt(form, field.key) ?? field.initial, context),
          group: field.group,
        })),
    }))

interface StoredAnswers {
  answers: RegistrationForm
  form: FormFacts
  source: 'web' | 'staff' | 'import'
}

/** A stored application with the labels for staff: every question of its form. */
export const storedSections = ({ answers, form, source }: StoredAnswers) =>
  answerSections(answers, { ...form, mode: source === 'web' ? 'public' : 'staff', isReadByOffice: true })
