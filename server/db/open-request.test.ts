import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { inTransaction } from './database.ts'
import { hashToken } from './hash-token.ts'
import { bindSchool } from './school-transaction.ts'

// The viewer that PostgreSQL finds, and the user and school to which it binds the transaction.

let app: TestApp
let fsw = 0
let fow = 0
beforeAll(async () => {
  app = await startTestApp()
  ;[fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
})
afterAll(() => app.stop())

const owner = (text: string, values: unknown[]) => app.database.owner.query(text, values)

async function openSession(role: Role | null, schools = [fsw, fow]) {
  const { id } = await makeUser(app, { role, schools })
  const token = randomBytes(24).toString('base64url')
  await owner(`select start_session($1, $2, false, now() + interval '1 hour')`, [hashToken(token), id])
  return { id, token }
}

const BOUND = sql<{ user: string; school: string; request: string; ip: string }>`select
  current_setting('app.user_id', true) as user, current_setting('app.school_id', true) as school,
  current_setting('app.request_id', true) as request, current_setting('app.ip_trunc', true) as ip`

/** The transaction was bound to a school before: nothing of that may remain. */
const open = (token: string) =>
  inTransaction(app.database.pool, async (tx) => {
    await bindSchool(tx, fow)
    const answered = await sql<{ user_id: number; school_id: number | null; lacks_two_factor: boolean }>`
      select * from open_request(${hashToken(token)}, 'request 7', '10.0.0.0/24')`.execute(tx)
    const bound = await BOUND.execute(tx)
    const seen = await tx.selectFrom('schoolyear').select('school_id').distinct().execute()
    return { viewers: answered.rows, bound: bound.rows[0], schools: seen.map(({ school_id }) => school_id) }
  })

test('binds to the user and the active school, and sees that one alone', async () => {
  const { id, token } = await openSession('viewer')
  const { viewers, bound, schools } = await open(token)
  expect(viewers).toMatchObject([{ user_id: id, school_id: fsw, lacks_two_factor: false }])
  expect(bound).toEqual({ user: String(id), school: String(fsw), request: 'request 7', ip: '10.0.0.0/24' })
  expect(schools).toEqual([fsw])
})

test.each([
  ['an ended session', 'delete from session where user_id = $1'],
  ['one that is over', `update session set expires_at = now() - interval '1 second' where user_id = $1`],
  ['a switched-off account', 'update app_user set deactivated_at = now() where id = $1'],
])('%s binds to nobody, sees no school and is still told apart in the log', async (_, change) => {
  const { id, token } = await openSession('admin')
  await owner(change, [id])
  const { viewers, bound, schools } = await open(token)
  expect([viewers, schools]).toEqual([[], []])
  expect(bound).toEqual({ user: '', school: '', request: 'request 7', ip: '10.0.0.0/24' })
})

test('a school the account is no longer attached to is not the active one', async () => {
  const { id, token } = await openSession('schooladmin')
  await owner('delete from user_school where user_id = $1 and school_id = $2', [id, fsw])
  const { viewers, bound, schools } = await open(token)
  expect(viewers).toMatchObject([{ user_id: id, school_id: null }])
  expect([bound?.school, schools]).toEqual(['', []])
})

interface FactorCase {
  role: Role
  rule: 'active' | 'other'
  lacks: boolean
  attached?: 'active'
  hasFactor?: true
}

test.each<FactorCase>([
  { role: 'schooladmin', rule: 'active', lacks: true },
  { role: 'schooladmin', rule: 'other', lacks: false },
  { role: 'schooladmin', rule: 'active', hasFactor: true, lacks: false },
  { role: 'admin', rule: 'active', lacks: true },
  { role: 'admin', rule: 'other', lacks: true },
  { role: 'admin', rule: 'other', attached: 'active', lacks: false },
  { role: 'admin', rule: 'other', hasFactor: true, lacks: false },
  { role: 'viewer', rule: 'active', lacks: false },
])('a second factor: %j', async ({ role, rule, lacks, attached, hasFactor }) => {
  const { id, token } = await openSession(role, attached ? [fsw] : [fsw, fow])
  if (hasFactor) await owner('update app_user set two_factor_enabled_at = now() where id = $1', [id])
  const school_id = rule === 'active' ? fsw : fow
  const setting_value = JSON.stringify({ two_factor_for_heads: true })
  await insideSchool(app, school_id, (tx) =>
    tx.insertInto('school_setting').values({ school_id, key: 'LOGIN_RULES', setting_value }).execute(),
  )
  const { viewers, bound } = await open(token)
  await insideSchool(app, school_id, (tx) => tx.deleteFrom('school_setting').where('key', '=', 'LOGIN_RULES').execute())
  expect(viewers).toMatchObject([{ user_id: id, school_id: fsw, lacks_two_factor: lacks }])
  expect(bound?.school).toBe(String(fsw))
})
