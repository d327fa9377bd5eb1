import { CIRCULAR_KINDS, type CircularKind } from '#contract/circulars/circulars.audience.ts'
import type { FieldValues } from '#web/forms/fields.ts'

/** The choice that stands for every class, for everybody who works here or for everybody who waits. */
export const EVERYBODY = 'alle'

/** How every mail begins and ends; what it is about goes between. */
export const LETTER_FRAME = '{Anrede},\n\n\n\nMit freundlichen Grüßen\n{Schule}'

/** What stands in a form in which nobody has typed yet. */
export const newCircularValues = (kind: CircularKind): FieldValues => ({
  ...{ kind, class_ids: [], staff: [], waiting: [] },
  ...{ subject: '', body: LETTER_FRAME },
})

export const kindOfCircular = (values: FieldValues): CircularKind =>
  CIRCULAR_KINDS.find((kind) => kind === values.kind) ?? 'families'

const AUDIENCE_FIELDS: Record<CircularKind, string> = { families: 'class_ids', staff: 'staff', waiting: 'waiting' }

/** The field that shows who is chosen. */
export const audienceField = (values: FieldValues) => AUDIENCE_FIELDS[kindOfCircular(values)]

/** Only the field of the chosen kind is shown. */
export const isAsked = (key: string, values: FieldValues) =>
  !Object.values(AUDIENCE_FIELDS).includes(key) || key === audienceField(values)

/** The kind of a mail and who is chosen, without its text. */
export const readersOf = (values: FieldValues): FieldValues => {
  const key = audienceField(values)
  return { kind: kindOfCircular(values), [key]: values[key] ?? [] }
}

/** Whether there is more than how every mail begins and ends. */
export const hasText = ({ subject = '', body = '' }: FieldValues) =>
  String(subject).trim() !== '' || (String(body).trim() !== '' && body !== LETTER_FRAME)

export const chosenOf = (values: FieldValues, key: string) => (values[key] ?? []) as readonly string[]
