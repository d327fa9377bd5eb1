import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { COMMON_PASSWORD } from '#contract/account/password-rules.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { insideSchool, makeSchool, makeUser, newSchool } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const makeLink = async () => {
  const token = randomBytes(24).toString('base64url')
  await app.database.owner.query('insert into setup_link (token_hash) values ($1)', [hashToken(token)])
  return token
}

const admin = {
  name: 'Alex Berg',
  email: 'Alex@Example.org',
  password: 'Ein Satz mit Umläuten',
  password_confirmation: 'Ein Satz mit Umläuten',
}

const setUp = (token: string, change: object = {}) =>
  app.visitor().call(setupEndpoints.setUp, { params: { token }, body: { admin, school: newSchool('fsw'), ...change } })

describe('the first run', () => {
  test('makes admin and school, so that one can sign in and a parent can apply', async () => {
    const token = await makeLink()
    expect((await app.visitor().call(setupEndpoints.check, { params: { token } })).json()).toEqual({ is_valid: true })
    const reply = await setUp(token)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      form_url: 'http://localhost:3000/app/fsw/registrierungNeueSchueler',
      are_mails_sent: true,
    })

    const browser = app.visitor()
    expect((await browser.logIn('alex@example.org', admin.password)).statusCode).toBe(200)
    const base = (await browser.call(accountEndpoints.basedata)).json()
    expect(base.school).toMatchObject({ short: 'fsw', SCHOOL_REGISTRATION_SETTINGS: { isActive: true } })
    expect(base.permissions).toContain('debug view')
    expect((await app.visitor().call(publicSchoolEndpoints.list)).json()).toEqual([
      { short: 'fsw', name: 'Freie Schule Wacholderhain', phone: newSchool('fsw').phone, registration_open: true },
    ])
  })

  test('makes this and the next school year, the grades of the kind and classes a and b', async () => {
    const { school_id } = (await setUp(await makeLink())).json()
    await insideSchool(app, school_id, async (tx) => {
      const years = await tx
        .selectFrom('schoolyear')
        .select(['name', 'state', 'half_year_end'])
        .orderBy('name')
        .execute()
      expect(years).toEqual([
        { name: '2026/2027', state: 'active', half_year_end: '2027-01-29' },
        { name: '2027/2028', state: 'planned', half_year_end: '2028-01-31' },
      ])
      const grades = await tx
        .selectFrom('schoolgrade')
        .select(['grade', 'is_entry', 'next_schoolgrade_id'])
        .orderBy('grade')
        .execute()
      expect(grades.map(({ grade, is_entry }) => [grade, is_entry])).toEqual([
        [1, true],
        [2, false],
        [3, false],
        [4, false],
        [5, false],
        [6, false],
      ])
      expect(grades.map(({ next_schoolgrade_id }) => next_schoolgrade_id === null)).toEqual([
        false,
        false,
        false,
        false,
        false,
        true,
      ])
      const classes = await tx.selectFrom('schoolclass').select(['school_year_id', 'description']).execute()
      expect(classes).toHaveLength(2 * 6 * 2)
      expect(new Set(classes.map(({ school_year_id }) => school_year_id)).size).toBe(2)
    })
  })

  test('works once: the link is dead afterwards, and no other link counts once an account exists', async () => {
    const token = await makeLink()
    await setUp(token)
    expect((await setUp(token)).statusCode).toBe(404)
    expect((await setUp(await makeLink())).statusCode).toBe(404)
    expect((await app.visitor().call(setupEndpoints.check, { params: { token } })).json()).toEqual({ is_valid: false })
  })

  test('ten at once, also for schools of different names, make one school and one account', async () => {
    const token = await makeLink()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        setUp(token, {
          school: newSchool('fsw', { short: `fs${index}` }),
          admin: { ...admin, email: `alex${index}@example.org` },
        }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 404)])
    const { rows } = await app.database.owner.query(
      'select (select count(*)::int from school) as schools, (select count(*)::int from app_user) as users',
    )
    expect(rows).toEqual([{ schools: 1, users: 1 }])
  })

  test('a wrong link is refused like one that never was', async () => {
    await makeLink()
    expect((await setUp('falsch')).statusCode).toBe(404)
  })

  test('wrong input is reported at each field and stores nothing', async () => {
    const token = await makeLink()
    const reply = await setUp(token, {
      admin: { ...admin, name: 'Al', email: 'alex', password: 'kurz', password_confirmation: 'anders' },
      school: newSchool('fsw', { zip: '00123', phone: '12', short: 'FSW!' }),
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors).sort()).toEqual([
      'admin.email',
      'admin.name',
      'admin.password',
      'admin.password_confirmation',
      'school.phone',
      'school.short',
      'school.zip',
    ])
    expect(reply.json().errors['admin.name']).toEqual(['Mindestens 3 Zeichen angeben.'])
    const differ = await setUp(token, { admin: { ...admin, password_confirmation: 'Ein anderer Satz' } })
    expect(differ.json().errors).toEqual({
      'admin.password_confirmation': ['Die beiden Passwörter stimmen nicht überein.'],
    })
    const { rows } = await app.database.owner.query(
      'select (select count(*) from school) + (select count(*) from app_user) as n',
    )
    expect(rows).toEqual([{ n: '0' }])
    expect((await setUp(token)).statusCode).toBe(201)
  })

  test('a password that is easily guessed is refused at its field, and the link stays good', async () => {
    const token = await makeLink()
    for (const password of ['Passwort123', 'Alex Berg 2026', 'Wacholderhain1']) {
      const reply = await setUp(token, { admin: { ...admin, password, password_confirmation: password } })
      expect([reply.statusCode, reply.json().errors], password).toEqual([422, { 'admin.password': [COMMON_PASSWORD] }])
    }
    expect((await setUp(token)).statusCode).toBe(201)
  })

  test('the names 3 and 40 characters long and a password of 8 are just allowed', async () => {
    const edge = { ...admin, name: 'Ali', password: 'achtacht', password_confirmation: 'achtacht' }
    expect((await setUp(await makeLink(), { admin: edge })).statusCode).toBe(201)
  })
})

describe('another school', () => {
  test('is made by an admin, who is attached to it; the active school stays', async () => {
    const fsw = await makeSchool(app, 'fsw')
    const user = await makeUser(app, { role: 'admin', schools: [fsw] })
    const browser = await app.signedIn(user.id)
    expect((await browser.call(setupEndpoints.addSchool, { body: newSchool('fow') })).statusCode).toBe(201)
    const base = (await browser.call(accountEndpoints.basedata)).json()
    expect(base.school.short).toBe('fsw')
    expect(base.attachedSchools.map(({ short }: { short: string }) => short)).toEqual(['fow', 'fsw'])
  })

  test('with a short that is taken is refused at the field', async () => {
    const fsw = await makeSchool(app, 'fsw')
    const user = await makeUser(app, { role: 'admin', schools: [fsw] })
    const reply = await (await app.signedIn(user.id)).call(setupEndpoints.addSchool, { body: newSchool('fsw') })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ short: ['Dieses Kürzel ist schon vergeben.'] })
  })

  test('requested five times at once is created once', async () => {
    const fsw = await makeSchool(app, 'fsw')
    const browser = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => browser.call(setupEndpoints.addSchool, { body: newSchool('fow') })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422])
  })
})

test('a school whose year is not open says so on the welcome page', async () => {
  const fow = await makeSchool(app, 'fow')
  await insideSchool(app, fow, (tx) =>
    tx.updateTable('schoolyear').set({ registration_from: null, registration_until: null }).execute(),
  )
  const [school] = (await app.visitor().call(publicSchoolEndpoints.list)).json()
  expect(school.registration_open).toBe(false)
})
