/** What the browsers say when a part of the program is not there: Chromium, Firefox, Safari, and Vite of a style sheet. */
const MISSING =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS/i

const isMissingCode = (error: unknown) => error instanceof Error && MISSING.test(error.message)

const KEY = 'schulhof-reloaded'

/** Names the program of this page: its file changes with every update. */
const programName = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/**
 * After an update the parts an open tab would still fetch are gone (404): whether loading the page anew may help. Once for
 * each program, so that what is really missing is told and not tried for ever; without a network it cannot help.
 */
export const isWorthReload = (error: unknown) =>
  isMissingCode(error) && navigator.onLine && sessionStorage.getItem(KEY) !== programName()

export const reloadProgram = () => {
  sessionStorage.setItem(KEY, programName())
  window.location.reload()
}
