import { alertDialog } from '#web/shell/dialogs.tsx'
import { ApiFailure } from './client.ts'
import { conflictText } from './conflict-text.ts'
import { explainFailure, FAILURE_TITLE, failureText, offerReload, reasonToReload } from './errors.ts'

const TELLING = [0, 409, 422, 429, 503]

/** The fixed text of spec §8, and below it the server's reason if it helps. */
export const refuseAction = async (failure: unknown, text: string) => {
  if (!(failure instanceof ApiFailure) || failure.status === 401) return explainFailure(failure)
  const why = (reason: string) => (
    <>
      <p>{text}</p>
      <p>{reason}</p>
    </>
  )
  const stale = await reasonToReload(failure)
  if (stale) return offerReload({ title: stale.title, message: why(stale.message) })
  const reason = failure.status === 409 ? conflictText(failure) : failureText(failure)
  const message = TELLING.includes(failure.status) ? why(reason) : text
  await alertDialog({ title: FAILURE_TITLE, message, type: 'negative' })
}
