import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { COMMON_PASSWORD } from '#contract/account/password-rules.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { insideSchool, newSchool } from '#server/test/factories.ts'
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
    expect((await app.visitor().call(setupEndpoints.check, { params: { token } })).json()).toEqual({
      is_valid: true,
      today: '2026-11-20',
    })
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

  test('signs the admin in at once, and nobody when it is refused', async () => {
    const token = await makeLink()
    const refused = app.visitor()
    const wrong = { admin, school: newSchool('fsw', { zip: '1' }) }
    expect((await refused.call(setupEndpoints.setUp, { params: { token }, body: wrong })).statusCode).toBe(422)
    expect((await refused.call(accountEndpoints.basedata)).statusCode).toBe(401)
    const browser = app.visitor()
    await browser.call(setupEndpoints.setUp, { params: { token }, body: { admin, school: newSchool('fsw') } })
    const base = (await browser.call(accountEndpoints.basedata)).json()
    expect([base.user.email, base.school.short]).toEqual(['alex@example.org', 'fsw'])
    expect((await refused.call(accountEndpoints.basedata)).statusCode).toBe(401)
  })

  test('a set-up that fails at its last step leaves neither school nor account nor session', async () => {
    const token = await makeLink()
    const count = async () =>
      (
        await app.database.owner.query(
          'select (select count(*)::int from school) + (select count(*)::int from app_user) + (select count(*)::int from session) as n',
        )
      ).rows[0].n
    await app.database.owner.query('alter table session add constraint refuse_all check (false) not valid')
    expect((await setUp(token)).statusCode).toBe(500)
    expect(await count()).toBe(0)
    await app.database.owner.query('alter table session drop constraint refuse_all')
    expect((await setUp(token)).statusCode).toBe(201)
  })

  const readCalendar = (schoolId: number) =>
    insideSchool(app, schoolId, async (tx) => ({
      days: await tx
        .selectFrom('schoolyear_free_day as d')
        .innerJoin('schoolyear as y', 'y.id', 'd.school_year_id')
        .select(['y.name as year', 'd.name', 'd.kind', 'd.date_start', 'd.date_end'])
        .orderBy('d.date_start')
        .execute(),
      halves: await tx.selectFrom('schoolyear').select(['name', 'half_year_end']).orderBy('name').execute(),
      settings: await tx.selectFrom('school_setting').select(['key', 'setting_value']).orderBy('key').execute(),
    }))

  test('enters the known holidays of the state and the public holidays of both years', async () => {
    const school = newSchool('fsw', { has_holidays: true })
    const { school_id } = (await setUp(await makeLink(), { school })).json()
    const { days, halves, settings } = await readCalendar(school_id)
    const holidays = days.filter(({ kind }) => kind === 'holiday')
    expect(holidays.map(({ year, name, date_end }) => [year, name, date_end])).toContainEqual([
      '2026/2027',
      'Herbstferien',
      '2026-10-30',
    ])
    // The summer is cut at the end of the year.
    expect(
      holidays.filter(({ name }) => name === 'Sommerferien').map(({ date_start, date_end }) => [date_start, date_end]),
    ).toEqual([
      ['2026-08-01', '2026-08-22'],
      ['2027-07-01', '2027-07-31'],
      ['2027-08-01', '2027-08-14'],
    ])
    expect(days.filter(({ year, kind }) => year === '2027/2028' && kind === 'public_holiday').length).toBeGreaterThan(8)
    expect(halves.map(({ half_year_end }) => half_year_end)).toEqual(['2027-01-29', '2028-01-31'])
    expect(settings.map(({ key }) => key)).toEqual(['SCHOOL_REGISTRATION_SETTINGS'])
  })

  test('a state without known holidays gets its public holidays, and the numbers that are known of it', async () => {
    const school = newSchool('fsw', { federal_state: 'DE-NW', has_holidays: true })
    const { school_id } = (await setUp(await makeLink(), { school })).json()
    const { days, settings } = await readCalendar(school_id)
    expect(new Set(days.map(({ kind }) => kind))).toEqual(new Set(['public_holiday']))
    expect(days.map(({ name }) => name)).toContain('Fronleichnam')
    expect(settings.find(({ key }) => key === 'RETENTION_SETTINGS')?.setting_value).toEqual({ sicknote_years: 5 })
  })

  test.each([
    { grade_min: 1, grade_max: 4, kind: 'primary', numbers: [1, 2, 3, 4] },
    { grade_min: 4, grade_max: 6, kind: 'primary', numbers: [4, 5, 6] },
    { grade_min: 5, grade_max: 10, kind: 'secondary_1', numbers: [5, 6, 7, 8, 9, 10] },
    { grade_min: 7, grade_max: 7, kind: 'secondary_1', numbers: [7] },
  ])('grades $grade_min to $grade_max make a school of kind $kind', async ({ grade_min, grade_max, kind, numbers }) => {
    const { school_id } = (await setUp(await makeLink(), { school: newSchool('fsw', { grade_min, grade_max }) })).json()
    await insideSchool(app, school_id, async (tx) => {
      const grades = await tx.selectFrom('schoolgrade').select(['grade', 'is_entry']).orderBy('grade').execute()
      expect(grades.map(({ grade }) => grade)).toEqual(numbers)
      expect(grades.filter(({ is_entry }) => is_entry).map(({ grade }) => grade)).toEqual([grade_min])
      expect(await tx.selectFrom('school').select('school_type').executeTakeFirst()).toEqual({ school_type: kind })
    })
  })

  test.each([
    ['grade_max', { grade_min: 6, grade_max: 5 }],
    ['grade_min', { grade_min: 0 }],
    ['grade_max', { grade_max: 14 }],
    ['federal_state', { federal_state: 'DE-XX' as 'DE-BB' }],
  ])('a wrong %s is refused at its field', async (field, change) => {
    const reply = await setUp(await makeLink(), { school: newSchool('fsw', change) })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [`school.${field}`]])
  })

  test('works once: the link is dead afterwards, and no other link counts once an account exists', async () => {
    const token = await makeLink()
    await setUp(token)
    expect((await setUp(token)).statusCode).toBe(404)
    expect((await setUp(await makeLink())).statusCode).toBe(404)
    expect((await app.visitor().call(setupEndpoints.check, { params: { token } })).json()).toMatchObject({
      is_valid: false,
    })
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
