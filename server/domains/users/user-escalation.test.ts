import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOGIN_WAYS } from '#contract/account/account.sessions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/error-reply.ts'
import type { Role } from '#contract/permissions.ts'
import type { LoginWays } from '#contract/users/login-ways.ts'
import { USER_TEXTS, userEndpoints as users } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { deniedBy } from '#server/test/log-rows.ts'
import { plantDemand, plantLink, plantProvider, plantWay } from '#server/test/login-demands.ts'
import { anotherHousehold } from '#server/test/password-links.ts'
import { storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { TEST_PASSWORD } from '#server/test/test-visitor.ts'

let app: TestApp
const schools = { fsw: 0, fow: 0 }
type Short = keyof typeof schools

const ACTORS = {
  admin: { role: 'admin', schools: ['fsw'] },
  head: { role: 'schooladmin', schools: ['fsw'] },
  'head of both': { role: 'schooladmin', schools: ['fsw', 'fow'] },
  'head without sensitive': { role: 'schooladmin', schools: ['fsw'], may_view_sensitive: false },
  secretary: { role: 'schooladmin', schools: ['fsw'], may_manage_users: false, may_view_sensitive: false },
  teacher: { role: 'teacher_level_1', schools: ['fsw'] },
  viewer: { role: 'viewer', schools: ['fsw'] },
  nobody: { role: null, schools: ['fsw'] },
} as const
type Actor = keyof typeof ACTORS

const TARGETS = {
  'a teacher here': { role: 'teacher_level_1', schools: ['fsw'] },
  'someone without role here': { role: null, schools: ['fsw'] },
  'a head here': { role: 'schooladmin', schools: ['fsw'] },
  'a secretary here': { role: 'schooladmin', schools: ['fsw'], may_manage_users: false, may_view_sensitive: false },
  'an admin here': { role: 'admin', schools: ['fsw'] },
  'a teacher of both': { role: 'teacher_level_1', schools: ['fsw', 'fow'] },
  'a teacher there': { role: 'teacher_level_1', schools: ['fow'] },
  'an admin there': { role: 'admin', schools: ['fow'] },
  'someone without school': { role: 'teacher_level_1', schools: [] },
} as const
type Target = keyof typeof TARGETS | 'oneself'

interface Description {
  role: Role | null
  schools: readonly Short[]
  may_manage_users?: boolean
  may_view_sensitive?: boolean
}
const make = ({ schools: shorts, ...rest }: Description) =>
  makeUser(app, { ...rest, schools: shorts.map((short) => schools[short]) })

beforeAll(async () => {
  app = await startTestApp()
  schools.fsw = await makeSchool(app, 'fsw')
  schools.fow = await makeSchool(app, 'fow')
  // Never removes the last admin.
  await make({ role: 'admin', schools: ['fow'] })
})
afterAll(() => app.stop())

const WRITES = {
  rename: [users.change, { name: 'Neuer Name' }],
  move: [users.change, { email: 'neu@example.org' }],
  'make admin': [users.change, { roles: ['admin'] }],
  'make head': [users.change, { roles: ['schooladmin'] }],
  'make viewer': [users.change, { roles: ['viewer'] }],
  'take the role': [users.change, { roles: [] }],
  'give sensitive': [users.change, { roles: ['schooladmin'], may_view_sensitive: true }],
  'give users': [users.change, { roles: ['schooladmin'], may_manage_users: true }],
  'right without role': [users.change, { roles: ['viewer'], may_view_sensitive: true }],
  delete: [users.remove, undefined],
  detach: [users.detach, undefined],
  'end sessions': [users.endSessions, undefined],
  'reset second factor': [users.resetTwoFactor, undefined],
} as const satisfies Record<string, readonly [Endpoint, unknown]>
type Write = keyof typeof WRITES

const ok = 200
const ALL: readonly Write[] = Object.keys(WRITES) as Write[]
const each = (status: number, writes: readonly Write[] = ALL) =>
  Object.fromEntries(writes.map((write) => [write, status])) as Record<Write, number>

/** The reviewed answers of domain §4: who may do what to whom. */
const TABLE: [Actor, Target, Partial<Record<Write, number>>][] = [
  ['admin', 'a teacher here', { ...each(ok), 'right without role': 422 }],
  ['admin', 'a head here', { ...each(ok), 'right without role': 422 }],
  ['admin', 'an admin here', { ...each(ok), 'right without role': 422 }],
  ['admin', 'an admin there', { ...each(ok), 'right without role': 422, detach: 422 }],
  ['admin', 'a teacher there', { ...each(ok), 'right without role': 422, detach: 422 }],
  ['admin', 'a teacher of both', { ...each(ok), 'right without role': 422 }],
  ['admin', 'someone without school', { ...each(ok), 'right without role': 422, detach: 422 }],
  ['admin', 'oneself', { ...each(422), rename: ok, move: ok, 'make admin': ok, 'end sessions': ok }],
  ['head', 'a teacher here', { ...each(ok), 'make admin': 422, 'right without role': 422 }],
  ['head', 'someone without role here', { ...each(ok), 'make admin': 422, 'right without role': 422 }],
  ['head', 'a head here', { ...each(ok), 'make admin': 422, 'right without role': 422 }],
  ['head', 'a secretary here', { ...each(ok), 'make admin': 422, 'right without role': 422 }],
  ['head', 'an admin here', each(403)],
  ['head', 'a teacher of both', { ...each(422), detach: ok }],
  ['head', 'a teacher there', each(404)],
  ['head', 'an admin there', each(404)],
  ['head', 'someone without school', each(404)],
  [
    'head',
    'oneself',
    { ...each(422), rename: ok, move: ok, 'make head': ok, 'give sensitive': ok, 'give users': ok, 'end sessions': ok },
  ],
  ['head of both', 'a teacher of both', { ...each(ok), 'make admin': 422, 'right without role': 422 }],
  ['head of both', 'a teacher there', { ...each(ok), 'make admin': 422, 'right without role': 422, detach: 422 }],
  ['head of both', 'an admin there', each(403)],
  [
    'head without sensitive',
    'a head here',
    // Whoever reads the mail or takes over the second factor of an account can become that account.
    { ...each(ok), move: 422, 'make admin': 422, 'right without role': 422, 'reset second factor': 403 },
  ],
  [
    'head without sensitive',
    'a teacher here',
    { ...each(ok), 'make admin': 422, 'give sensitive': 422, 'right without role': 422 },
  ],
  ['secretary', 'a teacher here', each(403)],
  ['secretary', 'oneself', each(403)],
  ['teacher', 'a teacher here', each(403)],
  ['teacher', 'oneself', each(403)],
  ['viewer', 'oneself', each(403)],
  ['nobody', 'oneself', each(403)],
]
const CASES = TABLE.flatMap(([actor, target, answers]) =>
  ALL.map((write) => ({ actor, target, write, status: answers[write] ?? 0 })),
)

/** Refusals that are logged, by reason; the others are mistakes, such as deleting oneself. */
const NOTED_TEXTS: readonly string[] = [
  USER_TEXTS.ownRole,
  USER_TEXTS.roleTooHigh,
  USER_TEXTS.rightTooHigh,
  USER_TEXTS.accountTooHigh,
  USER_TEXTS.otherSchools,
]

const isNoted = (reply: { statusCode: number; json(): ErrorReply }) => {
  const { message, errors = {} } = reply.json()
  const texts = [message, ...Object.values(errors).flat()]
  return [403, 404].includes(reply.statusCode) || texts.some((text) => NOTED_TEXTS.includes(text))
}

/** No way to sign in gives more than another. */
const CASES_BY_WAY = LOGIN_WAYS.flatMap((way) => CASES.map((one) => ({ ...one, way })))

let moved = 0
describe.each(CASES_BY_WAY)('$actor by $way: $write of $target', ({ way, actor, target, write, status }) => {
  test(`answers ${status}${status === ok ? '' : ' and changes nothing'}`, async () => {
    const { id: actorId } = await make(ACTORS[actor])
    const id = target === 'oneself' ? actorId : (await make(TARGETS[target])).id
    await app.database.owner.query(
      `update app_user set two_factor_secret = 'x', two_factor_enabled_at = now() where id = $1`,
      [id],
    )
    const browser = await app.signedIn(actorId, anotherHousehold())
    await app.database.owner.query('update session set way = $2, has_second_factor = $3 where user_id = $1', [
      actorId,
      way,
      way !== 'password',
    ])
    const [endpoint, body] = WRITES[write]
    moved += 1
    const before = await storedAccount(app, id)
    const proof = target === 'oneself' ? { current_password: TEST_PASSWORD } : {}
    const sent = write === 'move' ? { email: `neu${moved}@example.org`, ...proof } : body
    const reply = await browser.call(endpoint, { params: { id }, body: sent })
    expect(reply.statusCode, reply.body).toBe(status)
    expect((await deniedBy(app, schools.fsw, actorId)).length, 'rows in the log').toBe(isNoted(reply) ? 1 : 0)
    const after = await storedAccount(app, id)
    if (status === ok) expect(after.role === 'admin' && actor !== 'admin').toBe(false)
    else expect(after).toEqual(before)
  })
})

describe.each(LOGIN_WAYS)('rules for signing in, by %s', (way) => {
  test.each(Object.keys(ACTORS) as Actor[])('%s', async (actor) => {
    const { id } = await make(ACTORS[actor])
    const browser = await app.signedIn(id, anotherHousehold())
    await plantWay(app, id, { way })
    const mayManage = !['secretary', 'teacher', 'viewer', 'nobody'].includes(actor)
    const set = (body: LoginWays) => browser.call(users.setLoginWays, { body })
    const demanded = await set({ ways: 'no_password', provider_id: null, emergency_user_id: null })
    expect(demanded.statusCode, demanded.body).toBe(mayManage ? (way === 'password' ? 422 : ok) : 403)
    // Nobody names somebody else's school, whose demand stays as it is.
    const { rows } = await app.database.owner.query('select school_id::int from login_demand')
    expect(rows).toEqual(mayManage && way !== 'password' ? [{ school_id: schools.fsw }] : [])
    await app.database.owner.query('delete from login_demand')
  })
})

test('a link to a provider of one school gives no right in another, whatever the provider says', async () => {
  const here = await plantProvider(app, 'Nur fsw', [schools.fsw])
  const { id } = await make({ role: 'schooladmin', schools: ['fsw', 'fow'] })
  const there = await make({ role: 'teacher_level_1', schools: ['fow'] })
  const browser = await app.signedIn(id, anotherHousehold())
  await plantWay(app, id, { way: 'provider', identityId: await plantLink(app, id, here), hasProvedTwo: true })
  const rename = () => browser.call(users.change, { params: { id: there.id }, body: { name: `Name ${Math.random()}` } })
  expect((await rename()).statusCode).toBe(200)
  const thereProvider = await plantProvider(app, 'Nur fow', [schools.fow])
  await plantDemand(app, schools.fow, { ways: 'provider', provider_id: thereProvider })
  expect((await rename()).statusCode).toBe(404)
  await plantDemand(app, schools.fow, { ways: 'all' })
})

describe('the last admin', () => {
  test('cannot go, lose the role or be taken away by two at once (security case 7)', async () => {
    await app.database.owner.query(`update app_user set role = 'viewer' where role = 'admin'`)
    const one = await make({ role: 'admin', schools: ['fsw'] })
    const alone = await app.signedIn(one.id)
    const before = await storedAccount(app, one.id)
    const refused = [
      await alone.call(users.remove, { params: { id: one.id } }),
      await alone.call(users.change, { params: { id: one.id }, body: { roles: ['schooladmin'] } }),
      await alone.call(users.change, { params: { id: one.id }, body: { roles: [] } }),
    ]
    for (const reply of refused) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json().message).toBe(USER_TEXTS.lastAdmin)
    }
    expect(await storedAccount(app, one.id)).toEqual(before)

    for (let round = 0; round < 5; round++) {
      const two = await make({ role: 'admin', schools: ['fsw'] })
      const { rows } = await app.database.owner.query(
        `select id::int from app_user where role = 'admin' and id <> $1 and deactivated_at is null`,
        [two.id],
      )
      const other = rows[0].id as number
      const [a, b] = [await app.signedIn(other), await app.signedIn(two.id)]
      const replies = await Promise.all([
        a.call(users.change, { params: { id: two.id }, body: { roles: ['viewer'] } }),
        b.call(users.remove, { params: { id: other } }),
      ])
      // The second one is no longer an admin, or would remove the last admin.
      const statuses = replies.map(({ statusCode }) => statusCode).sort()
      expect(statuses[0], String(statuses)).toBe(200)
      expect([401, 403, 422]).toContain(statuses[1])
      const left = await app.database.owner.query(
        `select count(*)::int as n from app_user where role = 'admin' and deactivated_at is null`,
      )
      expect(left.rows[0].n).toBe(1)
    }
  })
})

test('what a body says beside the form is not looked at (security cases 7, 10)', async () => {
  const head = await make(ACTORS.head)
  const teacher = await make(TARGETS['a teacher here'])
  const browser = await app.signedIn(head.id)
  const before = await storedAccount(app, teacher.id)
  const smuggled = {
    id: head.id,
    role: 'admin',
    isAdmin: true,
    isSchoolAdmin: true,
    permissions: ['debug view'],
    school_id: schools.fow,
    schools: [schools.fow],
    home_school_id: schools.fow,
    password_hash: 'x',
    deactivated_at: '2020-01-01',
    created_at: '2020-01-01',
    two_factor_enabled_at: null,
  }
  const headers = { 'content-type': 'application/json' }
  for (const id of [teacher.id, head.id]) {
    const plain = await browser.call(users.change, { params: { id }, body: smuggled })
    expect(plain.statusCode, plain.body).toBe(200)
    for (const poison of ['"__proto__":{"roles":["admin"]}', '"constructor":{"prototype":{"polluted":true}}']) {
      const reply = await browser.inject('PUT', `/api/admin/user/${id}`, { body: `{${poison}}`, headers })
      expect(reply.statusCode, reply.body).toBe(400)
    }
  }
  expect(await storedAccount(app, teacher.id)).toEqual(before)
  expect((await storedAccount(app, head.id)).role).toBe('schooladmin')
  const added = await browser.call(users.add, {
    body: { name: 'Mit Beigaben', email: 'beigaben@example.org', ...smuggled },
  })
  expect(added.statusCode, added.body).toBe(201)
  expect(added.json().id).not.toBe(head.id)
  expect(await storedAccount(app, added.json().id)).toMatchObject({
    role: null,
    password_hash: null,
    deactivated_at: null,
    version: 1,
    schools: [schools.fsw],
  })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
