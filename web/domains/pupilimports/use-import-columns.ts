import { useState } from 'react'
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
import { type ImportDetail, type ImportMappingForm, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { forgetRows, importQuery, keepImport } from './import-queries.ts'

type Mapping = readonly (ImportMeaning | null)[]

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

interface Choices {
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

const askToRestart = () =>
  confirmDialog({
    title: 'Neu prüfen?',
    message: 'Die Liste wird neu aus der Datei gelesen. Korrekturen und Entscheidungen aus Schritt 3 gehen verloren.',
    accept: 'Neu prüfen',
    type: 'attention',
    prefers: 'dismiss',
  })

/** Other signs by which the file is read. */
type Reading = Omit<ImportMappingForm, 'mapping' | 'answers'>

/** How a file is read and what its columns mean; `onChecked` when each row has a verdict. */
export const useImportColumns = (detail: ImportDetail, onChecked: () => void) => {
  const { id, state } = detail
  const [choices, setChoices] = useState<Choices>({ mapping: detail.mapping, answers: detail.answers })
  const { mapping, answers } = choices
  const [attempt, setAttempt] = useState(0)
  // A colleague may have gone on meanwhile: the page shows where.
  const onFailure = { invalidates: [pupilImportEndpoints.get] }
  const map = useCall(pupilImportEndpoints.map, onFailure)
  const check = useCall(pupilImportEndpoints.check, onFailure)
  const isChanged = !isSameMapping(mapping, detail.mapping) || !isSameAnswers(answers, detail.answers)
  const problems = mappingProblems(mapping, answers)
  const wasChecked = state !== 'uploaded'

  const save = async (change: Reading = {}) => {
    const reply = await map.run({ params: { id }, body: { mapping: [...mapping], answers, ...change } })
    if (!reply) {
      await queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
      return false
    }
    await keepImport(reply)
    setChoices({ mapping: reply.mapping, answers: reply.answers })
    return true
  }
  const checkNow = async () => {
    const reply = await check.run({ params: { id } })
    if (!reply) return
    await keepImport(reply)
    await forgetRows(id)
    onChecked()
  }
  return {
    mapping,
    answers,
    problems,
    attempt,
    isRunning: map.isRunning || check.isRunning,
    choose: (column: number, field: Mapping[number]) =>
      setChoices({ ...choices, mapping: mapping.map((one, index) => (index === column ? field : one)) }),
    answer: (field: Question, answer: Answer | undefined) => setChoices(withAnswer(field, answer, choices)),
    /** Reads the file anew. */
    readAs: async (change: Reading) => {
      if (!wasChecked || (await askToRestart())) await save(change)
    },
    goOn: async () => {
      if (problems.length > 0) return setAttempt(attempt + 1)
      if (wasChecked && !isChanged) return onChecked()
      if (wasChecked && !(await askToRestart())) return
      // Saved also when nothing was changed: the next file with these headings is understood alike.
      if (await save()) await checkNow()
    },
  }
}
export type ImportColumns = ReturnType<typeof useImportColumns>
