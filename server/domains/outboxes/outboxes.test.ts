import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { requeueMail } from '#server/mail/outbox.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let head: TestVisitor
let neighbour: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  const schools = [fsw, await makeSchool(app, 'fow')]
  const heads = await Promise.all(schools.map((id) => makeUser(app, { role: 'schooladmin', schools: [id] })))
  ;[head, neighbour] = (await Promise.all(heads.map(({ id }) => app.signedIn(id)))) as [TestVisitor, TestVisitor]
})
beforeEach(() => app.setNow(TEST_NOW))
afterEach(async () => {
  app.platform.hasMailServer = true
  post.server.state.mood = 'accept'
  await app.database.owner.query('delete from graphile_worker._private_jobs')
  await app.database.owner.query('truncate mail_log, account_mail')
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

let families = 0
const applyTimes = async (times: number) => {
  for (let time = 0; time < times; time++) {
    families += 1
    await apply(app, app.visitor(), { answers: { 'contacts.0.mail': `familie${families}@example.org` } })
  }
}
const outboxOf = async (visitor: TestVisitor) => (await visitor.call(outboxEndpoints.get)).json()
/** Makes every mail of this outbox older by this many minutes. */
const age = (table: 'mail_log' | 'account_mail', minutes: number) => {
  const moment = sql<string>`now() - make_interval(secs => ${minutes * 60})`
  return insideSchool(app, fsw, (tx) => tx.updateTable(table).set({ created_at: moment, updated_at: moment }).execute())
}
const WELL = { trouble: null, waiting: 0, since: null }

test('a school whose mails leave has nothing to report', async () => {
  expect(await outboxOf(head)).toEqual(WELL)
  await applyTimes(1)
  expect(await outboxOf(head)).toEqual({ trouble: null, waiting: 1, since: expect.any(String) })
  await post.runDue()
  expect(await outboxOf(head)).toEqual(WELL)
})

test('without a mail server this is said, whether or not a mail waits', async () => {
  app.platform.hasMailServer = false
  expect(await outboxOf(head)).toEqual({ ...WELL, trouble: 'no_server' })
  await applyTimes(2)
  expect(await outboxOf(head)).toMatchObject({ trouble: 'no_server', waiting: 2 })
})

describe('a mail server that takes no mail', () => {
  test('is reported after three mails, at the school they are of, until it is mended', async () => {
    post.server.state.mood = 'busy'
    await applyTimes(2)
    await post.runDue()
    expect(await outboxOf(head)).toMatchObject({ trouble: null, waiting: 2 })
    await applyTimes(1)
    await post.runDue()
    expect(await outboxOf(head)).toMatchObject({ trouble: 'stuck', waiting: 3 })
    expect(await outboxOf(neighbour)).toEqual(WELL)
    post.server.state.mood = 'accept'
    await post.runAll()
    expect(await outboxOf(head)).toEqual(WELL)
  })

  test('is reported when one mail waits for more than a quarter of an hour, by whatever reason', async () => {
    await applyTimes(1)
    await age('mail_log', 14.9)
    expect(await outboxOf(head)).toMatchObject({ trouble: null, waiting: 1 })
    await age('mail_log', 15.1)
    const { trouble, since } = await outboxOf(head)
    expect(trouble).toBe('stuck')
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(15 * 60_000)
    await post.runDue()
    expect(await outboxOf(head)).toEqual(WELL)
  })

  test('is reported by an invitation as well, to the school of that account alone', async () => {
    const form = { name: 'Ines Neu', email: 'neu@example.org', roles: ['viewer'] as ['viewer'] }
    expect((await head.call(userEndpoints.add, { body: form })).statusCode).toBe(201)
    await age('account_mail', 16)
    expect(await outboxOf(head)).toMatchObject({ trouble: 'stuck', waiting: 1 })
    expect(await outboxOf(neighbour)).toEqual(WELL)
  })
})

test('mails that wait although a later one has left are a matter of their recipients', async () => {
  post.server.state.mood = 'busy'
  await applyTimes(3)
  await post.runDue()
  expect(await outboxOf(head)).toMatchObject({ trouble: 'stuck' })
  post.server.state.mood = 'accept'
  await applyTimes(1)
  await post.runDue()
  expect(await outboxOf(head)).toMatchObject({ trouble: null, waiting: 3 })
})

test('a mail refused for good waits no longer, and one that is sent again waits from then on', async () => {
  post.server.state.mood = 'refuse'
  await applyTimes(1)
  await post.runDue()
  expect(await outboxOf(head)).toEqual(WELL)
  await age('mail_log', 60)
  await insideSchool(app, fsw, async (tx) => {
    const { id } = await tx.selectFrom('mail_log').select('id').executeTakeFirstOrThrow()
    await requeueMail(tx, fsw, id)
  })
  expect(await outboxOf(head)).toMatchObject({ trouble: null, waiting: 1 })
})
