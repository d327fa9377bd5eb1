import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { USER_TEXTS, userEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

let count = 0
const addUser = async () => {
  count += 1
  const body = { name: `Frau Neu ${count}`, email: `neu${count}@example.org` }
  return (await head.call(userEndpoints.add, { body })).json().id as number
}
const invite = (id: number) => head.call(userEndpoints.invite, { params: { id } })
/** Makes every limit behave as if this many seconds had passed. */
const pass = (seconds: number) =>
  app.database.owner.query('update rate_limit set expire = expire - $1', [seconds * 1000])

describe('inviting again', () => {
  test('queues one more mail and makes the former link void', async () => {
    const id = await addUser()
    await app.database.owner.query(
      `select put_password_link($1::int8, sha256($1::text::bytea), 'invitation', now() + interval '1 hour')`,
      [id],
    )
    const reply = await invite(id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await storedAccount(app, id)).toMatchObject({ links: 0, mails: ['invitation', 'invitation'] })
  })

  test('says when the time of the link begins, also while no mail server sends', async () => {
    const [id, other] = [await addUser(), await addUser()]
    expect((await invite(id)).json().message).toMatch(
      /^Eine neue Einladung geht an neu\d+@example\.org\. Der Link gilt ab dem Versand 60 Minuten\.$/,
    )
    app.platform.hasMailServer = false
    const waiting = (await invite(other)).json().message
    app.platform.hasMailServer = true
    expect(waiting).toMatch(
      /wartet, bis ein Mailserver eingerichtet ist\. Die 60 Minuten des Links beginnen erst mit dem Versand\.$/,
    )
  })

  test('is possible once a minute; three invitations an hour go to an address, the first one counted', async () => {
    const [id, other] = [await addUser(), await addUser()]
    expect((await invite(id)).statusCode).toBe(200)
    await pass(58)
    const soon = await invite(id)
    expect([soon.statusCode, soon.json().message]).toEqual([429, USER_TEXTS.invitedJustNow])
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await invite(other)).statusCode).toBe(200)
    await pass(61)
    expect((await invite(id)).statusCode).toBe(200)
    await pass(61)
    const often = await invite(id)
    expect([often.statusCode, often.json().message]).toEqual([429, USER_TEXTS.mailedOften])
    await pass(60 * 60)
    expect((await invite(id)).statusCode).toBe(200)
    expect((await storedAccount(app, id)).mails).toHaveLength(4)
  })

  test('of two clicks at once one goes through', async () => {
    const id = await addUser()
    const replies = await Promise.all([invite(id), invite(id), invite(id)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429])
    expect((await storedAccount(app, id)).mails).toHaveLength(2)
  })

  test('is refused once a password is set, with the way to another link', async () => {
    const id = await addUser()
    await app.database.owner.query(`update app_user set password_hash = 'x' where id = $1`, [id])
    const reply = await invite(id)
    expect([reply.statusCode, reply.json().message]).toEqual([422, USER_TEXTS.hasPassword])
    expect((await storedAccount(app, id)).mails).toEqual(['invitation'])
  })
})
