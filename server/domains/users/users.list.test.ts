import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, ROLE_LABELS, ROLE_PERMISSIONS } from '#contract/permissions.ts'
import { isWithoutRole, type User, userEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

const listFor = async (browser: TestVisitor) => {
  const reply = await browser.call(userEndpoints.list)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().users as User[]
}
const sql = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)

describe('the list of users', () => {
  test('shows a head who shares a school and an admin everyone; whoever is deactivated to nobody', async () => {
    const head = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const here = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const both = await makeUser(app, { role: 'viewer', schools: [fow, fsw] })
    const there = await makeUser(app, { role: 'viewer', schools: [fow] })
    const nowhere = await makeUser(app, { role: null, schools: [] })
    const gone = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const admin = await makeUser(app, { role: 'admin', schools: [fow] })
    await sql('update app_user set deactivated_at = now() where id = $1', [gone.id])

    const seen = new Map((await listFor(await app.signedIn(head.id))).map((user) => [user.id, user]))
    expect([...seen.keys()].sort()).toEqual([head.id, here.id, both.id].sort())
    expect([head, here, both].map(({ id }) => seen.get(id)?.reach)).toEqual(['edit', 'edit', 'detach'])
    expect(seen.get(both.id)?.schools.map(({ short }) => short)).toEqual(['fow', 'fsw'])
    expect([head, here].map(({ id }) => seen.get(id)?.is_self)).toEqual([true, false])

    const all = (await listFor(await app.signedIn(admin.id))).map(({ id }) => id)
    for (const { id } of [head, here, both, there, nowhere, admin]) expect(all).toContain(id)
    expect(all).not.toContain(gone.id)
  })

  test('is sorted as a telephone book', async () => {
    const school = await makeSchool(app, 'fsw', { short: 'sorted' })
    const head = await makeUser(app, { role: 'schooladmin', schools: [school] })
    const names = ['Mueller Zoe', 'Mutig Anna', 'Müller Anton', 'Ärger Udo', 'Adler Ute', 'zander Max']
    for (const name of names) {
      const { id } = await makeUser(app, { role: 'viewer', schools: [school] })
      await sql('update app_user set name = $2 where id = $1', [id, name])
    }
    const users = await listFor(await app.signedIn(head.id))
    expect(users.filter(({ is_self }) => !is_self).map(({ name }) => name)).toEqual([
      'Adler Ute',
      'Ärger Udo',
      'Müller Anton',
      'Mueller Zoe',
      'Mutig Anna',
      'zander Max',
    ])
  })

  test('names the role in both spellings of the spec, and rights only where they count', async () => {
    const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
    const ids = {
      head: (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id,
      teacher: (await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id,
      nobody: (await makeUser(app, { role: null, schools: [fsw] })).id,
    }
    const users = await listFor(admin)
    const find = (id: number) => users.find((user) => user.id === id) as User
    expect(find(ids.head)).toMatchObject({
      roles: ['schooladmin'],
      isSchoolAdmin: true,
      isSchooladmin: true,
      isAdmin: false,
      may_view_sensitive: true,
      may_manage_users: true,
    })
    expect(find(ids.teacher)).toMatchObject({
      isTeacherLevel1: true,
      may_view_sensitive: false,
      may_manage_users: false,
    })
    expect(find(ids.nobody)).toMatchObject({ roles: [], isViewer: false })
    // Exactly spec §2: teachers stay in the list of users without a role.
    expect([ids.head, ids.teacher, ids.nobody].map((id) => isWithoutRole(find(id)))).toEqual([false, true, true])
  })

  test('comes with the labels of the roles, the matrix and the rules for signing in', async () => {
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
    const { roles, permissions, login_rules } = (await head.call(userEndpoints.list)).json()
    expect(roles).toEqual(ROLE_LABELS)
    expect(permissions.map(({ name }: { name: string }) => name)).toEqual(PERMISSIONS)
    for (const { name, roles: holders } of permissions)
      for (const [role, held] of Object.entries(ROLE_PERMISSIONS))
        expect(holders.includes(role), `${role} ${name}`).toBe(held.includes(name))
    expect(login_rules).toEqual({
      ...{ two_factor_for_heads: false, ways: 'all', provider_id: null, emergency_user_id: null },
      providers: [],
    })
  })

  test('says how far an invitation is', async () => {
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
    const invited = async (mailState: string | null, minutesLeft: number | null) => {
      const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
      await sql('update app_user set password_hash = null where id = $1', [id])
      if (mailState)
        await sql(
          `insert into account_mail (user_id, template, recipient_masked, state) values ($1, 'invitation', 'x', 'failed'), ($1, 'invitation', 'x', $2)`,
          [id, mailState],
        )
      if (minutesLeft !== null)
        await sql(
          `insert into password_link (user_id, token_hash, email_hash, kind, expires_at) values ($1::int8, sha256($1::text::bytea), 'x', 'invitation', now() + make_interval(mins => $2))`,
          [id, minutesLeft],
        )
      return id
    }
    const ids = [
      await invited('queued', null),
      await invited('sent', 43),
      await invited('sent', -1),
      await invited('failed', null),
      await invited(null, null),
      (await makeUser(app, { role: 'viewer', schools: [fsw] })).id,
    ]
    const users = await listFor(head)
    const states = ids.map((id) => users.find((user) => user.id === id)?.invitation)
    expect(states.map((invitation) => invitation?.state)).toEqual([
      'queued',
      'sent',
      'expired',
      'failed',
      'expired',
      'none',
    ])
    const left = Date.parse(states[1]?.expires_at ?? '') - Date.now()
    expect(left).toBeGreaterThan(42 * 60_000)
    expect(left).toBeLessThan(44 * 60_000)
    expect(JSON.stringify(users)).not.toMatch(/hash|secret|token/)
  })

  test('asks the database once, however many users there are', async () => {
    const school = await makeSchool(app, 'fsw', { short: 'many' })
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
    await sql(
      `with added as (insert into app_user (name, email, role, school_id) select 'Person ' || n, 'viele' || n || '@example.org', 'viewer', $1 from generate_series(1, 500) n returning id)
       insert into user_school select id, $1 from added`,
      [school],
    )
    const countOf = async () => {
      const { pool } = app.platform
      const client = await pool.connect()
      client.release()
      let count = 0
      const query = client.query
      client.query = ((...given: Parameters<typeof query>) => {
        count += 1
        return query.apply(client, given)
      }) as typeof query
      const users = await listFor(head)
      client.query = query
      return { count, users: users.length }
    }
    const { count, users } = await countOf()
    expect(users).toBe(501)
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThan(10)
  })
})
