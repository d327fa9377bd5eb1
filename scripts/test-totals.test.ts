import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from './run-tool.ts'
import { addTotals, formatTotals, readTotals } from './test-totals.ts'

const folder = mkdtempSync(join(tmpdir(), 'schulhof-totals-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reportOf = (report: unknown) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const vitestOf = (testResults: object[], [passed, failed, skipped]: [number, number, number]) =>
  reportOf({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: 0, testResults })
const vitest = (...counts: [number, number, number]) => vitestOf([], counts)
const playwright = (expected: number, unexpected: number, flaky: number) =>
  reportOf({ stats: { expected, unexpected, flaky, skipped: 1 } })

describe('the totals of npm test', () => {
  test('count what the tools report', () => {
    expect(readTotals('vitest', { file: vitest(5, 0, 2), isFine: true })).toMatchObject({
      passed: 5,
      failed: 0,
      skipped: 2,
    })
    expect(readTotals('vitest', { file: vitest(5, 3, 0), isFine: false })).toMatchObject({
      passed: 5,
      failed: 3,
      skipped: 0,
    })
  })

  test('a journey may pass at its second try', () => {
    const file = playwright(4, 1, 1)
    expect(readTotals('playwright', { file, isFine: false })).toMatchObject({ passed: 5, failed: 1, skipped: 1 })
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
    const { failures } = readTotals('vitest', { file, isFine: false })
    expect(failures).toEqual([
      'contract/days.test.ts › days end at midnight\nexpected 1 to be 2\n  at there',
      'contract/weeks.test.ts\nno such module',
    ])
  })

  test.each([
    { what: 'that broke after its tests passed', file: () => vitest(5, 0, 0), isFine: false, passed: 5 },
    { what: 'that found no test', file: () => vitest(0, 0, 0), isFine: true, passed: 0 },
    { what: 'that wrote no report', file: () => join(folder, 'missing.json'), isFine: true, passed: 0 },
    { what: 'that wrote something else', file: () => reportOf({ stats: {} }), isFine: true, passed: 0 },
  ])('a tool $what has failed', ({ file, isFine, passed }) => {
    expect(readTotals('vitest', { file: file(), isFine })).toEqual({
      passed,
      failed: 1,
      skipped: 0,
      failures: ['vitest broke beside its tests: its output above says why'],
    })
  })

  test('add up to one line, after what failed', () => {
    const sum = addTotals([
      { passed: 1, failed: 0, skipped: 2, failures: [] },
      { passed: 3, failed: 1, skipped: 0, failures: ['layers'] },
    ])
    expect(formatTotals(sum)).toBe('✗ layers\n\n4 passed, 1 failed, 2 skipped')
  })
})
