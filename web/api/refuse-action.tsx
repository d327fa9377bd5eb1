import { alertDialog } from '#web/shell/dialogs.tsx'
import { ApiFailure } from './client.ts'
import { conflictText } from './conflict-text.ts'
import { explainFailure, FAILURE_TITLE, failureText, isOtherSchool, offerReload } from './errors.ts'

const TELLING = [0, 409, 422, 429, 503]

/** The fixed text of spec §8, and below it the reason where the server gives one that helps. */
export const refuseAction = async (failure: unknown, text: string) => {
  if (!(failure instanceof ApiFailure) || failure.status === 401) return explainFailure(failure)
  const reason = failure.status === 409 ? conflictText(failure) : failureText(failure)
  const message = TELLING.includes(failure.status) ? (
    <>
      <p>{text}</p>
      <p>{reason}</p>
    </>
  ) : (
    text
  )
  if (isOtherSchool(failure)) return offerReload(message)
  await alertDialog({ title: FAILURE_TITLE, message, type: 'negative' })
}
