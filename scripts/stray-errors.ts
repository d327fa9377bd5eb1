import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import { z } from 'zod'

/** The file in which a run of Vitest leaves its stray errors for `npm test`. */
const { SCHULHOF_STRAY_ERRORS } = process.env

/**
 * Stray errors are those that belong to no test, such as a promise that fails after its test has ended. Vitest's JSON
 * report does not contain them, so this reporter keeps their stacks.
 */
export default class StrayErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    if (!SCHULHOF_STRAY_ERRORS || errors.length === 0) return
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    writeFileSync(SCHULHOF_STRAY_ERRORS, JSON.stringify(texts))
  }
}

/** The stacks of a run's stray errors. */
export const readStrayErrors = (file: string): string[] =>
  existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
