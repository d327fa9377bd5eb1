import { accountEndpoints } from '#contract/account/account.ts'
import { call } from '#web/api/client.ts'
import { BASE } from '#web/base-path.ts'
import { notify } from './notify.tsx'

/** The id of the school field in the top bar: after the reload it takes the focus again. */
export const SCHOOL_FIELD = 'active-school'
const CHANGED_KEY = 'schulhof-school-changed'

/** Changes the active school and reloads the page, or opens another one; a failure is only logged (spec §7, §8). */
export const changeSchool = async (school: { id: number; short: string }, path?: string) => {
  try {
    await call(accountEndpoints.changeSchool, { body: { school_id: school.id } })
    sessionStorage.setItem(CHANGED_KEY, school.short)
    if (path === undefined) window.location.reload()
    else window.location.assign(BASE + path)
  } catch (failure) {
    // biome-ignore lint/suspicious/noConsole: spec §8, "School change failure: logged only"
    console.error('School change failed', failure)
  }
}

/** Confirms the change after the reload. */
export const announceChangedSchool = () => {
  const short = sessionStorage.getItem(CHANGED_KEY)
  if (short === null) return
  sessionStorage.removeItem(CHANGED_KEY)
  document.getElementById(SCHOOL_FIELD)?.focus()
  notify(`Schule gewechselt: ${short}`)
}
