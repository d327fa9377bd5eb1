import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

const { executablePath, env } = await findBrowser()

// No sandbox: as root and in most containers Chromium cannot have one. No calls to the network behind the tests.
const quiet = ['--lang=de-DE', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const offline = ['--disable-background-networking', '--disable-component-update', '--disable-domain-reliability']

/**
 * A test runs once: in `phone` when its title carries the tag @phone, else in `desktop`. What must hold at both sizes
 * (axe) changes the viewport itself.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
    launchOptions: { executablePath, args: [...quiet, ...offline], env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1366, height: 768 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
})
