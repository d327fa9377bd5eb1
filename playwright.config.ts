import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { putTemporaryFilesIntoMemory } from './scripts/memory-folder.ts'

putTemporaryFilesIntoMemory()
// Servers and workers compile their files once, a quarter of what a start costs. The server's tests use the same folder.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'schulhof-compiled')

const { executablePath, env } = await findBrowser()

// No sandbox: as root and in most containers Chromium cannot have one. No calls to the network behind the tests.
const quiet = ['--lang=de-DE', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const offline = ['--disable-background-networking', '--disable-component-update', '--disable-domain-reliability']

// A document lives for seconds: compiling hot code once more costs more than it saves, most of all in axe.
const shortLived = ['--js-flags=--no-maglev --no-turbofan']

// The runner makes the folder; its workers, which read this file again, find it in the environment.
const PORT = process.env.E2E_PORT ?? '3977'
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'schulhof-e2e-'))
const dataDir = process.env.E2E_DATA
// As root PostgreSQL runs as another account, which must reach its folder here.
chmodSync(dataDir, 0o755)

/** Each worker is a household of its own: limits count addresses. */
const household = `10.${process.pid % 250}.${Number(process.env.TEST_PARALLEL_INDEX ?? 0) + 1}.${Math.floor(Math.random() * 250)}`

/**
 * The demo school on its anchor day is what the journeys meet; each makes what it changes itself.
 *
 * A test runs once: in `phone` when its title carries the tag @phone, else in `desktop`. What must hold at both sizes
 * (axe) changes the viewport itself.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // One more than cores: a journey also waits for mails, timers and the disk.
  workers: 3,
  retries: 1,
  timeout: 60_000,
  globalTimeout: 40 * 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  globalTeardown: './e2e/remove-data.ts',
  webServer: {
    command: `node server/demo/start-demo.ts --anchor 2026-11-20 --port ${PORT} --data ${dataDir}`,
    url: `http://localhost:${PORT}/readyz`,
    env: { TRUST_PROXY: '1', DRAIN_SECONDS: '0' },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    // Beside other work a demo takes longer than a minute to grow.
    timeout: 180_000,
  },
  use: {
    baseURL: `http://localhost:${PORT}`,
    extraHTTPHeaders: { 'X-Forwarded-For': household },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // What moves is waited for; the pages themselves drop it for whoever asks.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: { executablePath, args: [...quiet, ...offline, ...shortLived], env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1366, height: 768 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
})
