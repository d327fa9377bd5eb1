import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from './run-tool.ts'
import { addTotals, formatSeconds, formatTotals, readTotals } from './test-totals.ts'

const folder = mkdtempSync(join(tmpdir(), 'schulhof-totals-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reportIn = (name: string, report: unknown) => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(report))
  return file
}
const reportOf = (report: unknown) => reportIn('report.json', report)

const FINE = { isFine: true, ending: 'exit code 0' }
const BROKEN = { isFine: false, ending: 'SIGABRT' }

const vitestOf = (testResults: object[], [passed, failed, skipped]: [number, number, number]) =>
  reportOf({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: 0, testResults })
const vitest = (...counts: [number, number, number]) => vitestOf([], counts)
const playwright = (expected: number, unexpected: number, flaky: number) =>
  reportOf({ stats: { expected, unexpected, flaky, skipped: 1 } })

describe('the totals of npm test', () => {
  test('count what the tools report', () => {
    expect(readTotals('vitest', { file: vitest(5, 0, 2), ...FINE })).toMatchObject({
      passed: 5,
      failed: 0,
      skipped: 2,
    })
    expect(readTotals('vitest', { file: vitest(5, 3, 0), ...BROKEN })).toMatchObject({
      passed: 5,
      failed: 3,
      skipped: 0,
    })
  })

  test('a journey may pass at its second try', () => {
    const file = playwright(4, 1, 1)
    expect(readTotals('playwright', { file, ...BROKEN })).toMatchObject({ passed: 5, failed: 1, skipped: 1 })
  })

  test('name what failed, in a test and in a file that cannot be read', () => {
    const tests = [
      { fullName: 'days are counted', status: 'passed', failureMessages: [] },
      { fullName: 'days end at midnight', status: 'failed', failureMessages: ['expected 1 to be 2\n  at there'] },
    ]
    const results = [
      { name: join(root, 'contract/days.test.ts'), message: '', assertionResults: tests },
      { name: join(root, 'contract/weeks.test.ts'), message: 'no such module', assertionResults: [] },
    ]
    const file = vitestOf(results, [1, 1, 0])
    const { failures } = readTotals('vitest', { file, ...BROKEN })
    expect(failures).toEqual([
      'contract/days.test.ts › days end at midnight\nexpected 1 to be 2\n  at there',
      'contract/weeks.test.ts\nno such module',
    ])
  })

  test.each([
    { what: 'that broke after its tests passed', file: () => vitest(5, 0, 0), run: BROKEN, passed: 5 },
    { what: 'that found no test', file: () => vitest(0, 0, 0), run: FINE, passed: 0 },
    { what: 'that wrote no report', file: () => join(folder, 'missing.json'), run: FINE, passed: 0 },
    { what: 'that wrote something else', file: () => reportOf({ stats: {} }), run: FINE, passed: 0 },
  ])('a tool $what has failed', ({ file, run, passed }) => {
    expect(readTotals('vitest', { ...run, file: file() })).toEqual({
      passed,
      failed: 1,
      skipped: 0,
      failures: [`vitest broke beside its tests: its output above may say why (${run.ending})`],
      files: [],
      triedTwice: [],
    })
  })

  test('name an error that belongs to no test', () => {
    const strayErrors = ['Error: connection lost\n  at there']
    const { failures } = readTotals('vitest', { file: vitest(5, 0, 0), ...BROKEN, strayErrors })
    expect(failures).toEqual(['vitest broke beside its tests: Error: connection lost\n  at there'])
  })

  test('add up to one line, after what failed', () => {
    const sum = addTotals([
      { passed: 1, failed: 0, skipped: 2, failures: [], files: [], triedTwice: [] },
      { passed: 3, failed: 1, skipped: 0, failures: ['layers'], files: [], triedTwice: [] },
    ])
    expect(formatTotals(sum)).toBe('Tried twice: nothing\n✗ layers\n\n4 passed, 1 failed, 2 skipped')
  })

  test('name the slowest files and every journey that needed a second try', () => {
    const journey = (title: string, line: number, durations: number[]) => ({
      ...{ title, line, file: 'days.e2e.ts' },
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    })
    const suites = [
      {
        specs: [journey('a day is chosen', 3, [1500])],
        suites: [{ specs: [journey('a day is lost', 9, [2000, 500])] }],
      },
    ]
    const file = reportIn('journeys.json', { stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 }, suites })
    const rule = { name: join(root, 'contract/days.test.ts'), startTime: 1000, endTime: 1250 }
    const rules = vitestOf([{ ...rule, message: '', assertionResults: [] }], [1, 0, 0])
    const text = formatTotals(
      addTotals([readTotals('vitest', { file: rules, ...FINE }), readTotals('playwright', { file, ...FINE })]),
    )
    expect(text).toContain('   4.0 s  e2e/days.e2e.ts\n   0.3 s  contract/days.test.ts\n')
    expect(text).toContain('Tried twice: \n  e2e/days.e2e.ts:9 a day is lost\n')
    expect(text.split('\n').at(-1)).toBe('3 passed, 0 failed, 0 skipped')
  })

  test.each([
    [59_400, '59 s'],
    [60_000, '1 min 0 s'],
    [754_321, '12 min 34 s'],
  ])('%i ms read as %s', (milliseconds, text) => {
    expect(formatSeconds(milliseconds)).toBe(text)
  })
})
