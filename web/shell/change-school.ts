import { accountEndpoints } from '#contract/account/account.ts'
import { call } from '#web/api/client.ts'
import { notify } from './notify.tsx'

/** The choice of school in the top bar: after the reload the focus is where it was. */
export const SCHOOL_FIELD = 'active-school'
const CHANGED_KEY = 'schulhof-school-changed'

/** Switches the active school and loads the page anew; a failure is only logged (spec §7, §8). */
export const changeSchool = async (school: { id: number; short: string }) => {
  try {
    await call(accountEndpoints.changeSchool, { body: { school_id: school.id } })
    sessionStorage.setItem(CHANGED_KEY, school.short)
    window.location.reload()
  } catch (failure) {
    // biome-ignore lint/suspicious/noConsole: spec §8, "School change failure: logged only"
    console.error('School change failed', failure)
  }
}

/** After the reload: says that it has happened. */
export const announceChangedSchool = () => {
  const short = sessionStorage.getItem(CHANGED_KEY)
  if (short === null) return
  sessionStorage.removeItem(CHANGED_KEY)
  document.getElementById(SCHOOL_FIELD)?.focus()
  notify(`Schule gewechselt: ${short}`)
}
