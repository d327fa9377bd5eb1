/** Paths of the staff's program, which the build writes into the page; none in development. */
const programFiles = () =>
  document.querySelector<HTMLMetaElement>('meta[name="staff-program"]')?.content.split(' ').filter(Boolean) ?? []

/** The browser's information about the connection; only Chromium has it. */
interface Line {
  saveData?: boolean
  effectiveType?: string
}

/** Users who save data load the program only when it is needed. */
const isSparing = () => {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Line }).connection ?? {}
  return saveData === true || effectiveType.includes('2g')
}

const linkTo = (file: string) => {
  const link = document.createElement('link')
  link.fetchPriority = 'low'
  link.href = file
  link.crossOrigin = ''
  if (file.endsWith('.css')) Object.assign(link, { rel: 'prefetch', as: 'style' })
  else link.rel = 'modulepreload'
  return link
}

const fetchFiles = () => document.head.append(...programFiles().map(linkTo))

/** Safari has no idle callback. */
const whenIdle = () => (window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200)))(fetchFiles)

let isFetched = false

/**
 * Loads the staff's program in advance, once the page has everything it needs itself; none of it runs before the login.
 */
export const fetchProgram = () => {
  if (isFetched || isSparing()) return
  isFetched = true
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
