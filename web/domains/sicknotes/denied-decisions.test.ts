import { expect, it } from 'vitest'
import { deniedDecisions } from './denied-decisions.ts'

const FREE = [{ date_start: '2026-12-23', date_end: '2027-01-02' }]
const denied = (dateEnd: string, isManager: boolean, partial = false) =>
  deniedDecisions({ dateStart: '2026-11-20', dateEnd, partial }, { isManager, freeDays: FREE }).denied.join(' ')

it.each([
  ['2026-11-24', false, ''],
  ['2026-11-25', false, 'granted refused'],
  ['2026-11-25', true, ''],
  ['2026-12-17', true, ''],
  ['2026-12-18', true, 'granted'],
  ['bald', false, ''],
])('a leave from 20.11. to %s (head: %s) denies %j', (dateEnd, isManager, decisions) => {
  expect(denied(dateEnd, isManager)).toBe(decisions)
  expect(denied(dateEnd, isManager, true)).toBe('')
})
