/** The browser's information about the connection; only Chromium has it. */
interface Line {
  saveData?: boolean
  effectiveType?: string
}

/** Users who save data load code only when it is needed. */
export const isSparing = () => {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Line }).connection ?? {}
  return saveData === true || effectiveType.includes('2g')
}

/** Runs it once the browser has nothing else to do. Safari has no idle callback. */
export const whenIdle = (run: () => void) => (window.requestIdleCallback ?? ((late) => setTimeout(late, 200)))(run)

/** Loads code that will probably be needed next. If that fails, it is loaded again when it is needed. */
export const loadAhead = (load: () => Promise<unknown>) => {
  if (!isSparing()) whenIdle(() => void load().catch(() => {}))
}
