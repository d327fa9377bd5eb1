import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { USER_TEXTS, userEndpoints } from '#contract/users/users.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { loggedAbout, storedAccount } from '#server/test/stored-account.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let headId: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  headId = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
  head = await app.signedIn(headId)
})
afterAll(() => app.stop())

const add = (browser: TestVisitor, body: unknown) => browser.call(userEndpoints.add, { body })
const countUsers = async () => (await app.database.owner.query('select count(*)::int as n from app_user')).rows[0].n

describe('a new account', () => {
  test('belongs to the active school, has no role and no password, and is invited', async () => {
    const reply = await add(head, { name: 'Frau Berg', email: 'Frau.Berg@Example.org' })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id, message } = reply.json()
    expect(message).toBe(
      'Konto angelegt. Frau Berg erhält eine E-Mail und hat 60 Minuten Zeit, ein Passwort zu setzen.',
    )
    const stored = await storedAccount(app, id)
    expect(stored).toMatchObject({
      name: 'Frau Berg',
      email: 'frau.berg@example.org',
      role: null,
      password_hash: null,
      may_view_sensitive: false,
      may_manage_users: false,
      schools: [fsw],
      mails: ['invitation'],
    })
    expect([stored.school_id, stored.home_school_id].map(Number)).toEqual([fsw, fsw])
    expect(stored.invited_at).not.toBeNull()
    expect(await loggedAbout(app, fsw, id)).toEqual([{ action: 'user_created', changed_fields: [], user_id: headId }])
  })

  test('has the personal rights when it is the first Schulleitung of its school, and only then', async () => {
    const fow = await makeSchool(app, 'fow', { short: 'neu' })
    const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fow] })).id)
    const rightsOf = async (email: string, more = {}) => {
      const reply = await add(admin, { name: 'Leitung fow', email, roles: ['schooladmin'], ...more })
      const { may_view_sensitive, may_manage_users } = await storedAccount(app, reply.json().id)
      return [may_view_sensitive, may_manage_users]
    }
    expect(await rightsOf('erste.fow@example.org', { may_view_sensitive: false })).toEqual([false, true])
    expect(await rightsOf('zweite.fow@example.org')).toEqual([false, false])
  })

  test('gets role and rights of its maker at most', async () => {
    const reply = await add(head, {
      name: 'Neue Leitung',
      email: 'leitung@example.org',
      roles: ['schooladmin'],
      may_view_sensitive: true,
      may_manage_users: true,
    })
    expect(await storedAccount(app, reply.json().id)).toMatchObject({
      role: 'schooladmin',
      may_view_sensitive: true,
      may_manage_users: true,
    })
  })

  test.each<[string, [object, string, string]]>([
    ['a role above the own', [{ roles: ['admin'] }, 'roles', USER_TEXTS.roleTooHigh]],
    ['two roles', [{ roles: ['viewer', 'schooladmin'] }, 'roles', 'Bitte höchstens eine Rolle wählen.']],
    ['an unknown role', [{ roles: ['root'] }, 'roles.0', 'Bitte wählen Sie einen Wert.']],
    [
      'a right without the role',
      [{ roles: ['viewer'], may_manage_users: true }, 'may_manage_users', USER_TEXTS.headsOnly],
    ],
    ['a name of two characters', [{ name: 'Al' }, 'name', 'Mindestens 3 Zeichen angeben.']],
    ['a name of two emojis', [{ name: '💥💥' }, 'name', 'Mindestens 3 Zeichen angeben.']],
    ['a name of 41 characters', [{ name: 'a'.repeat(41) }, 'name', 'Maximal 40 Zeichen angeben.']],
    ['no address', [{ email: '' }, 'email', 'Dieses Feld ist ein Pflichtfeld.']],
    ['no real address', [{ email: 'a@b' }, 'email', 'Dies ist keine gültige E-Mail-Adresse.']],
  ])('with %s is refused', async (_what, [change, field, text]) => {
    const before = await countUsers()
    const reply = await add(head, { name: 'Frau Nein', email: 'nein@example.org', ...change })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ [field]: [text] })
    expect(await countUsers()).toBe(before)
  })

  test('with a right its maker lacks is refused', async () => {
    const lesser = await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })
    const reply = await add(await app.signedIn(lesser.id), {
      name: 'Zu viel',
      email: 'zuviel@example.org',
      roles: ['schooladmin'],
      may_view_sensitive: true,
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ may_view_sensitive: [USER_TEXTS.rightTooHigh] })
  })

  test.each([3, 40])('takes a name of %i characters', async (length) => {
    const reply = await add(head, { name: 'ä'.repeat(length), email: `laenge${length}@example.org` })
    expect(reply.statusCode, reply.body).toBe(201)
  })

  test('may have rights that an admin lacks, because admins set up the heads', async () => {
    const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
    const reply = await add(admin, {
      name: 'Erste Leitung',
      email: 'erste@example.org',
      roles: ['schooladmin'],
      may_view_sensitive: true,
      may_manage_users: true,
    })
    expect(reply.statusCode, reply.body).toBe(201)
  })
})

describe('an address that is in use', () => {
  test.each(['active', 'deactivated', 'elsewhere'])('(%s) is refused, in any spelling', async (where) => {
    const fow = where === 'elsewhere' ? [await makeSchool(app, 'fow')] : [fsw]
    const taken = await makeUser(app, { role: 'viewer', schools: fow, email: `belegt.${where}@example.org` })
    if (where === 'deactivated')
      await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [taken.id])
    const reply = await add(head, { name: 'Frau Doppel', email: `Belegt.${where}@EXAMPLE.org` })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ email: [USER_TEXTS.emailTaken] })
  })

  test('is refused also when several ask for it at once: one account, one invitation', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, count) => {
        const other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
        return add(other, { name: `Frau Eile ${count}`, email: 'eile@example.org' })
      }),
    )
    const statuses = replies.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, ...Array(7).fill(422)])
    const { rows } = await app.database.owner.query(
      `select (select count(*)::int from account_mail where user_id = u.id) as mails from app_user u where email = 'eile@example.org'`,
    )
    expect(rows).toEqual([{ mails: 1 }])
  })

  test('sent twice by a double click makes one account', async () => {
    const body = { name: 'Frau Klick', email: 'klick@example.org' }
    const [first, second] = await Promise.all([add(head, body), add(head, body)])
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
  })
})
