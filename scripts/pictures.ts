import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from '#e2e/browser.ts'
import { DEMO_PASSWORD } from '#server/demo/demo-accounts.ts'
import { drawingsOf, PICTURES, type Picture } from './picture-list.ts'
import { root } from './run-tool.ts'

/**
 * `npm run pictures` draws the pictures of the handbook anew: it fills a demo school on its fixed day, does in a browser
 * what `picture-list.ts` says, and writes `docs/bilder`. `npm run pictures -- start klasse` draws only these.
 */

const PORT = process.env.PORT ?? '3978'
const FOLDER = join(root, 'docs/bilder')
const ANCHOR = '2026-11-20'
/** The window of a desk without its menu: letters stay readable where the picture stands in a column of text. */
const DESK_WIDTH = 1040
const DESK_HEIGHT = 720
const PHONE = { width: 360, height: 740 }
const QUALITY = 72

const startDemo = async (data: string) => {
  const args = ['server/demo/start-demo.ts', '--anchor', ANCHOR, '--port', PORT, '--data', data]
  const demo = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const isReady = () =>
    fetch(`http://localhost:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (demo.exitCode !== null) throw new Error('The demo has not started.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return () =>
    new Promise<void>((resolve) => {
      demo.once('exit', () => resolve())
      demo.kill('SIGTERM')
    })
}

const logIn = async (page: Page, who: string) => {
  await page.goto('/app/base/login')
  await page.getByLabel('E-Mail').fill(`${who}@example.org`)
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: /^Benutzermenü/ }).waitFor()
}

const viewportOf = ({ window }: Picture) =>
  window === 'phone' ? PHONE : { width: DESK_WIDTH, height: window ?? DESK_HEIGHT }

/** The banner of the demo and the footer with the day of the build say nothing about the program. */
const WITHOUT_FRAME = 'aside[aria-label="Demodaten"], footer { display: none !important }'

/** The browser's clock stands still at this moment of the fixed day. */
const MORNING = new Date(`${ANCHOR}T07:45:00+01:00`)

const shoot = async (page: Page, picture: Picture) => {
  const path = typeof picture.path === 'string' ? picture.path : await picture.path(page)
  await page.setViewportSize(viewportOf(picture))
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.addStyleTag({ content: WITHOUT_FRAME })
  await picture.prepare?.(page)
  await page.waitForLoadState('networkidle')
  // Nothing blinks, and nothing is still on its way in.
  await page.waitForTimeout(400)
  const options = { animations: 'disabled', caret: 'hide' } as const
  return picture.part ? picture.part(page).last().screenshot(options) : page.screenshot(options)
}

const openContext = async (browser: Browser, who: string | undefined) => {
  const context = await browser.newContext({
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: DESK_WIDTH, height: DESK_HEIGHT },
    colorScheme: 'light',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(() => localStorage.setItem('schulhof-drawer', 'false'))
  const page = await context.newPage()
  await page.clock.setFixedTime(MORNING)
  if (who) await logIn(page, who)
  return page
}

/** The sizes by file, which the pages need before a picture arrives. */
const writeSizes = async () => {
  const sizes: Record<string, [number, number]> = {}
  for (const file of readdirSync(FOLDER)
    .filter((name) => name.endsWith('.webp'))
    .sort()) {
    const { width, height } = await sharp(join(FOLDER, file)).metadata()
    sizes[file] = [width, height]
  }
  const lines = Object.entries(sizes).map(([file, size]) => `  "${file}": ${JSON.stringify(size).replace(',', ', ')}`)
  writeFileSync(join(FOLDER, 'sizes.json'), `{\n${lines.join(',\n')}\n}\n`)
}

const wanted = process.argv.slice(2)
const pictures = PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const data = mkdtempSync(join(tmpdir(), 'schulhof-pictures-'))
// As root PostgreSQL runs as another account, which must reach its folder here.
chmodSync(data, 0o755)
mkdirSync(FOLDER, { recursive: true })
const stopDemo = await startDemo(data)
const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  args: ['--lang=de-DE', '--no-sandbox', '--disable-gpu'],
  env: { ...process.env, ...env } as Record<string, string>,
})
try {
  for (const picture of pictures.flatMap(drawingsOf)) {
    const page = await openContext(browser, picture.who)
    const shot = await shoot(page, picture)
    const { size } = await sharp(shot)
      .webp({ quality: QUALITY, effort: 6 })
      .toFile(join(FOLDER, `${picture.name}.webp`))
    console.log(`${picture.name}.webp ${(size / 1000).toFixed(0)} kB`)
    await page.context().close()
  }
  await writeSizes()
} finally {
  await browser.close()
  await stopDemo()
  rmSync(data, { recursive: true, force: true })
}
