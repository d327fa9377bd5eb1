import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAIL_WORDINGS } from '#contract/mailwordings/mailwordings.texts.ts'
import type { Role } from '#contract/permissions.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { emptyLog, writeLog } from '#server/test/log-rows.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let planted: Awaited<ReturnType<typeof plantSchool>>
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  planted = await plantSchool(app, fsw, 'KANARIE')
})
afterAll(() => app.stop())

const as = async (role: Role, schools: number[], change = {}) => {
  const { id } = await makeUser(app, { role, schools, ...change })
  return { id, browser: await app.signedIn(id) }
}

const list = async (browser: TestVisitor, query = {}) => {
  const reply = await browser.call(userlogEndpoints.list, { query })
  expect(reply.statusCode, reply.body).toBe(200)
  return userlogEndpoints.list.response.parse(reply.json())
}

describe('the list', () => {
  let head: TestVisitor
  beforeEach(async () => {
    await emptyLog(app)
    head = (await as('schooladmin', [fsw])).browser
  })

  test('shows the own school alone, newest first, and what can be filtered by', async () => {
    await writeLog(app, fsw, [
      { at: '2026-11-19T06:00:00Z', name: 'Alt' },
      { name: 'Neu', action: 'logout' },
    ])
    await writeLog(app, fow, [{ name: 'Fremd', action: 'rollover', type: 'schoolyear' }])
    await writeLog(app, null, [{ name: 'Niemand', action: 'school_changed' }])
    const { data, total, actions, entity_types } = await list(head)
    expect(data.map(({ user_name }) => user_name)).toEqual(['Neu', 'Alt'])
    expect([total, actions, entity_types]).toEqual([2, ['login', 'logout'], ['user']])
    const sorted = await list(head, { sort: 'created_at' })
    expect(sorted.data.map(({ user_name }) => user_name)).toEqual(['Alt', 'Neu'])
  })

  test('leaves out who signed in and out when asked, but not who tried in vain', async () => {
    await writeLog(app, fsw, [
      { name: 'Drin' },
      { name: 'Raus', action: 'logout' },
      { name: 'Vergeblich', action: 'login_failed' },
    ])
    const { data, total } = await list(head, { without_sign_ins: true })
    expect([data.map(({ user_name }) => user_name), total]).toEqual([['Vergeblich'], 1])
  })

  test('counts days as Berlin does, both ends included, also on the day the clocks change', async () => {
    await writeLog(app, fsw, [
      { at: '2026-10-24T21:59:59Z', name: '24. Oktober' },
      { at: '2026-10-24T22:00:00Z', name: '25. Oktober, Mitternacht' },
      { at: '2026-10-25T22:59:59Z', name: '25. Oktober, kurz vor Mitternacht' },
      { at: '2026-10-25T23:00:00Z', name: '26. Oktober' },
    ])
    const { data } = await list(head, { from: '2026-10-25', until: '2026-10-25', sort: 'created_at' })
    expect(data.map(({ user_name }) => user_name)).toEqual([
      '25. Oktober, Mitternacht',
      '25. Oktober, kurz vor Mitternacht',
    ])
  })

  test.each([
    ['mueller', ['Jürgen Müller']],
    ['mül jür', ['Jürgen Müller']],
    ['anna', ['Anna Muster']],
    ['%', []],
    ['---', []],
  ])('finds %j in names', async (search, names) => {
    await writeLog(app, fsw, [{ name: 'Jürgen Müller' }, { name: 'Anna Muster' }, { name: null }])
    const { data, total } = await list(head, { search })
    expect([data.map(({ user_name }) => user_name), total]).toEqual([names, names.length])
  })

  test('is filtered by person, action, object and result, and comes in pages', async () => {
    await writeLog(app, fsw, [
      { user: 7, action: 'login_failed', result: 'denied' },
      { user: 7, action: 'pupil_viewed', type: 'pupil', id: 3 },
      { user: 8, action: 'pupil_viewed', type: 'pupil', id: 4 },
      { user: 8, action: 'access_denied', type: 'PUT /api/admin/user/:id', id: null, result: 'denied' },
    ])
    const count = async (query: object) => (await list(head, query)).total
    expect(await count({ user_id: 7 })).toBe(2)
    expect(await count({ action: 'pupil_viewed' })).toBe(2)
    expect(await count({ entity_type: 'pupil', entity_id: 4 })).toBe(1)
    expect(await count({ entity_type: 'PUT /api/admin/user/:id' })).toBe(1)
    expect(await count({ result: 'denied' })).toBe(2)
    expect(await count({ user_id: 7, result: 'denied' })).toBe(1)
    const page = await list(head, { page: 2, per_page: 3 })
    expect([page.data.length, page.total, page.page, page.per_page]).toEqual([1, 4, 2, 3])
  })

  test('tells what people did from what the system did', async () => {
    await writeLog(app, fsw, [
      { user: 7, name: 'Anna' },
      { name: null, action: 'registration_created' },
      { name: null, action: 'retention_run', net: null },
    ])
    const actions = async (query: object) => (await list(head, query)).data.map(({ action }) => action)
    expect((await actions({ actor: 'people' })).sort()).toEqual(['login', 'registration_created'])
    expect(await actions({ actor: 'system' })).toEqual(['retention_run'])
    expect(await actions({})).toHaveLength(3)
    const file = await head.call(userlogEndpoints.export, { body: { search: '', actor: 'people' } })
    expect(file.json().content).not.toContain('System')
  })

  test('says what belongs to one call, but not of a confidential entry', async () => {
    await writeLog(app, fsw, [{ type: 'pupil' }, { type: 'pupil_sensitive' }, { type: 'consent' }])
    const { data } = await list(head)
    expect(Object.fromEntries(data.map(({ entity_type, request_id }) => [entity_type, request_id]))).toEqual({
      ...{ pupil: expect.any(String), pupil_sensitive: null, consent: null },
    })
  })

  test('cannot be written, changed or emptied by the application', async () => {
    await writeLog(app, fsw, [{}])
    for (const statement of [
      'delete from user_log',
      "update user_log set user_name = 'x'",
      "insert into user_log (school_id, action, entity_type) values (current_school(), 'login', 'user')",
    ]) {
      const attempt = insideSchool(app, fsw, (tx) => sql.raw(statement).execute(tx))
      await expect(attempt).rejects.toThrow('permission denied')
    }
  })
})

describe('the name of an object', () => {
  const labelsFor = async (browser: TestVisitor) =>
    Object.fromEntries((await list(browser)).data.map((row) => [row.entity_type, row.entity_label]))

  const writeAbout = (userId: number) =>
    writeLog(app, fsw, [
      { type: 'pupil', id: planted.pupil },
      { type: 'guardian', id: planted.guardian },
      { type: 'registration', id: planted.accepted },
      { type: 'registration_contact', id: planted.contact },
      { type: 'schoolclass', id: planted.schoolclass },
      { type: 'schoolyear', id: planted.activeYear },
      { type: 'rollover', id: planted.rollover },
      { type: 'schoolgrade', id: planted.grade },
      { type: 'user', id: userId },
      { type: 'school_setting', id: 1 },
    ])

  beforeEach(() => emptyLog(app))

  test('is looked up when reading, for who may see the object', async () => {
    const { id, browser } = await as('schooladmin', [fsw])
    await writeAbout(id)
    expect(await labelsFor(browser)).toEqual({
      pupil: 'KANARIE KANARIE KANARIE',
      guardian: 'KANARIE KANARIE',
      registration: expect.stringMatching(/^KANARIE KANARIE \(KANARIE-/),
      registration_contact: 'KANARIE KANARIE',
      schoolclass: expect.stringContaining('KANARIE'),
      schoolyear: '2026/2027',
      rollover: '2026/2027 → 2027/2028',
      schoolgrade: 'KANARIE',
      user: expect.stringMatching(/^Person \d+$/),
      school_setting: null,
    })
  })

  test('of a place in a class is the child with the class', async () => {
    const place = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('pupil_schoolclass').select('id').where('pupil_id', '=', planted.pupil).executeTakeFirstOrThrow(),
    )
    await writeLog(app, fsw, [
      { type: 'pupil_schoolclass', id: place.id },
      { type: 'pupil_document', id: planted.pupil },
    ])
    const { browser } = await as('schooladmin', [fsw])
    const inClass = expect.stringMatching(/^KANARIE KANARIE KANARIE, Klasse .*KANARIE/)
    expect(await labelsFor(browser)).toEqual({ pupil_schoolclass: inClass, pupil_document: 'KANARIE KANARIE KANARIE' })
    const owners = (await list(browser)).data.map(({ entity_owner }) => entity_owner)
    expect(owners).toEqual([0, 1].map(() => ({ type: 'pupil', id: planted.pupil })))
  })

  test('of what the list is narrowed to comes along, also when nothing is found', async () => {
    const { id, browser } = await as('schooladmin', [fsw])
    await writeLog(app, fsw, [{ user: 77, name: 'Anna Gegangen' }])
    const object = { entity_type: 'pupil', entity_id: planted.pupil }
    expect((await list(browser, { user_id: id, ...object })).names).toEqual({
      person: expect.stringMatching(/^Person \d+$/),
      object: 'KANARIE KANARIE KANARIE',
    })
    expect((await list(browser, { user_id: 77 })).names).toEqual({ person: 'Anna Gegangen', object: null })
    expect((await list(browser)).names).toEqual({ person: null, object: null })
  })

  test('of a paper is its kind with the application that it belongs to', async () => {
    const paper = await insideSchool(app, fsw, (tx) =>
      tx
        .insertInto('registration_paper')
        .values({ registration_id: planted.accepted, kind: 'last_report', seen_on: '2026-11-20' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await emptyLog(app)
    await writeLog(app, fsw, [{ type: 'registration_paper', id: paper.id }])
    const { browser } = await as('schooladmin', [fsw])
    const [entry] = (await list(browser)).data
    expect(entry?.entity_label).toMatch(/^letztes Zeugnis: KANARIE KANARIE \(KANARIE-/)
    expect(entry?.entity_owner).toEqual({ type: 'registration', id: planted.accepted })
  })

  test('of the seats of a grade is the grade and the year', async () => {
    const grade = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('schoolgrade').select('grade').where('id', '=', planted.grade).executeTakeFirstOrThrow(),
    )
    const seats = await insideSchool(app, fsw, (tx) =>
      tx
        .insertInto('schoolgrade_capacity')
        .values({ schoolgrade_id: planted.grade, school_year_id: planted.activeYear, places: 40 })
        .onConflict((conflict) =>
          conflict.columns(['school_id', 'school_year_id', 'schoolgrade_id']).doUpdateSet({ places: 40 }),
        )
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await emptyLog(app)
    await writeLog(app, fsw, [{ type: 'schoolgrade_capacity', id: seats.id }])
    const { browser } = await as('schooladmin', [fsw])
    expect(await labelsFor(browser)).toEqual({ schoolgrade_capacity: `Klassenstufe ${grade.grade}, 2026/2027` })
  })

  test('of an import of applications is how many they were, of a mail wording which one', async () => {
    const created_by = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
    const [imported, wording] = await insideSchool(app, fsw, async (tx) => [
      await tx
        .insertInto('registration_import')
        .values({ row_count: 2, created_by })
        .returning('id')
        .executeTakeFirstOrThrow(),
      await tx
        .insertInto('mail_wording')
        .values({ key: 'registration_optin', version: 900, subject: 'Hallo', body: 'Hallo', created_by })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ])
    await emptyLog(app)
    await writeLog(app, fsw, [
      { type: 'registration_import', id: imported.id },
      { type: 'mail_wording', id: wording.id },
    ])
    const { browser } = await as('schooladmin', [fsw])
    const { label } = MAIL_WORDINGS.registration_optin
    expect(await labelsFor(browser)).toEqual({ registration_import: '2 Bewerbungen', mail_wording: label })
  })

  test('is not told of a pupil in the bin, nor of an account of another school', async () => {
    const stranger = await makeUser(app, { role: 'viewer', schools: [fow] })
    await writeLog(app, fsw, [
      { type: 'pupil', id: planted.pupil },
      { type: 'user', id: stranger.id },
    ])
    const { browser } = await as('schooladmin', [fsw])
    await insideSchool(app, fsw, (tx) =>
      sql`update pupil set deleted_at = now() where id = ${planted.pupil}`.execute(tx),
    )
    expect(await labelsFor(browser)).toEqual({ pupil: null, user: null })
    await insideSchool(app, fsw, (tx) =>
      sql`update pupil set deleted_at = null where id = ${planted.pupil}`.execute(tx),
    )
    const { browser: admin } = await as('admin', [fsw])
    expect((await labelsFor(admin)).user).toMatch(/^Person/)
  })

  test('costs one query for each kind, however many rows', async () => {
    await writeLog(
      app,
      fsw,
      Array.from({ length: 60 }, () => ({ type: 'pupil', id: planted.pupil })),
    )
    const { browser } = await as('schooladmin', [fsw])
    const { reply, texts } = await statementsOf(() => list(browser, { per_page: 50 }))
    expect(reply.data.length).toBe(50)
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.length).toBeLessThan(10)
  })
})
