import { dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'

/** Letters with the links: of these readers, or of all whom no mail reaches. */
export const useCheckLetters = (id: number) => {
  const { save, isRunning } = useSavedFile()
  const print = (reader_ids: number[]) =>
    save(() => callForFile(dataCheckEndpoints.letters, { params: { id }, body: { reader_ids } }))
  return { print, isRunning }
}
