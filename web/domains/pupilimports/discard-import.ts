import { type ImportSummary, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { importQuery } from './import-queries.ts'

/** Throws an import away that was not carried out; answers whether it was done. */
export const discardImport = async ({ id, filename }: Pick<ImportSummary, 'id' | 'filename'>) => {
  const isWanted = await confirmDialog({
    title: 'Import verwerfen?',
    message: `„${filename}“ wird mit allen Korrekturen gelöscht. An den Schülerinnen und Schülern ändert sich nichts.`,
    accept: 'Verwerfen',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (!isWanted) return false
  try {
    const { message } = await call(pupilImportEndpoints.remove, { params: { id } })
    notify(message)
    await queryClient.invalidateQueries({ queryKey: queryKey(pupilImportEndpoints.list) })
    return true
  } catch (failure) {
    await explainFailure(failure)
    void queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
    return false
  }
}
