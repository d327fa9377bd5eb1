import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { findBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/staff-calls.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'

/** A busy machine pauses between two files for longer than the browser calls idle. */
const QUIET_MS = 3000

/** Kilobytes (1000 bytes) of gzipped JavaScript that a page fetched until it was idle. */
function watchScripts(page: Page) {
  const sizes = new Map<string, number>()
  const reading: Promise<unknown>[] = []
  const read = async (response: Response) => {
    sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length)
  }
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    const size = read(response)
    // `open` reports it, unless the page itself failed to load.
    size.catch(() => {})
    reading.push(size)
  })
  return {
    sizes,
    /** Waits until no further file comes and each was read. */
    async open(url: string) {
      await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
      for (let before = -1; before < reading.length; await page.waitForTimeout(QUIET_MS)) before = reading.length
      await Promise.all(reading)
      if (sizes.size === 0) throw new Error(`${url} loaded no script, so nothing was measured.`)
    },
    kB: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000,
  }
}

/** With data saving on, nothing is loaded in advance, so only the first load is measured. */
const SAVES_DATA = `Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })`

async function firstLoad(browser: Browser, url: string) {
  const page = await browser.newPage()
  await page.addInitScript(SAVES_DATA)
  const scripts = watchScripts(page)
  await scripts.open(url)
  await page.close()
  return scripts.kB()
}

const VISITOR_PAGES = {
  Willkommen: '/app/',
  Login: '/app/base/login',
  'Passwort vergessen': '/app/base/forgot-password',
  'Neues Passwort': '/app/base/reset-password/abc?email=anna%40example.org',
  Einrichtung: '/app/einrichtung/abc',
}

/** The files that visitors' pages load at once, and those that the login loads in advance. */
async function visitorPages(browser: Browser, url: string) {
  const visitors: Record<string, number> = {}
  for (const [name, path] of Object.entries(VISITOR_PAGES)) visitors[name] = await firstLoad(browser, url + path)
  const page = await browser.newPage()
  const scripts = watchScripts(page)
  await scripts.open(url + VISITOR_PAGES.Login)
  const ahead = scripts.kB() - (visitors.Login ?? 0)
  await page.close()
  return { visitors, ahead }
}

const furtherPages = (registrationId: number) => ({
  Bewerbungen: '/app/admin/bewerbungen',
  'Eine Bewerbung': `/app/admin/bewerbungen/details/${registrationId}`,
  'Bewerbung bearbeiten': `/app/admin/bewerbungen/edit/${registrationId}`,
  'Neue Bewerbung': '/app/admin/bewerbungen/neu',
  Warteliste: '/app/admin/bewerbungen/warteliste',
  'Statistik der Bewerbungen': '/app/admin/bewerbungen/statistik',
  'Bewerbungen importieren': '/app/admin/bewerbungen/import',
  'Mitarbeitende importieren': '/app/admin/mitarbeiter/import',
  Löschvorschau: '/app/admin/loeschvorschau',
  Mailvorlagen: '/app/admin/mailvorlagen',
  'Schülerinnen und Schüler': '/app/admin/sus',
  'Seite eines Kindes': '/app/admin/schueler/20',
  'Schüler/in anlegen': '/app/admin/sus/neu',
  Import: '/app/admin/pupil_import',
  Krankmeldungen: '/app/admin/abwesenheitsmeldungen',
  Fehlzeiten: '/app/admin/fehlzeiten',
  'Ein Kapitel der Hilfe': '/app/hilfe/bewerbungen',
})

const someRegistration = async (page: Page) => {
  const reply = await page.request.get('/api/admin/schoolRegistration')
  const { data } = (await reply.json()) as { data: { id: number }[] }
  const [first] = data
  if (!first) throw new Error('The demo has no application to open.')
  return first.id
}

const openStaff = (browser: Browser, url: string) =>
  browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } })

/** What the dashboard cannot do without. */
async function dashboardPage(browser: Browser, url: string) {
  const context = await openStaff(browser, url)
  await context.addInitScript(SAVES_DATA)
  const page = await context.newPage()
  await signIn(page, 'leitung.fsw')
  await page.close()
  const dashboard = await context.newPage()
  const scripts = watchScripts(dashboard)
  await scripts.open('/app/')
  await context.close()
  return scripts.kB()
}

/** The files that each further page loads in addition to those of an idle dashboard, which has loaded its dialogs ahead. */
async function furtherStaffPages(browser: Browser, url: string) {
  const context = await openStaff(browser, url)
  const page = await context.newPage()
  await signIn(page, 'leitung.fsw')
  const pages = furtherPages(await someRegistration(page))
  await page.close()
  const dashboard = await context.newPage()
  const first = watchScripts(dashboard)
  await first.open('/app/')
  const further: Record<string, number> = {}
  for (const [name, path] of Object.entries(pages)) {
    const next = await context.newPage()
    const scripts = watchScripts(next)
    await scripts.open(path)
    const own = [...scripts.sizes].filter(([file]) => !first.sizes.has(file))
    further[name] = own.reduce((sum, [, size]) => sum + size, 0) / 1000
    await next.close()
  }
  await context.close()
  return { idle: first.kB(), further }
}

/** The sizes that a browser really loads, on the demo school. */
export async function pageSizes() {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-sizes-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const program = ['server/demo/start-demo.ts', '--port', String(port), '--data', dataDir]
  const server = await startServerProcess({ dataDir, port, program })
  const { executablePath, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const form = await firstLoad(browser, `${server.url}/app/fsw/registrierungNeueSchueler`)
    // A wrong link loads the same scripts as a right one.
    const parents = await firstLoad(browser, `${server.url}/app/susByUuid/00000000-0000-4000-8000-000000000000`)
    const status = await firstLoad(browser, `${server.url}/app/bewerbungsstatus/${'A'.repeat(32)}`)
    const check = await firstLoad(browser, `${server.url}/app/datenabgleich/${'A'.repeat(32)}`)
    const forVisitors = await visitorPages(browser, server.url)
    const dashboard = await dashboardPage(browser, server.url)
    return {
      form,
      parents,
      status,
      check,
      ...forVisitors,
      dashboard,
      ...(await furtherStaffPages(browser, server.url)),
    }
  } finally {
    await browser.close()
    await server.signal('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
