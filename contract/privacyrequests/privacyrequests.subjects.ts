import { z } from 'zod'
import type { Subject } from '#contract/subjects.ts'

/** Kinds of records about a person that a request can be about. */
export const REQUEST_SUBJECTS = [
  'pupil',
  'guardian',
  'registration',
  'employee',
  'user',
] as const satisfies readonly Subject[]
export type RequestSubject = (typeof REQUEST_SUBJECTS)[number]
/** Somebody whom the school does not know. */
export const UNKNOWN_SUBJECT = 'unknown'

/** A subject as one text, for a field of a form: `pupil:12`, or `unknown`. */
export const SubjectKey = z
  .string()
  .regex(new RegExp(`^(?:(?:${REQUEST_SUBJECTS.join('|')}):[1-9]\\d{0,14}|${UNKNOWN_SUBJECT})$`))

export const subjectKey = (type: RequestSubject, id: number) => `${type}:${id}`

/** What the key names; null: somebody whom the school does not know. */
export const subjectOf = (key: string) => {
  if (key === UNKNOWN_SUBJECT) return null
  const [type = '', id = ''] = key.split(':')
  return { type: type as RequestSubject, id: Number(id) }
}
