import { useState } from 'react'
import { type ImportDetail, type ImportMappingForm, pupilImportEndpoints } from '#contract/pupilimports.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { isSameMapping, type Mapping, mappingProblems } from './import-columns.ts'
import { forgetRows, importQuery, keepImport } from './import-queries.ts'

const askToRestart = () =>
  confirmDialog({
    title: 'Neu prüfen?',
    message: 'Die Liste wird neu aus der Datei gelesen. Korrekturen und Entscheidungen aus Schritt 3 gehen verloren.',
    accept: 'Neu prüfen',
    type: 'attention',
    prefers: 'dismiss',
  })

/** How a file is read and what its columns mean; `onChecked` when each row has a verdict. */
export const useImportColumns = (detail: ImportDetail, onChecked: () => void) => {
  const { id, state } = detail
  const [mapping, setMapping] = useState<Mapping>(detail.mapping)
  const [attempt, setAttempt] = useState(0)
  // A colleague may have gone on meanwhile: the page shows where.
  const onFailure = { invalidates: [pupilImportEndpoints.get] }
  const map = useCall(pupilImportEndpoints.map, onFailure)
  const check = useCall(pupilImportEndpoints.check, onFailure)
  const isChanged = !isSameMapping(mapping, detail.mapping)
  const wasChecked = state !== 'uploaded'

  const save = async (change: Omit<ImportMappingForm, 'mapping'> = {}) => {
    const reply = await map.run({ params: { id }, body: { mapping: [...mapping], ...change } })
    if (!reply) {
      await queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
      return false
    }
    await keepImport(reply)
    setMapping(reply.mapping)
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
    problems: mappingProblems(mapping),
    attempt,
    isRunning: map.isRunning || check.isRunning,
    choose: (column: number, field: Mapping[number]) =>
      setMapping(mapping.map((one, index) => (index === column ? field : one))),
    /** Reads the file anew. */
    readAs: async (change: Omit<ImportMappingForm, 'mapping'>) => {
      if (!wasChecked || (await askToRestart())) await save(change)
    },
    goOn: async () => {
      if (mappingProblems(mapping).length > 0) return setAttempt(attempt + 1)
      if (wasChecked && !isChanged) return onChecked()
      if (wasChecked && !(await askToRestart())) return
      // Saved also when nothing was changed: the next file with these headings is understood alike.
      if (await save()) await checkNow()
    },
  }
}
export type ImportColumns = ReturnType<typeof useImportColumns>
