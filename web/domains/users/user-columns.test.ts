import { expect, test } from 'vitest'
import { invitationText } from './user-columns.tsx'

const now = new Date('2026-11-20T10:00:00Z')

test.each([
  ['none', null, undefined],
  ['queued', null, 'Einladung wartet auf Versand'],
  ['failed', null, 'Einladung nicht gesendet'],
  ['sent', '2026-11-20T10:42:10Z', 'Einladung läuft in 43 min ab'],
  ['sent', '2026-11-20T10:00:01Z', 'Einladung läuft in 1 min ab'],
  ['sent', '2026-11-20T10:00:00Z', 'Einladung abgelaufen'],
  ['expired', '2026-11-20T09:00:00Z', 'Einladung abgelaufen'],
] as const)('%s until %s reads %j', (state, expires_at, text) => {
  expect(invitationText({ state, expires_at }, now)?.text).toBe(text)
})
