import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addTotals, formatTotals, readTotals } from './test-totals.ts'

const folder = mkdtempSync(join(tmpdir(), 'schulhof-totals-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reportOf = (report: unknown) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const vitest = (passed: number, failed: number, skipped: number) =>
  reportOf({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: 0 })
const playwright = (expected: number, unexpected: number, flaky: number) =>
  reportOf({ stats: { expected, unexpected, flaky, skipped: 1 } })

describe('the totals of npm test', () => {
  test('count what the tools report', () => {
    expect(readTotals('vitest', { file: vitest(5, 0, 2), isFine: true })).toEqual({ passed: 5, failed: 0, skipped: 2 })
    expect(readTotals('vitest', { file: vitest(5, 3, 0), isFine: false })).toEqual({ passed: 5, failed: 3, skipped: 0 })
  })

  test('a journey may pass at its second try', () => {
    const file = playwright(4, 1, 1)
    expect(readTotals('playwright', { file, isFine: false })).toEqual({ passed: 5, failed: 1, skipped: 1 })
  })

  test.each([
    { what: 'that broke after its tests passed', file: () => vitest(5, 0, 0), isFine: false, passed: 5 },
    { what: 'that found no test', file: () => vitest(0, 0, 0), isFine: true, passed: 0 },
    { what: 'that wrote no report', file: () => join(folder, 'missing.json'), isFine: true, passed: 0 },
    { what: 'that wrote something else', file: () => reportOf({ stats: {} }), isFine: true, passed: 0 },
  ])('a tool $what has failed', ({ file, isFine, passed }) => {
    expect(readTotals('vitest', { file: file(), isFine })).toEqual({ passed, failed: 1, skipped: 0 })
  })

  test('add up to one line', () => {
    const sum = addTotals([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ])
    expect(formatTotals(sum)).toBe('4 passed, 1 failed, 2 skipped')
  })
})
