import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '#e2e/browser.ts'
import { addressOf, EVERY_PAGE, type EveryPage, type Opener, type SampleRecord } from '#e2e/every-page.ts'
import { findSampleRecords } from '#e2e/sample-records.ts'
import { signIn } from '#e2e/staff-calls.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'
import { median } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'
import { emptyPaint, openCold, openWarm, watchPage } from './watch-page.ts'

/** Each page is opened so often; what moves counts in each of them, of the times the middle one. */
const ROUNDS = 3
const WARM_MS = 100
/** The largest paint of a page takes at most so much longer than that of a page with nothing but the frame. */
const PAINT_RATIO = 3
/** Where a page is left for; it is one of the quickest. */
const OTHER = { address: '/app/createuser', title: 'Neuen User Anlegen' }

const SIZES = [
  { name: 'desk', viewport: { width: 1366, height: 768 } },
  { name: 'phone', viewport: { width: 360, height: 740 } },
] as const

interface Visits {
  contexts: Record<Opener, BrowserContext>
  keys: Record<SampleRecord, string>
}

const openContexts = async (browser: Browser, baseURL: string, viewport: { width: number; height: number }) => {
  const open = () => browser.newContext({ baseURL, viewport, locale: 'de-DE', timezoneId: 'Europe/Berlin' })
  const contexts = { 'leitung.fsw': await open(), admin: await open(), nobody: await open() }
  for (const who of ['leitung.fsw', 'admin'] as const) {
    const page = await contexts[who].newPage()
    await signIn(page, who)
    await page.close()
  }
  return contexts
}

/** Visitors' pages load nothing that the next page would still know, and a logout has no way back. */
const isLeftAndOpenedAgain = ({ who }: EveryPage) => who !== 'nobody'

async function visit(page: EveryPage, { contexts, keys }: Visits) {
  const tab = await contexts[page.who].newPage()
  await watchPage(tab)
  const cold = await openCold(tab, `/app${addressOf(page, keys)}`)
  const warm = isLeftAndOpenedAgain(page) ? await openWarm(tab, OTHER) : undefined
  await tab.close()
  return { cold, warm }
}

type Visit = Awaited<ReturnType<typeof visit>>

const shiftRow = (what: string, visits: readonly Visit[]): BenchRow => {
  const seen = visits.flatMap(({ cold, warm }) => (warm ? [cold, warm] : [cold]))
  const worst = seen.reduce((most, one) => (one.shift > most.shift ? one : most))
  return {
    what: `layout shift (CLS) of ${what}`,
    against: 'nothing moves',
    ratio: Number(worst.shift.toFixed(4)),
    goal: '0',
    isMet: worst.shift < 0.00005,
    figures: worst.worst || 'nothing moved',
  }
}

const paintRow = (what: string, visits: readonly Visit[], empty: number): BenchRow => {
  const paint = median(visits.map(({ cold }) => cold.paint))
  const ratio = Number((paint / empty).toPrecision(2))
  return {
    what: `largest paint (LCP) of ${what}`,
    against: 'the frame with an empty page',
    ratio,
    goal: `≤ ${PAINT_RATIO}`,
    isMet: ratio <= PAINT_RATIO,
    figures: `${paint.toFixed(0)} / ${empty.toFixed(0)} ms`,
  }
}

const warmRow = (what: string, visits: readonly Visit[]): BenchRow[] => {
  const times = visits.flatMap(({ warm }) => (warm ? [warm.time] : []))
  if (times.length === 0) return []
  const time = median(times)
  const ratio = Number((time / WARM_MS).toPrecision(2))
  return [
    {
      what: `change to ${what}, its data known`,
      against: `${WARM_MS} ms`,
      ratio,
      goal: '≤ 1',
      isMet: ratio <= 1,
      figures: `${time.toFixed(0)} ms`,
    },
  ]
}

async function* visitAll(browser: Browser, url: string): AsyncGenerator<BenchRow> {
  let keys: Visits['keys'] | undefined
  for (const { name, viewport } of SIZES) {
    const contexts = await openContexts(browser, url, viewport)
    const head = await contexts['leitung.fsw'].newPage()
    keys ??= await findSampleRecords(head)
    await head.close()
    const empty = {
      'leitung.fsw': await emptyPaint(contexts['leitung.fsw'], ROUNDS),
      admin: await emptyPaint(contexts.admin, ROUNDS),
      nobody: await emptyPaint(contexts.nobody, ROUNDS),
    }
    for (const page of EVERY_PAGE) {
      const visits: Visit[] = []
      for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(page, { contexts, keys }))
      const what = `${page.route} (${page.who}, ${name})`
      yield shiftRow(what, visits)
      yield paintRow(what, visits, empty[page.who])
      yield* warmRow(what, visits)
    }
    for (const context of Object.values(contexts)) await context.close()
  }
}

/** What somebody feels on each page: whether something moves, when it is there, and how fast one comes back to it. */
export async function* benchRoutes(): AsyncGenerator<BenchRow> {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-routes-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const program = ['server/demo/start-demo.ts', '--anchor', '2026-11-20', '--port', String(port), '--data', dataDir]
  const server = await startServerProcess({ dataDir, port, program })
  const { executablePath, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    yield* visitAll(browser, server.url)
  } finally {
    await browser.close()
    await server.signal('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
