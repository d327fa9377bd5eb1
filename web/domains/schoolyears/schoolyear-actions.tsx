import { yearRemovalRefusal, yearUsers } from '#contract/schoolyears/schoolyears.rules.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { renewReplies } from '#web/api/queries.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { YEAR_REPLIES } from './schoolyear-query.ts'

/** Whatever shows years asks anew. */
export const refreshYears = () => renewReplies(YEAR_REPLIES)

/** Why the year cannot be deleted, and what still refers to it. */
export const removeRefusal = (year: Schoolyear): string | undefined => {
  const refusal = yearRemovalRefusal(year)
  const users = yearUsers(year.usage)
  if (!refusal || year.state === 'active' || users.length === 0) return refusal
  return `${refusal.replace(/\.$/, '')}: ${users.join(', ')}.`
}

let isRunning = false

/** One call at a time (spec §4); a refusal is shown. Answers whether it was done. */
const act = async (send: () => Promise<{ message: string }>) => {
  if (isRunning) return false
  isRunning = true
  try {
    const { message } = await send()
    notify(message)
    await refreshYears()
    return true
  } catch (failure) {
    await explainFailure(failure)
    return false
  } finally {
    isRunning = false
  }
}

/** Ux §3.10: changing the active year asks. */
export const activateYear = async ({ id, name }: Schoolyear, former: Schoolyear | undefined) => {
  const isWanted = await confirmDialog({
    title: 'Aktives Schuljahr wechseln?',
    message: (
      <>
        <p>{`${name} wird das aktive Schuljahr. Klassen, Listen und Statistik zeigen dann dieses Jahr.`}</p>
        {former && <p>{`${former.name} wird abgeschlossen.`}</p>}
      </>
    ),
    accept: 'Wechseln',
    type: 'attention',
  })
  return isWanted && act(() => call(schoolyearEndpoints.activate, { params: { id } }))
}

/** Answers whether the year is gone. */
export const removeYear = async ({ id, name }: Schoolyear) => {
  const isWanted = await confirmDialog({
    title: 'Schuljahr löschen?',
    message: `Das Schuljahr ${name} wird mit seinen schulfreien Tagen und Plätzen gelöscht. Das lässt sich nicht rückgängig machen.`,
    accept: 'Löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  return isWanted && act(() => call(schoolyearEndpoints.remove, { params: { id } }))
}
