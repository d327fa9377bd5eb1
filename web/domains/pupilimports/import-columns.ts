import { isSpecialHeading } from '#contract/headings.ts'
import { IMPORT_LABELS, type ImportField, REQUIRED_IMPORT_FIELDS } from '#contract/pupilimports/pupilimports.columns.ts'
import { fieldsOfMeaning, type ImportMeaning, mappedFields } from '#contract/pupilimports/pupilimports.meanings.ts'
import {
  type AskedField,
  askedFields,
  type ImportAnswers,
  openQuestions,
} from '#contract/pupilimports/pupilimports.questions.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'

export type Mapping = readonly (ImportMeaning | null)[]

/** Required fields that no column is mapped to. */
const missingFields = (mapping: Mapping) => {
  const mapped = mappedFields(mapping)
  return REQUIRED_IMPORT_FIELDS.filter((field) => !mapped.includes(field))
}

/** Meanings of columns that fill a field which another column fills as well. */
export const doubledMeanings = (mapping: Mapping) => {
  const doubled = new Set(doubledFields(mapping))
  return mapping.filter(
    (meaning): meaning is ImportMeaning =>
      meaning !== null && mappedFields([meaning]).some((field) => doubled.has(field)),
  )
}

/** Fields that more than one column fills. */
const doubledFields = (mapping: Mapping) => {
  const mapped = mappedFields(mapping)
  return [...new Set(mapped.filter((field, index) => mapped.indexOf(field) < index))]
}

/** What stands in the way of the check, in the server's words. */
export const mappingProblems = (mapping: Mapping, answers: ImportAnswers): string[] => [
  ...missingFields(mapping).map((field) => IMPORT_TEXTS.missing(IMPORT_LABELS[field])),
  ...doubledFields(mapping).map((field) => IMPORT_TEXTS.twice(IMPORT_LABELS[field])),
  ...openQuestions(mapping, answers).map((field) => IMPORT_TEXTS.unanswered[field]),
]

export const isSameMapping = (a: Mapping, b: Mapping) =>
  a.length === b.length && a.every((field, index) => field === b[index])

export const isSameAnswers = (a: ImportAnswers, b: ImportAnswers) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** A field of which the file does not seem to say anything: which column is it, or what holds for all rows? */
export type Question = ImportField
export const questionsOf = (mapping: Mapping): Question[] => [...missingFields(mapping), ...askedFields(mapping)]

export const isAsked = (field: Question): field is AskedField => field === 'schoolclass' || field === 'gender'

/** What a question is answered with: a column of the file, a text for all rows, or that the file does not say. */
export type Answer = { column: number } | { text: string } | 'later'

export interface Choices {
  mapping: Mapping
  answers: ImportAnswers
}

/** Whether a column says this field, alone or as one of a pair. */
const says = (meaning: ImportMeaning | null | undefined, field: Question) =>
  meaning ? fieldsOfMeaning(meaning).includes(field) : false

/** Undefined: not answered yet. */
export const answerOf = (field: Question, { mapping, answers }: Choices): Answer | undefined => {
  const column = mapping.findIndex((meaning) => says(meaning, field))
  if (column >= 0) return { column }
  const said = isAsked(field) ? answers[field] : undefined
  return said === null ? 'later' : said === undefined ? undefined : { text: said }
}

/** Only one of them holds: a column that was chosen before is free again. */
export const withAnswer = (field: Question, answer: Answer | undefined, { mapping, answers }: Choices): Choices => {
  const column = typeof answer === 'object' && 'column' in answer ? answer.column : undefined
  const free = mapping.map((meaning, index) => (index === column ? field : says(meaning, field) ? null : meaning))
  const { [field as AskedField]: _before, ...others } = answers
  if (answer === undefined || column !== undefined || !isAsked(field)) return { mapping: free, answers: others }
  const said = answer === 'later' ? null : 'text' in answer ? answer.text : null
  return { mapping: free, answers: { ...others, [field]: said } }
}

/** Columns that mean nothing yet, and the one chosen for this field. */
export const freeColumns = (headings: readonly string[], mapping: Mapping, field: Question) =>
  headings.flatMap((heading, column) => {
    const isFree = mapping[column] === null || says(mapping[column], field)
    return isFree && !isSpecialHeading(heading) ? [{ column, heading: heading || `Spalte ${column + 1}` }] : []
  })
