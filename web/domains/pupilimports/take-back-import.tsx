import { formatDateTime } from '#contract/dates.ts'
import { type ImportSummary, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { keepImport } from './import-queries.ts'
import { linesText, reportText } from './import-texts.ts'

let isRunning = false

type Done = Pick<ImportSummary, 'id' | 'filename' | 'report' | 'undo_until'>

const askFirst = ({ filename, report, undo_until }: Done) =>
  confirmDialog({
    title: 'Import rückgängig machen?',
    message: (
      <>
        <p>
          „{filename}“{report && `: ${reportText(report)}`}.
        </p>
        <p>
          Angelegte Kinder werden wieder entfernt, geänderte Angaben zurückgesetzt. Kinder, die seitdem jemand geändert
          hat, bleiben, wie sie sind; danach steht hier, welche Zeilen das waren.
        </p>
        {undo_until && <p>Das ist bis {formatDateTime(undo_until)} Uhr möglich.</p>}
      </>
    ),
    accept: 'Rückgängig machen',
    type: 'attention',
    prefers: 'dismiss',
  })

/** Takes a whole import back after a question; answers whether it was done. */
export const takeBackImport = async (done: Done) => {
  if (!(await askFirst(done)) || isRunning) return false
  isRunning = true
  try {
    const detail = await call(pupilImportEndpoints.undo, { params: { id: done.id } })
    await keepImport(detail)
    const kept = detail.undo_report?.kept_lines ?? []
    const rest = kept.length > 0 ? ` Behalten, weil seitdem geändert: ${linesText(kept)}.` : ''
    notify(`Der Import ist rückgängig gemacht.${rest}`, kept.length > 0 ? { isLasting: true, type: 'info' } : {})
    void queryClient.invalidateQueries()
    return true
  } catch (failure) {
    await explainFailure(failure)
    return false
  } finally {
    isRunning = false
  }
}
