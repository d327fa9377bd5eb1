import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmployeeFile,
  type EmployeeFinding,
  employeeImportEndpoints as endpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { startFilledDemo } from '#server/test/filled-demo.ts'

const SAMPLE = 'docs/beispiele/kollegium.csv'

let demo: Awaited<ReturnType<typeof startFilledDemo>>
beforeAll(async () => {
  demo = await startFilledDemo('2026-11-20')
  demo.app.setNow(new Date('2026-11-20T09:00:00Z'))
})
afterAll(() => demo.stop())

test('the sample of the handbook is imported into the demo, each row without a fault', async () => {
  const [{ id } = { id: 0 }] = await demo.rowsOf<{ id: number }>(
    "select id from app_user where email = 'leitung.fsw@example.org'",
  )
  const head = await demo.app.signedIn(id)
  const sent = await head.call(endpoints.read, {
    query: { filename: 'kollegium.csv' },
    body: readFileSync(SAMPLE),
    headers: { 'content-type': 'application/octet-stream' },
  })
  const { mapping, rows } = sent.json() as EmployeeFile
  expect(mapping).not.toContain(null)
  const lines = rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(mapping.flatMap((key, column) => (key ? [[key, cells[column] ?? '']] : []))),
  }))
  const findings = (await head.call(endpoints.check, { body: { rows: lines } })).json() as EmployeeFinding[]
  expect(findings.map(({ errors }) => errors)).toEqual(lines.map(() => ({})))
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const added = await head.call(endpoints.add, { body: { rows: lines }, headers })
  expect(added.statusCode, added.body).toBe(201)
})
