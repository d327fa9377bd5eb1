import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { root } from './run-tool.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
  /** The failed tests with the first lines of each reason: often only the end of a long run's output is stored. */
  failures: readonly string[]
  /** Time inside each file; a file of journeys may have several workers, so their times can be more than the run's. */
  files: readonly { file: string; seconds: number }[]
  /** Tests that passed only at their second try: each is a defect to mend at once. */
  triedTwice: readonly string[]
}

const NOTHING: Totals = { passed: 0, failed: 0, skipped: 0, failures: [], files: [], triedTwice: [] }

export const addTotals = (all: readonly Totals[]): Totals =>
  all.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
    failures: [...sum.failures, ...one.failures],
    files: [...sum.files, ...one.files],
    triedTwice: [...sum.triedTwice, ...one.triedTwice],
  }))

/** `754321` milliseconds as `12 min 34 s`. */
export const formatSeconds = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const SLOWEST = 10

const slowestOf = (files: Totals['files']) =>
  [...files]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)

/** The slowest files, what was tried twice and what failed, then the line `npm test` ends with. */
export const formatTotals = ({ passed, failed, skipped, failures, files, triedTwice }: Totals) =>
  [
    ...(files.length > 0 ? ['Slowest files:', ...slowestOf(files)] : []),
    `Tried twice: ${triedTwice.length === 0 ? 'nothing' : ''}`,
    ...triedTwice.map((title) => `  ${title}`),
    ...failures.map((failure) => `✗ ${failure}\n`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')

/** The first lines of a failure's text, which may contain a whole page. */
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
        startTime: z.number().optional(),
        endTime: z.number().optional(),
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
    files: report.testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    triedTwice: [],
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

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
})
interface PlaywrightSuite {
  specs: z.infer<typeof PlaywrightSpec>[]
  suites?: PlaywrightSuite[] | undefined
}
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** All tries of a journey. */
const triesOf = ({ tests }: PlaywrightSuite['specs'][number]) => tests.flatMap(({ results }) => results)

const secondsByFile = (specs: PlaywrightSuite['specs']) => {
  const files = new Map<string, number>()
  for (const spec of specs) {
    const seconds = triesOf(spec).reduce((sum, { duration }) => sum + duration, 0) / 1000
    files.set(spec.file, (files.get(spec.file) ?? 0) + seconds)
  }
  return [...files].map(([file, seconds]) => ({ file: `e2e/${file}`, seconds }))
}

const PlaywrightReport = z
  .object({
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
    suites: z.array(PlaywrightSuite).default([]),
  })
  .transform(({ stats, suites }) => {
    const specs = suites.flatMap(specsOf)
    return {
      // A second try keeps a race from holding back finished work; it is named, and to be mended.
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      // Its reporter has just printed them.
      failures: [],
      files: secondsByFile(specs),
      triedTwice: specs
        .filter((spec) => spec.tests.some(({ results }) => results.length > 1))
        .map(({ file, line, title }) => `e2e/${file}:${line} ${title}`),
    }
  })

const reports = { vitest: VitestReport, playwright: PlaywrightReport }

interface Run {
  /** Where the tool wrote its report. */
  file: string
  isFine: boolean
  /** With what the tool ended, such as `exit code 1`. */
  ending: string
  /** The stacks of errors that belong to no test. */
  strayErrors?: readonly string[]
}

/** A tool that broke, wrote no report or found no test has failed, whatever its report says. */
export const readTotals = (tool: keyof typeof reports, { file, isFine, ending, strayErrors = [] }: Run): Totals => {
  const report = existsSync(file) ? reports[tool].safeParse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  const totals: Totals = report?.data ?? { ...NOTHING }
  const isBroken = totals.passed + totals.failed === 0 || (!isFine && totals.failed === 0)
  if (!isBroken) return totals
  const why = strayErrors.length > 0 ? strayErrors.map(firstLines) : [`its output above may say why (${ending})`]
  const failures = [...totals.failures, `${tool} broke beside its tests: ${why.join('\n')}`]
  return { ...totals, failed: totals.failed + 1, failures }
}
