import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { NEW_VERSION_TEXT } from '#contract/changelog/changelog.ts'
import { readOwnVersion, writeVersion } from '#scripts/release/version-files.ts'
import { freeLowPort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'
import { notice, signIn } from './staff-calls.ts'
import { test } from './test.ts'

const ROOT = join(import.meta.dirname, '..')
/** What a server needs, as it is in a release. */
const PRODUCT = ['server', 'contract', 'dist', 'docs', 'package.json', 'package-lock.json', 'CHANGELOG.md']

/** The program of the next version, made by what makes a release: `from` with another line in its changelog. */
const makeProgram = (from: string, to: string, version: string) => {
  for (const name of PRODUCT) cpSync(join(from, name), join(to, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'))
  const changelog = join(to, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8').replace(
    /## \[Unveröffentlicht\]\n/,
    `$&\n- Neu in Fassung ${version}.\n`,
  )
  writeFileSync(changelog, text)
  writeVersion(to, version, '2026-11-20')
}

test('after an upgrade an open page tells of the new version, and the changelog of what is new in it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-versions-'))
  const dataDir = join(folder, 'data')
  const port = await freeLowPort()
  const own = readOwnVersion(ROOT)
  const start = (program: string) =>
    startServerProcess({
      dataDir,
      port,
      program: [
        join(program, 'server/demo/start-demo.ts'),
        '--anchor',
        '2026-11-20',
        '--port',
        String(port),
        '--data',
        dataDir,
      ],
    })
  let server: ServerProcess | undefined
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const page = await context.newPage()
  const version = page.getByRole('contentinfo').getByRole('button', { name: /^VERSION v/ })
  try {
    const [older, newer] = [join(folder, 'older'), join(folder, 'newer')]
    makeProgram(ROOT, older, '90.0.0')
    makeProgram(older, newer, '90.1.0')
    server = await start(older)
    await signIn(page, 'leitung.fsw')
    await page.clock.install({ time: new Date('2026-11-20T08:00:00Z') })
    await page.goto('/app/changelog')
    await expect(version).toHaveText('VERSION v90.0.0')
    await expect(page.getByRole('heading', { name: 'Version 90.0.0' })).toBeVisible()
    await expect(page.getByText('Hier läuft Version 90.0.0')).toBeVisible()

    await server.signal('SIGTERM')
    server = await start(newer)
    // One poll is due every 60 s, ±20 %.
    await page.clock.runFor(73_000)
    await expect(version).toHaveText('VERSION v90.0.0')
    await notice(page, NEW_VERSION_TEXT).getByRole('button', { name: 'Jetzt neu laden' }).click()
    await expect(version).toHaveText('VERSION v90.1.0')
    const entry = page.getByRole('article', { name: 'Version 90.1.0' })
    await entry.locator('summary').first().click()
    await expect(entry.getByText('Neu in Fassung 90.1.0.')).toBeVisible()
    await expect(entry.getByText('Neu seit Ihrem letzten Besuch')).toBeVisible()
    await expect(notice(page, NEW_VERSION_TEXT)).toHaveCount(0)
    expect(readOwnVersion(ROOT)).toBe(own)
  } finally {
    await context.close()
    await server?.signal('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
})
