import { expect, test } from 'vitest'
import { logSection } from './log-section.ts'
import type { LogRow } from './package-rows.queries.ts'

const row: LogRow = {
  created_at: '2026-11-20T07:40:00.000Z',
  user_id: null,
  role: null,
  action: 'password_link_made',
  entity_type: 'user',
  changed_fields: [],
  result: 'ok',
  ip_trunc: null,
  is_by_operator: false,
}

test.each([
  [{ is_by_operator: true }, 'Der Betreiber des Programms hat einen Link erzeugt'],
  [{}, 'Das Programm hat einen Link erzeugt'],
  [{ ip_trunc: '10.0.0.0/24' }, 'Jemand ohne Anmeldung, etwa die Familie, hat einen Link erzeugt'],
])('%j says who did it, without a name', (more, text) => {
  expect(JSON.stringify(logSection([{ ...row, ...more }], 7))).toContain(text)
})
