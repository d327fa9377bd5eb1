import { useState } from 'react'
import { type ImportDetail, type ImportMappingForm, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import {
  type Answer,
  type Choices,
  isSameAnswers,
  isSameMapping,
  type Mapping,
  mappingProblems,
  type Question,
  withAnswer,
} from './import-columns.ts'
import { forgetRows, importQuery, keepImport } from './import-queries.ts'

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
