import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { fill, REGULAR } from '#contract/registrations/registrations.sample.test-data.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let second: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  second = await makeSchool(app, 'fsw', { short: 'fzw' })
})
afterAll(() => app.stop())

const enter = async (browser: TestVisitor, { key, lastname }: { key: string; lastname: string }) => {
  const { schoolyears } = (await browser.call(registrationEndpoints.formOptions)).json()
  const answers = {
    school_year_id: schoolyears.at(-1).id,
    'meta.child_lastname': lastname,
    'meta.child_birthdate': '2021-03-31',
  }
  const body = { ...fill(REGULAR, answers), send_optin: false }
  return browser.call(registrationEndpoints.add, { body, headers: { 'idempotency-key': key } })
}

test('a repeated call with a key gets the first answer, and another body with it is refused', async () => {
  const browser = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const first = await enter(browser, { key: 'k1', lastname: 'Eins' })
  expect(first.statusCode).toBe(201)
  expect((await enter(browser, { key: 'k1', lastname: 'Eins' })).body).toBe(first.body)
  const other = await enter(browser, { key: 'k1', lastname: 'Zwei' })
  expect([other.statusCode, other.json().message]).toEqual([409, ERROR_TEXTS.otherBody])
})

test('neither another session nor another school answers with it', async () => {
  const browser = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw, second] })).id)
  const colleague = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const first = (await enter(browser, { key: 'k2', lastname: 'Drei' })).json()
  expect((await enter(colleague, { key: 'k2', lastname: 'Vier' })).json().number).not.toBe(first.number)
  await browser.call(accountEndpoints.changeSchool, { body: { school_id: second } })
  const elsewhere = await enter(browser, { key: 'k2', lastname: 'Drei' })
  expect(elsewhere.statusCode).toBe(201)
  expect(elsewhere.json().number).toMatch(/^FZW-/)
})

test('the stored answer is encrypted', async () => {
  const browser = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const first = await enter(browser, { key: 'k3', lastname: 'Fünf' })
  expect(first.json().number).toMatch(/^FSW-/)
  expect((await enter(browser, { key: 'k3', lastname: 'Fünf' })).body).toBe(first.body)
  const { rows } = await app.database.owner.query('select reply::text from idempotency')
  expect(rows.length).toBeGreaterThan(0)
  for (const { reply } of rows) expect(reply).toMatch(/^"[\w-]+"$/)
})

test('answers stored before the update are returned unchanged', async () => {
  const browser = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const first = await enter(browser, { key: 'k4', lastname: 'Sechs' })
  await app.database.owner.query(
    'update idempotency set reply = $1 where created_at = (select max(created_at) from idempotency)',
    [first.json()],
  )
  expect((await enter(browser, { key: 'k4', lastname: 'Sechs' })).json()).toEqual(first.json())
})
