import type { BrowserContext, Page } from '@playwright/test'
import { median } from './measure.ts'

/**
 * Runs in the browser before the page's own code. It collects layout shifts that nobody's key or click asked for, with
 * what moved, and the largest paint so far.
 */
const WATCH = `
window.seen = { shifts: [], paint: 0, arrived: 0 }
const nameOf = (node) => {
  const element = node && (node.nodeType === 1 ? node : node.parentElement)
  if (!element) return 'removed'
  const parents = [element, element.parentElement].filter(Boolean)
  return parents.map((one) => one.tagName.toLowerCase() + (one.className && typeof one.className === 'string' ? '.' + one.className.split(' ')[0] : '')).join(' < ')
}
new PerformanceObserver((list) => {
  for (const { value, startTime, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) window.seen.shifts.push({ value, at: startTime, what: sources.map(({ node }) => nameOf(node)) })
}).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.seen.paint = startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })
new MutationObserver((list) => {
  if (list.some(({ target }) => !target.hasAttribute('data-arriving'))) window.seen.arrived = performance.now()
}).observe(document, { subtree: true, attributeFilter: ['data-arriving'] })
`

interface Shift {
  value: number
  /** Milliseconds since the document began. */
  at: number
  /** The elements that moved. */
  what: string[]
}

interface Seen {
  shifts: Shift[]
  /** The browser's largest paint. */
  paint: number
  /** When the page stopped to hold itself back; the browser does not take what appears then for a paint. */
  arrived: number
}

const seenBy = (page: Page) => page.evaluate('window.seen') as Promise<Seen>

export const watchPage = (page: Page) => page.addInitScript(WATCH)

/** What moved most, for whoever mends it. */
const worstOf = (shifts: readonly Shift[]) =>
  [...shifts]
    .sort((a, b) => b.value - a.value)
    .slice(0, 2)
    .map(({ value, what }) => `${value.toFixed(3)} ${what.slice(0, 2).join(', ')}`)
    .join('; ')

const sumOf = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0)

const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Opens the page in a new document, and waits until it is quiet. */
export const openCold = async (page: Page, address: string) => {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('main h1').first().waitFor()
  // The last shifts are reported with the next frame.
  await page.evaluate(TWO_FRAMES)
  const { shifts, paint, arrived } = await seenBy(page)
  return { paint: Math.max(paint, arrived), shift: sumOf(shifts), worst: worstOf(shifts) }
}

/**
 * Goes back to the page that was open before, and measures until the frame is painted in which it shows its title and
 * waits for nothing. In the browser, because a call from here would take longer than the change itself.
 */
const GO_BACK = `(title) => new Promise((done, fail) => {
  const began = performance.now()
  const isThere = () => {
    const main = document.querySelector('main')
    const isWaiting = [...(main?.querySelectorAll('[role=status]') ?? [])].some(({ textContent }) => textContent.includes('werden geladen'))
    return main?.querySelector('h1')?.textContent === title && !isWaiting && !main.hasAttribute('data-arriving')
  }
  const look = () => {
    if (performance.now() - began > 10_000) return fail(new Error('not back: ' + title))
    if (!isThere()) return requestAnimationFrame(look)
    const channel = new MessageChannel()
    channel.port1.onmessage = () => done({ began, ready: performance.now() })
    requestAnimationFrame(() => channel.port2.postMessage(0))
  }
  history.back()
  requestAnimationFrame(look)
})`

/** The page is left for another one and opened again, while its data are still known. */
export const openWarm = async (page: Page, { address, title }: { address: string; title: string }) => {
  const wasTitle = await page.locator('main h1').first().textContent()
  // The router listens to the history's own calls.
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  await page.locator('main h1', { hasText: title }).waitFor()
  await page.waitForLoadState('networkidle')
  const { began, ready } = (await page.evaluate(`(${GO_BACK})(${JSON.stringify(wasTitle)})`)) as Record<
    'began' | 'ready',
    number
  >
  await page.waitForLoadState('networkidle')
  await page.evaluate(TWO_FRAMES)
  const { shifts } = await seenBy(page)
  // The page itself moves everything; what moves after it is there counts.
  const later = shifts.filter(({ at }) => at > ready)
  return { time: ready - began, shift: sumOf(later), worst: worstOf(later) }
}

/** The middle time to the largest paint of the frame around a page that does not exist. */
export const emptyPaint = async (context: BrowserContext, rounds: number) => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage()
    await watchPage(page)
    times.push((await openCold(page, '/app/gibt-es-nicht')).paint)
    await page.close()
  }
  return median(times)
}
