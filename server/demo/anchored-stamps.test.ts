import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { DAY_MS } from '#contract/dates.ts'
import { parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import { updateMailState } from '#server/mail/mail-log.queries.ts'
import { readOutbox } from '#server/mail/outbox-state.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'
import { anchorStamps } from './anchored-stamps.queries.ts'

const SHIFT_MS = -100 * DAY_MS

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
})
afterAll(() => app.stop())

const anchor = (shiftMs: number) => anchorStamps(app.database.owner.options, shiftMs)
const daysAgo = (stamp?: string | Date | null) => Math.round((Date.now() - new Date(stamp ?? '').getTime()) / DAY_MS)

/** Somebody signs in and renews a parents' link; the answer is what the pages show, in days before the real clock. */
const live = async () => {
  const { id, email } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  const head = app.visitor()
  expect((await head.logIn(email, TEST_PASSWORD)).statusCode).toBe(200)
  const pupil = await makePupil(app, fsw, { grade: 1, schoolclass: 'a' })
  await head.call(parentLinkEndpoints.get, { params: { id: pupil } })
  // The session is alive by the real clock.
  expect((await head.call(accountEndpoints.basedata)).statusCode).toBe(200)
  const stampOf = async (query: string, key: number) =>
    (await app.database.owner.query<{ stamp: string }>(query, [key])).rows[0]?.stamp
  const log = await insideSchool(app, fsw, (tx) =>
    tx.selectFrom('user_log').select('created_at').where('user_id', '=', id).execute(),
  )
  expect(log.length).toBeGreaterThan(0)
  const stamps = [
    await stampOf('select last_login_at as stamp from app_user where id = $1', id),
    await stampOf('select created_at as stamp from pupil_link where pupil_id = $1', pupil),
    ...log.map(({ created_at }) => created_at),
  ]
  return stamps.map(daysAgo)
}

test('what the database stamps shows the day of the demo, and only there', async () => {
  expect(new Set(await live())).toEqual(new Set([0]))
  await anchor(SHIFT_MS)
  expect(new Set(await live())).toEqual(new Set([100]))
  await anchor(0)
  expect(new Set(await live())).toEqual(new Set([0]))
})

test('a mail shows the day of the demo on which it was sent, and is not held up because its day is another', async () => {
  await anchor(SHIFT_MS)
  const mail = { recipient_masked: '***', recipient_hash: Buffer.alloc(0), related_type: 'pupil', related_id: 1 }
  await insideSchool(app, fsw, async (tx) => {
    const { id } = await tx
      .insertInto('mail_log')
      .values({ ...mail, school_id: fsw, template: 'any' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await readOutbox(tx, { hasMailServer: true })).trouble).toBeNull()
    await updateMailState(tx, id, { state: 'sent' })
    const { sent_at } = await tx.selectFrom('mail_log').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(daysAgo(sent_at)).toBe(100)
  })
})

test('a time that the program writes is left as it is', async () => {
  await anchor(SHIFT_MS)
  const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  await app.database.owner.query(`update app_user set last_login_at = '2026-11-20T08:00:00Z' where id = $1`, [id])
  const { rows } = await app.database.owner.query('select last_login_at from app_user where id = $1', [id])
  expect(new Date(rows[0].last_login_at).toISOString()).toBe('2026-11-20T08:00:00.000Z')
})
