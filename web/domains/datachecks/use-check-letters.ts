import { useState } from 'react'
import { dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'

/** Letters with the links: of these readers, or of all whom no mail reaches; on request each with a form to fill in. */
export const useCheckLetters = (id: number) => {
  const { save, isRunning } = useSavedFile()
  const [withData, setWithData] = useState(false)
  const print = (reader_ids: number[]) =>
    save(() => callForFile(dataCheckEndpoints.letters, { params: { id }, body: { reader_ids, with_data: withData } }))
  return { print, isRunning, withData, setWithData }
}
export type CheckLetters = ReturnType<typeof useCheckLetters>
