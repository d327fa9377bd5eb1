import { isSparing, whenIdle } from '#web/ui/load-ahead.ts'

/** Paths of the staff's program, which the build writes into the page; none in development. */
const programFiles = () =>
  document.querySelector<HTMLMetaElement>('meta[name="staff-program"]')?.content.split(' ').filter(Boolean) ?? []

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

let isFetched = false

/**
 * Loads the staff's program in advance, once the page has everything it needs itself; none of it runs before the login.
 */
export const fetchProgram = () => {
  if (isFetched || isSparing()) return
  isFetched = true
  if (document.readyState === 'complete') whenIdle(fetchFiles)
  else window.addEventListener('load', () => whenIdle(fetchFiles), { once: true })
}
