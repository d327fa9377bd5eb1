import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

export const addTotals = (all: readonly Totals[]): Totals =>
  all.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }))

/** The line `npm test` ends with. */
export const formatTotals = ({ passed, failed, skipped }: Totals) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

const VitestReport = z
  .object({
    numPassedTests: z.int(),
    numFailedTests: z.int(),
    numPendingTests: z.int(),
    numTodoTests: z.int(),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))

const PlaywrightReport = z
  .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }) })
  .transform(({ stats }) => ({
    // A journey may need a second try on a busy machine; the reporter lists it as flaky.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))

const reports = { vitest: VitestReport, playwright: PlaywrightReport }

/** A tool that broke, wrote no report or found no test has failed, whatever its report says. */
export const readTotals = (tool: keyof typeof reports, { file, isFine }: { file: string; isFine: boolean }): Totals => {
  const report = existsSync(file) ? reports[tool].safeParse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  const totals = report?.data ?? { passed: 0, failed: 0, skipped: 0 }
  const isBroken = totals.passed + totals.failed === 0 || (!isFine && totals.failed === 0)
  return isBroken ? { ...totals, failed: totals.failed + 1 } : totals
}
