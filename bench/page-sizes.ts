import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/staff-calls.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'

/** Kilobytes (1000 bytes) of JavaScript, gzip, that a page fetched until it was quiet. */
async function watchScripts(page: Page) {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length)
  })
  return {
    sizes,
    kB: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000,
  }
}

async function firstLoad(browser: Browser, url: string) {
  const page = await browser.newPage()
  const scripts = await watchScripts(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
  return scripts.kB()
}

const FURTHER = {
  Bewerbungen: '/app/admin/bewerbungen',
  'Neue Bewerbung': '/app/admin/bewerbungen/neu',
  'Schülerinnen und Schüler': '/app/admin/sus',
  'Seite eines Kindes': '/app/admin/schueler/20',
  'Schüler/in anlegen': '/app/admin/sus/neu',
  Import: '/app/admin/pupil_import',
  Krankmeldungen: '/app/admin/abwesenheitsmeldungen',
  Fehlzeiten: '/app/admin/fehlzeiten',
}

/** What each further page fetches beyond what the dashboard had. */
async function staffPages(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await signIn(page, 'leitung.fsw')
  await page.close()
  const dashboard = await context.newPage()
  const first = await watchScripts(dashboard)
  await dashboard.goto('/app/', { waitUntil: 'networkidle' })
  const further: Record<string, number> = {}
  for (const [name, path] of Object.entries(FURTHER)) {
    const next = await context.newPage()
    const scripts = await watchScripts(next)
    await next.goto(path, { waitUntil: 'networkidle' })
    const own = [...scripts.sizes].filter(([file]) => !first.sizes.has(file))
    further[name] = own.reduce((sum, [, size]) => sum + size, 0) / 1000
    await next.close()
  }
  await context.close()
  return { dashboard: first.kB(), further }
}

/** Sizes as a browser meets them, on the demo school. */
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
    return { form, parents, ...(await staffPages(browser, server.url)) }
  } finally {
    await browser.close()
    await server.signal('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}
