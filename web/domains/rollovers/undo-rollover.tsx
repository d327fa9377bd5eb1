import type { RolloverRow } from '#contract/rollovers/rollovers.state.ts'
import { rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { countsText } from './rollover-texts.ts'

let isRunning = false

/** Takes a year change back after a question; answers whether it was done. The server says what stands against it. */
export const undoRollover = async (row: Pick<RolloverRow, 'id' | 'from_year' | 'to_year' | 'counts'>) => {
  const isWanted = await confirmDialog({
    title: 'Schuljahreswechsel zurücknehmen?',
    message: (
      <>
        <p>{`${row.from_year} → ${row.to_year}: ${countsText(row.counts)}.`}</p>
        <p>Alles wird wieder, wie es vor dem Wechsel war. Dabei angelegte Klassen werden gelöscht.</p>
      </>
    ),
    accept: 'Zurücknehmen',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (!isWanted || isRunning) return false
  isRunning = true
  try {
    const { message } = await call(rolloverEndpoints.undo, { params: { id: row.id } })
    notify(message)
    await queryClient.invalidateQueries()
    return true
  } catch (failure) {
    await explainFailure(failure)
    return false
  } finally {
    isRunning = false
  }
}
