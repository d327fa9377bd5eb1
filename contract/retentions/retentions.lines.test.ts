import { expect, test } from 'vitest'
import { RetentionSettings } from '#contract/schools/schools.settings.ts'
import { retentionLines } from './retentions.lines.ts'
import type { RetentionPeriods } from './retentions.rules.ts'

const PERIODS: RetentionPeriods = { ...RetentionSettings.parse({}), unverified_purge_days: 30 }
const allLines = (periods: RetentionPeriods) =>
  Object.values(retentionLines)
    .flatMap((lines) => lines(periods))
    .join('\n')

/** After this period somebody is asked, and nothing is deleted. */
const NOT_TOLD = ['waiting_ask_months']

const PERIOD_KEYS = Object.entries(PERIODS).flatMap(([key, value]) => (typeof value === 'number' ? [key] : []))

test.each(PERIOD_KEYS.filter((key) => !NOT_TOLD.includes(key)))(
  'people outside are told %s, so that no period is forgotten in the notices',
  (key) => {
    expect(allLines({ ...PERIODS, [key]: 57 })).toContain('57 ')
    expect(allLines({ ...PERIODS, [key]: 1 })).toMatch(/\b1 (Tag|Monat|Jahr)\b/)
  },
)

test('nothing else stands in their place', () => {
  expect(allLines(PERIODS)).not.toMatch(/undefined|NaN|\$/)
})
