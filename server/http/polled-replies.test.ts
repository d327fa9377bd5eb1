import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let pupil: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  pupil = await makePupil(app, fsw, { grade: 1, schoolclass: 'a' })
})
afterAll(() => app.stop())

const signIn = async (role: 'schooladmin' | 'viewer' = 'schooladmin') =>
  app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
const poll = (browser: TestVisitor, tag?: string) =>
  browser.call(sicknoteEndpoints.list, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
const later = (seconds: number) => app.setNow(new Date(app.platform.now().getTime() + seconds * 1000))

/** Writes a row outside any request, like another process. */
const writeBeside = () =>
  insideSchool(app, fsw, (tx) =>
    tx
      .insertInto('pupil_sicknote')
      .values({ school_id: fsw, pupil_id: pupil, date_start: '2026-11-20', date_end: '2026-11-20', source: 'staff' })
      .execute(),
  )
const removeBeside = () => insideSchool(app, fsw, (tx) => tx.deleteFrom('pupil_sicknote').execute())

test('a browser that has the answer gets 304, for five seconds without a query to the database', async () => {
  const browser = await signIn()
  const first = await poll(browser)
  const tag = String(first.headers.etag)
  expect([first.statusCode, first.json()]).toEqual([200, []])
  expect(first.headers['cache-control']).toBe('no-store')
  const again = await poll(browser, tag)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  await writeBeside()
  later(4.9)
  expect((await poll(browser, tag)).statusCode).toBe(304)
  later(0.1)
  const changed = await poll(browser, tag)
  expect([changed.statusCode, (changed.json() as unknown[]).length]).toEqual([200, 1])
  await removeBeside()
})

test('without the tag, or with another, the answer comes whole', async () => {
  const browser = await signIn()
  await poll(browser)
  expect((await poll(browser)).statusCode).toBe(200)
  expect((await poll(browser, '"another"')).statusCode).toBe(200)
})

test('whatever is written by a request ends it at once', async () => {
  const [browser, colleague] = [await signIn(), await signIn()]
  const tag = String((await poll(browser)).headers.etag)
  expect((await poll(browser, tag)).statusCode).toBe(304)
  const body = { pupil_ids: [pupil], dateStart: '2026-11-20' }
  expect((await colleague.call(sicknoteChangeEndpoints.add, { body })).statusCode).toBe(201)
  expect((await poll(browser, tag)).statusCode).toBe(200)
  await removeBeside()
})

test('another session, school or query is unknown', async () => {
  const [head, viewer] = [await signIn(), await signIn('viewer')]
  await writeBeside()
  const tag = String((await poll(head)).headers.etag)
  expect((await poll(viewer, tag)).statusCode).toBe(200)
  expect((await app.visitor().call(sicknoteEndpoints.list, { headers: { 'if-none-match': tag } })).statusCode).toBe(401)
  const elsewhere = { 'if-none-match': tag, 'x-school': String(fsw + 1) }
  expect((await head.call(sicknoteEndpoints.list, { headers: elsewhere })).statusCode).toBe(409)
  const from = await head.call(sicknoteEndpoints.list, {
    query: { from: '2026-12-01' },
    headers: { 'if-none-match': tag },
  })
  expect([from.statusCode, from.json()]).toEqual([200, []])
  await removeBeside()
})

test('a user who has signed out gets 401 at once', async () => {
  const browser = await signIn()
  const tag = String((await poll(browser)).headers.etag)
  const session = String(browser.cookies.get('session'))
  await browser.call(accountEndpoints.logout)
  browser.cookies.set('session', session)
  expect((await poll(browser, tag)).statusCode).toBe(401)
})

test('midnight in Berlin ends the answers of the day', async () => {
  app.setNow(new Date('2026-11-20T23:59:59+01:00'))
  const browser = await signIn()
  await writeBeside()
  const tag = String((await poll(browser)).headers.etag)
  app.setNow(new Date('2026-11-21T00:00:05+01:00'))
  const next = await poll(browser, tag)
  expect([next.statusCode, next.json()]).toEqual([200, []])
  app.setNow(TEST_NOW)
  await removeBeside()
})
