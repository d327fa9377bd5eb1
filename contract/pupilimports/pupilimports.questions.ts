import { z } from 'zod'
import { Text } from '#contract/formats.ts'
import { type ImportMeaning, mappedFields } from './pupilimports.meanings.ts'

/** When no column is mapped to one of these, somebody answers for the whole list; nothing is guessed (ADR 0037). */
export const ASKED_FIELDS = ['schoolclass', 'gender'] as const
export type AskedField = (typeof ASKED_FIELDS)[number]

/**
 * A text is valid for every row of the file. Null means that the file does not say: records stay as they are and it is
 * entered later.
 */
export const ImportAnswers = z.partialRecord(z.enum(ASKED_FIELDS), Text(60).nullable())
export type ImportAnswers = z.output<typeof ImportAnswers>

/** Asked fields that no column is mapped to. */
export const askedFields = (mapping: readonly (ImportMeaning | null)[]): AskedField[] => {
  const mapped = mappedFields(mapping)
  return ASKED_FIELDS.filter((field) => !mapped.includes(field))
}

/** Questions without a column and without an answer: the list is not checked while there are any. */
export const openQuestions = (mapping: readonly (ImportMeaning | null)[], answers: ImportAnswers): AskedField[] =>
  askedFields(mapping).filter((field) => answers[field] === undefined)
