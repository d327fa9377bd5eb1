import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endToolsWithUs, runTool } from './run-tool.ts'
import { runChecks, staticChecks } from './static-checks.ts'
import { readStrayErrors } from './stray-errors.ts'
import { addTotals, formatSeconds, formatTotals, readTotals } from './test-totals.ts'

endToolsWithUs()
const folder = mkdtempSync(join(tmpdir(), 'schulhof-test-'))
const started = performance.now()
const took: string[] = []
/** Runs a part and notes how long it took. */
const timed = async <T>(name: string, run: () => Promise<T>) => {
  const start = performance.now()
  const result = await run()
  took.push(`${name} ${formatSeconds(performance.now() - start)}`)
  return result
}

const checks = timed('checks', () => runChecks(staticChecks))
// On two cores they would only slow down the tests.
const hasCoresToSpare = availableParallelism() >= 4
if (!hasCoresToSpare) await checks

const vitestReport = join(folder, 'vitest.json')
const strayErrors = join(folder, 'stray-errors.json')
process.env.SCHULHOF_STRAY_ERRORS = strayErrors
const vitest = [
  'run',
  '--reporter',
  'default',
  '--reporter',
  'json',
  '--reporter',
  './scripts/stray-errors.ts',
  '--allowOnly=false',
  `--outputFile.json=${vitestReport}`,
]
const vitestRun = await timed('vitest', () => runTool(['node_modules/vitest/vitest.mjs', ...vitest], 'stream'))
const readVitest = () =>
  readTotals('vitest', { ...vitestRun, file: vitestReport, strayErrors: readStrayErrors(strayErrors) })
const totals = [await checks, readVitest()]

const playwrightReport = join(folder, 'playwright.json')
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwrightReport
const playwright = ['test', '--forbid-only', '--reporter', 'list,json']
const playwrightRun = await timed('journeys', () =>
  runTool(['node_modules/@playwright/test/cli.js', ...playwright], 'stream'),
)
totals.push(readTotals('playwright', { ...playwrightRun, file: playwrightReport }))

rmSync(folder, { recursive: true })
const sum = addTotals(totals)
console.log(`Took ${formatSeconds(performance.now() - started)}: ${took.join(', ')}`)
console.log(formatTotals(sum))
if (sum.failed > 0) process.exitCode = 1
