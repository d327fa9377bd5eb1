import { useRef, useState } from 'react'
import { notify } from '#web/shell/notify.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import type { LoadedFile } from './client.ts'
import { explainFailure } from './errors.ts'

/** Fetches a file and hands it to the downloads; a second press while it runs is ignored (spec §4). */
export const useSavedFile = () => {
  const isBusy = useRef(false)
  const [isRunning, setRunning] = useState(false)
  /** Answers whether it was saved. */
  const save = async (load: () => Promise<LoadedFile>) => {
    if (isBusy.current) return false
    isBusy.current = true
    setRunning(true)
    try {
      const file = await load()
      saveFile(file)
      notify(`Die Datei „${file.name}“ ist gespeichert.`)
      return true
    } catch (failure) {
      await explainFailure(failure)
      return false
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }
  return { save, isRunning }
}
