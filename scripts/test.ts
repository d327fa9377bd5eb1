import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endToolsWithUs, runTool } from './run-tool.ts'
import { runChecks, staticChecks } from './static-checks.ts'
import { addTotals, formatTotals, readTotals } from './test-totals.ts'

endToolsWithUs()
const folder = mkdtempSync(join(tmpdir(), 'schulhof-test-'))
const totals = [await runChecks(staticChecks)]

const vitestReport = join(folder, 'vitest.json')
const vitest = [
  'run',
  '--reporter',
  'default',
  '--reporter',
  'json',
  '--allowOnly=false',
  `--outputFile.json=${vitestReport}`,
]
const vitestRun = await runTool(['node_modules/vitest/vitest.mjs', ...vitest], 'stream')
totals.push(readTotals('vitest', { file: vitestReport, isFine: vitestRun.isFine }))

const playwrightReport = join(folder, 'playwright.json')
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwrightReport
const playwrightRun = await runTool(
  ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--reporter', 'list,json'],
  'stream',
)
totals.push(readTotals('playwright', { file: playwrightReport, isFine: playwrightRun.isFine }))

rmSync(folder, { recursive: true })
const sum = addTotals(totals)
console.log(formatTotals(sum))
if (sum.failed > 0) process.exitCode = 1
