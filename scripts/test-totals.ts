import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { root } from './run-tool.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
  /** What failed and the first lines of why, one text each: a long run's output is often kept by its end alone. */
  failures: readonly string[]
}

export const addTotals = (all: readonly Totals[]): Totals =>
  all.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
    failures: [...sum.failures, ...one.failures],
  }))

/** What failed once more, then the line `npm test` ends with. */
export const formatTotals = ({ passed, failed, skipped, failures }: Totals) =>
  [...failures.map((failure) => `✗ ${failure}\n`), `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n')

/** Of a failure's text, which may hold a whole page. */
const firstLines = (text: string) => text.split('\n').slice(0, 12).join('\n')

const VitestReport = z
  .object({
    numPassedTests: z.int(),
    numFailedTests: z.int(),
    numPendingTests: z.int(),
    numTodoTests: z.int(),
    testResults: z.array(
      z.object({
        name: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
        ),
      }),
    ),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name)
      return [
        ...(message ? [`${file}\n${firstLines(message)}`] : []),
        ...assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => `${file} › ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`),
      ]
    }),
  }))

const PlaywrightReport = z
  .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }) })
  .transform(({ stats }) => ({
    // A journey may need a second try on a busy machine; the reporter lists it as flaky.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    // Its reporter has just told them.
    failures: [],
  }))

const reports = { vitest: VitestReport, playwright: PlaywrightReport }

/** A tool that broke, wrote no report or found no test has failed, whatever its report says. */
export const readTotals = (tool: keyof typeof reports, { file, isFine }: { file: string; isFine: boolean }): Totals => {
  const report = existsSync(file) ? reports[tool].safeParse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  const totals: Totals = report?.data ?? { passed: 0, failed: 0, skipped: 0, failures: [] }
  const isBroken = totals.passed + totals.failed === 0 || (!isFine && totals.failed === 0)
  if (!isBroken) return totals
  const failures = [...totals.failures, `${tool} broke beside its tests: its output above says why`]
  return { ...totals, failed: totals.failed + 1, failures }
}
