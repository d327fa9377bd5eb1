import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  EMPLOYEE_TEXTS,
  type EmployeeDetails,
  type EmployeeRow,
  employeeEndpoints,
} from '#contract/employees/employees.ts'
import { USER_TEXTS } from '#contract/users/users.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let secretary: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const plain = { may_manage_users: false, may_view_sensitive: false }
  secretary = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw], ...plain })).id)
})
afterAll(() => app.stop())

const link = (id: number, user_id: number | null, browser = secretary) =>
  browser.call(employeeEndpoints.link, { params: { id }, body: { user_id } })
const invite = (id: number, body: object = {}, browser = head) =>
  browser.call(employeeEndpoints.invite, { params: { id }, body })
const find = async (id: number, browser = head): Promise<EmployeeDetails> =>
  (await browser.call(employeeEndpoints.get, { params: { id } })).json()
const freeUsers = async (): Promise<number[]> =>
  (await head.call(employeeEndpoints.formOptions)).json().users.map(({ id }: { id: number }) => id)
const newUser = async (schools = [fsw]) => (await makeUser(app, { role: 'teacher_level_1', schools })).id
const actionsOn = (id: number) =>
  insideSchool(app, fsw, async (tx) => {
    const rows = await tx
      .selectFrom('user_log')
      .select(['action', 'changed_fields'])
      .where('entity_type', '=', 'employee')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ action, changed_fields }) => [action, changed_fields])
  })

describe('linking an account', () => {
  test('links it to the person, offers it to nobody else, and is logged; null unlinks it', async () => {
    const [id, userId] = [await makeEmployee(app, fsw), await newUser()]
    expect(await freeUsers()).toContain(userId)
    expect((await link(id, userId)).json().message).toBe('Vera Voigt ist jetzt mit diesem Konto verknüpft.')
    expect((await find(id)).account).toMatchObject({ state: 'ready', user_id: userId, role: 'teacher_level_1' })
    expect(await freeUsers()).not.toContain(userId)
    expect((await link(id, userId)).json().message).toBe('Es gab nichts zu ändern.')
    expect((await link(id, null)).json().message).toContain('mit keinem Konto mehr verknüpft')
    expect((await find(id)).account).toEqual({
      state: 'none',
      user_id: null,
      email: null,
      role: null,
      invitation: null,
      unreachable: null,
    })
    expect((await storedAccount(app, userId)).deactivated_at).toBeNull()
    expect(await actionsOn(id)).toEqual([
      ['employee_created', []],
      ['employee_linked', ['user_id']],
      ['employee_linked', ['user_id']],
    ])
  })

  test.each(['elsewhere', 'deleted', 'unknown'])('that is %s is refused', async (where) => {
    const [id, userId] = [await makeEmployee(app, fsw), await newUser(where === 'elsewhere' ? [fow] : [fsw])]
    if (where === 'deleted')
      await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [userId])
    const reply = await link(id, where === 'unknown' ? 987_654_321 : userId)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ user_id: [EMPLOYEE_TEXTS.accountUnknown] })
    expect((await find(id)).account.state).toBe('none')
  })

  test('that somebody else has is refused, also to two at once; a person in the bin gives it up', async () => {
    const userId = await newUser()
    const people = await Promise.all([0, 1, 2, 3].map(() => makeEmployee(app, fsw)))
    const race = await Promise.all(people.map((id) => link(id, userId)))
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
    expect(race.find(({ statusCode }) => statusCode === 422)?.json().errors).toEqual({
      user_id: [EMPLOYEE_TEXTS.accountTaken],
    })
    const [winner = 0] = people.filter((_id, index) => race[index]?.statusCode === 200)
    const [loser = 0] = people.filter((id) => id !== winner)
    await head.call(employeeEndpoints.remove, { params: { id: winner } })
    expect((await link(loser, userId)).statusCode).toBe(200)
    await head.call(employeeEndpoints.restore, { params: { id: winner } })
    expect((await find(winner)).account.state).toBe('none')
  })

  test('of an admin is only possible for admins, and offered only to them', async () => {
    const [id, adminId] = [await makeEmployee(app, fsw), (await makeUser(app, { role: 'admin', schools: [fsw] })).id]
    const offeredTo = async (browser: TestVisitor) =>
      (await browser.call(employeeEndpoints.formOptions))
        .json()
        .users.some((user: { id: number }) => user.id === adminId)
    for (const browser of [head, secretary]) {
      expect(await offeredTo(browser)).toBe(false)
      const refused = await link(id, adminId, browser)
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual({ user_id: [EMPLOYEE_TEXTS.accountOfAdmin] })
    }
    const admin = await app.signedIn(adminId)
    expect(await offeredTo(admin)).toBe(true)
    expect((await link(id, adminId, admin)).statusCode).toBe(200)
  })

  test('to somebody who has left is refused', async () => {
    const id = await makeEmployee(app, fsw, { date_exit: '2026-10-31', active: false })
    expect((await link(id, await newUser())).json().errors).toEqual({ user_id: [EMPLOYEE_TEXTS.hasLeft] })
  })
})

describe('inviting', () => {
  test('makes an account with name, address and role, links it and sends the invitation', async () => {
    const id = await makeEmployee(app, fsw, { mail: 'Vera.Voigt@example.org' })
    const reply = await invite(id)
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json().message).toBe('Das Konto ist angelegt. Die Einladung gilt 60 Minuten.')
    const userId = reply.json().id
    expect(await storedAccount(app, userId)).toMatchObject({
      name: 'Vera Voigt',
      email: 'vera.voigt@example.org',
      role: 'teacher_level_1',
      schools: [fsw],
      mails: ['invitation'],
    })
    expect((await find(id)).account).toEqual({
      state: 'invited',
      user_id: userId,
      email: 'vera.voigt@example.org',
      role: 'teacher_level_1',
      invitation: 'queued',
      unreachable: null,
    })
    expect((await loggedAbout(app, fsw, userId)).map(({ action }) => action)).toEqual(['user_created'])
    expect((await actionsOn(id)).at(-1)).toEqual(['employee_linked', ['user_id']])
    const again = await invite(id, { role: null })
    expect([again.statusCode, again.json().message]).toEqual([422, EMPLOYEE_TEXTS.hasAccount])
  })

  test.each([
    ['Maximiliane Aurelia', 'von und zu Hohenlohe', 'Maximiliane Aurelia von und zu Hohenlohe'],
    ['Maximiliane Aurelia R', 'von und zu Hohenlohe', 'M. von und zu Hohenlohe'],
    ['Li', 'A'.repeat(60), `L. ${'A'.repeat(37)}`],
    ['A', 'B', 'A B'],
  ])('names the account of %s %s as an account may be named', async (firstname, lastname, name) => {
    const mail = `${firstname.length}.${lastname.length}@example.org`
    const id = await makeEmployee(app, fsw, { firstname, lastname, mail })
    const reply = await invite(id)
    expect(reply.statusCode, reply.body).toBe(201)
    expect((await storedAccount(app, reply.json().id)).name).toBe(name)
  })

  test.each<[string, [object, object, Record<string, string[]>]]>([
    ['without an address', [{ mail: null }, {}, { mail: [EMPLOYEE_TEXTS.noMail] }]],
    ['with an address that is in use', [{ mail: 'belegt@example.org' }, {}, { mail: [USER_TEXTS.emailTaken] }]],
    ['with a role above the own', [{}, { role: 'admin' }, { role: [USER_TEXTS.roleTooHigh] }]],
    ['after the exit', [{ date_exit: '2026-10-31', active: false }, {}, { user_id: [EMPLOYEE_TEXTS.hasLeft] }]],
  ])('%s is refused and leaves no account', async (what, [employee, body, errors]) => {
    if (what.includes('in use')) await makeUser(app, { role: null, schools: [fow], email: 'belegt@example.org' })
    const id = await makeEmployee(app, fsw, { mail: 'frei@example.org', ...employee })
    const reply = await invite(id, body)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual(errors)
    const { rows } = await app.database.owner.query(`select id from app_user where email = 'frei@example.org'`)
    expect(rows).toEqual([])
    expect((await find(id)).account.state).toBe('none')
  })

  test('says whose account has the address, as long as that is a colleague of this school', async () => {
    const owner = await makeEmployee(app, fsw, { firstname: 'Dilara', lastname: 'Celik', mail: 'celik@example.org' })
    await invite(owner)
    const errors = async (mail: string) =>
      (await invite(await makeEmployee(app, fsw, { mail }))).json().errors as Record<string, string[]>
    expect(await errors('Celik@example.org')).toEqual({
      mail: ['Diese Adresse gehört schon zum Konto von Dilara Celik.'],
    })
    const elsewhere = (await makeUser(app, { role: null, schools: [fow], email: 'dort@example.org' })).id
    await insideSchool(app, fow, async (tx) => {
      await tx
        .updateTable('employee')
        .set({ user_id: elsewhere })
        .where('id', '=', await makeEmployee(app, fow))
        .execute()
    })
    expect(await errors('dort@example.org')).toEqual({ mail: [USER_TEXTS.emailTaken] })
  })

  test('is not for a secretary, who manages no accounts', async () => {
    const id = await makeEmployee(app, fsw, { mail: 'sekretariat.neu@example.org' })
    expect((await invite(id, {}, secretary)).statusCode).toBe(403)
  })

  test('twice at once makes one account', async () => {
    const id = await makeEmployee(app, fsw, { mail: 'zweimal@example.org' })
    const replies = await Promise.all([invite(id, { role: null }), invite(id, { role: 'viewer' })])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
    const { rows } = await app.database.owner.query(
      `select (select count(*)::int from account_mail where user_id = u.id) as mails from app_user u where email = 'zweimal@example.org'`,
    )
    expect(rows).toEqual([{ mails: 1 }])
  })

  test('before a planned exit lets the account end with it', async () => {
    const id = await makeEmployee(app, fsw, { mail: 'kurz@example.org', date_exit: '2027-01-31' })
    expect((await find(id)).closes_account).toBe(false)
    await invite(id)
    expect((await find(id)).closes_account).toBe(true)
  })
})

describe('somebody who works at two schools', () => {
  test('has a row at each with one account; each school names the other to who is attached there', async () => {
    const userId = await newUser([fsw, fow])
    const here = await makeEmployee(app, fsw, { user_id: userId })
    await makeEmployee(app, fow, { user_id: userId })
    const both = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })).id)
    expect((await find(here, both)).also_at).toEqual(['fow'])
    expect((await find(here)).also_at).toEqual([])
  })

  test('is not told of a school that asks its heads for a second factor, to one without', async () => {
    const guarded = await makeSchool(app, 'fow', { short: 'sicher' })
    await insideSchool(app, guarded, (tx) =>
      tx
        .insertInto('school_setting')
        .values({ school_id: guarded, key: 'LOGIN_RULES', setting_value: '{"two_factor_for_heads": true}' })
        .execute(),
    )
    const userId = await newUser([fsw, guarded])
    const here = await makeEmployee(app, fsw, { user_id: userId })
    await makeEmployee(app, guarded, { user_id: userId })
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw, guarded] })
    const both = await app.signedIn(id)
    expect((await find(here, both)).also_at).toEqual([])
    await app.database.owner.query('update app_user set two_factor_enabled_at = now() where id = $1', [id])
    expect((await find(here, both)).also_at).toEqual(['sicher'])
  })
})

describe('a user who manages no accounts', () => {
  test('chooses among names, without addresses', async () => {
    const { id, email } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const offered = async (browser: TestVisitor) =>
      (await browser.call(employeeEndpoints.formOptions)).json().users.find((user: { id: number }) => user.id === id)
    expect((await offered(head)).email).toBe(email)
    expect(await offered(secretary)).toEqual({ id, name: expect.any(String), email: null })
  })

  test('sees the state of an account, but neither address, role nor invitation', async () => {
    const person = await makeEmployee(app, fsw, { mail: 'wartet@example.org' })
    const { id: user_id } = (await invite(person)).json()
    const hidden = { state: 'invited', user_id, email: null, role: null, invitation: null, unreachable: null }
    const rows: EmployeeRow[] = (await secretary.call(employeeEndpoints.list)).json()
    expect(rows.find(({ id }) => id === person)?.account).toEqual(hidden)
    expect((await find(person, secretary)).account).toEqual(hidden)
    expect((await find(person)).account).toMatchObject({ email: 'wartet@example.org', role: 'teacher_level_1' })
  })
})

test('the list shows the state of each account', async () => {
  const ready = await makeEmployee(app, fsw, { user_id: await newUser() })
  const gone = await newUser()
  const closed = await makeEmployee(app, fsw, { user_id: gone })
  await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [gone])
  const invited = await makeEmployee(app, fsw, { mail: 'eingeladen@example.org' })
  await invite(invited)
  const none = await makeEmployee(app, fsw)
  const rows: EmployeeRow[] = (await head.call(employeeEndpoints.list)).json()
  const stateOf = (id: number) => rows.find((row) => row.id === id)?.account.state
  expect([ready, closed, invited, none].map(stateOf)).toEqual(['ready', 'closed', 'invited', 'none'])
})
