import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessPackageEndpoints } from '#contract/accesspackages/accesspackages.ts'
import { makeUser } from '#server/test/factories.ts'
import { foundIn, openPackageSchool, type PackageSchool, sectionsOf } from '#server/test/package-school.ts'

let school: PackageSchool
beforeAll(async () => {
  school = await openPackageSchool()
})
afterAll(() => school.app.stop())

const CHILD = ['Mia', 'Geburtsdorf']
const REST = ['Nachbarin', 'Beweggrundwort', 'FSW-2026-0001', '0152 11111111']
/** What the mother wrote when she reported an absence. */
const REPORT = ['Bemerkungswort']
/** Free texts of the school, which may tell about either parent. */
const TEXTS = ['Notenständer', 'Gesprächsnotizwort', 'Widerrufswort', 'Aussetzungswort', 'Interneswort']
const HOME = ['Annaweg', 'Annastadt']
const MOTHER = ['annapost@example.org', '0152 22222222', 'annabewerbung@example.org', '0152 66666666']
const MOTHERS_MAIL = ['a***@annapost.example']
const FATHER = [
  ...['Pauldamm', 'Paulheim', 'paulpost@example.org', '0152 33333333', 'Polnisch', 'paulbewerbung@example.org'],
  ...['0152 77777777', 'p***@paulpost.example'],
]
const REPORTER = ['0152 44444444']
const SECOND = ['Zweitkontaktwort']
const NEIGHBOUR = ['0152 55555555']
const HEALTH = ['Notfallwort', 'Grundhealth_hint']
const BLOCKED = ['Sperrwort', 'Grundblocking_note']
const CLASS_D = [...HEALTH, ...BLOCKED]
const EVERYTHING = [
  ...[CHILD, REST, REPORT, TEXTS, HOME, MOTHER, MOTHERS_MAIL, FATHER, REPORTER, SECOND, NEIGHBOUR, CLASS_D].flat(),
]

/** Exactly these of all planted words stand in the package. */
const expectOnly = (opened: Parameters<typeof foundIn>[0], words: readonly string[]) =>
  expect(foundIn(opened, EVERYTHING)).toEqual(EVERYTHING.filter((word) => words.includes(word)))

describe('a child whose parents live apart', () => {
  test('the mother it lives with gets everything but what belongs to the father', async () => {
    const opened = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.anna })
    expect(opened.names).toEqual(['auskunft.pdf', 'daten.json'])
    expect(opened.pdf).toMatchObject({ language: 'de-DE', isTagged: true, title: 'Auskunft nach Art. 15 DSGVO' })
    expectOnly(opened, [CHILD, REST, REPORT, HOME, MOTHER, MOTHERS_MAIL, REPORTER, NEIGHBOUR].flat())
    expect(opened.json).toContain('gibt sie gesondert heraus')
  })

  test('the father gets the child and himself, but neither address nor numbers of the mother', async () => {
    const opened = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.paul })
    expectOnly(opened, [CHILD, REST, FATHER].flat())
    expect(opened.json).toContain('weil dort eine andere Person wohnt')
  })

  test('the child gets whom it lives with, and of the father only the name', async () => {
    const opened = await school.open({ subject: 'pupil', id: school.mia })
    expectOnly(opened, [CHILD, REST, REPORT, TEXTS, HOME, MOTHER, NEIGHBOUR].flat())
    expect(opened.pdfText).toContain('PaulMüller')
  })

  test('at the same address both get the contact data of each other', async () => {
    const move = (street: string | null) =>
      school.inFsw((tx) => tx.updateTable('guardian').set({ street }).where('id', '=', school.paul).execute())
    const towards = { street: 'ANNAWEG', house_number: '1', zip: '15999', city: 'Annastadt' }
    await school.inFsw((tx) => tx.updateTable('guardian').set(towards).where('id', '=', school.paul).execute())
    const opened = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.paul })
    expect(foundIn(opened, [...HOME, 'annapost@example.org', '0152 22222222'])).toHaveLength(4)
    expect(foundIn(opened, [...REPORT, ...TEXTS])).toHaveLength(5)
    expect(foundIn(opened, MOTHER)).toEqual(MOTHER.slice(0, 2))
    await school.inFsw((tx) =>
      tx
        .updateTable('guardian')
        .set({ house_number: '2', zip: '14467', city: 'Paulheim' })
        .where('id', '=', school.paul)
        .execute(),
    )
    await move('Pauldamm')
  })

  test('without custody there is no package about the child, and from 18 on only for the pupil', async () => {
    const setCustody = (has_custody: boolean) =>
      school.inFsw((tx) =>
        tx.updateTable('pupil_guardian').set({ has_custody }).where('guardian_id', '=', school.paul).execute(),
      )
    const setBirthdate = (birthdate: string) =>
      school.inFsw((tx) => tx.updateTable('pupil').set({ birthdate }).where('id', '=', school.mia).execute())
    const statusFor = async (recipient_id: number | null) =>
      (await school.create({ subject: 'pupil', id: school.mia, recipient_id })).statusCode
    await setCustody(false)
    expect(await statusFor(school.paul)).toBe(422)
    await setCustody(true)
    await setBirthdate('2008-11-20')
    expect([await statusFor(school.anna), await statusFor(null)]).toEqual([422, 201])
    await setBirthdate('2008-11-21')
    expect(await statusFor(school.anna)).toBe(201)
    await setBirthdate('2021-03-31')
    expect(await statusFor(999_999)).toBe(422)
  })

  test('a name in the log would be data of the staff: the role stands there', async () => {
    const names = await school.app.database.owner.query('select name from app_user')
    const opened = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.anna })
    expect(sectionsOf(opened.data.sections, 'log').flatMap(({ entries }) => entries).length).toBeGreaterThan(3)
    expect(
      foundIn(
        opened,
        names.rows.map(({ name }) => `${name} hat`),
      ),
    ).toEqual([])
    expect(opened.json).toContain('Schulleitung hat eine Auskunft über gespeicherte Daten erstellt')
  })
})

describe('class D', () => {
  const logged = (action: string) =>
    school.inFsw(async (tx) => {
      const rows = await tx
        .selectFrom('user_log')
        .select('id')
        .where('action', '=', action)
        .where('entity_type', '=', 'pupil')
        .where('entity_id', '=', school.mia)
        .execute()
      return rows.length
    })
  const viewed = () => logged('sensitive_viewed')
  const about = { subject: 'pupil', id: 0, recipient_id: null } as const

  test('is included on demand under its own heading, and each reading is logged', async () => {
    const before = [await viewed(), await logged('access_package_created')]
    const opened = await school.open({ ...about, id: school.mia, recipient_id: school.anna, with_sensitive: true })
    expect(foundIn(opened, CLASS_D)).toEqual(HEALTH)
    const [part] = sectionsOf(opened.data.sections, 'pupil_sensitive')
    expect(part?.title).toBe('Besonders geschützte Angaben')
    expect(JSON.stringify(sectionsOf(opened.data.sections, 'consent'))).toContain('Notfall')
    expect([await viewed(), await logged('access_package_created')]).toEqual(before.map((count) => count + 1))
  })

  test('a blocking note is included only when it is named', async () => {
    const opened = await school.open({
      ...{ ...about, id: school.mia, with_sensitive: true, with_blocking_notes: true },
    })
    expect(foundIn(opened, CLASS_D)).toEqual(CLASS_D)
    const without = await school.open({ ...about, id: school.mia, with_blocking_notes: true })
    expect(foundIn(without, CLASS_D)).toEqual([])
  })

  test('is refused to admins and secretaries, and without it nothing tells that there is any', async () => {
    const { app, fsw } = school
    const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
    const secretary = await app.signedIn(
      (await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })).id,
    )
    for (const visitor of [admin, secretary]) {
      const before = await viewed()
      for (const wish of [{ with_sensitive: true }, { with_blocking_notes: true }])
        expect((await school.create({ ...about, id: school.mia, ...wish }, visitor)).statusCode).toBe(403)
      expect(await viewed()).toBe(before)
      const opened = await school.open({ ...about, id: school.mia }, visitor)
      expect(foundIn(opened, [...CLASS_D, 'vertrauliche Angabe', 'Hinweis für den Notfall'])).toEqual([])
    }
  })
})

describe('rights', () => {
  test('every kind of record needs its own right beside the one to export', async () => {
    const { app, fsw, mia } = school
    const secretary = await app.signedIn(
      (await makeUser(app, { role: 'schooladmin', schools: [fsw], may_manage_users: false })).id,
    )
    const options = (subject: 'pupil' | 'user', id: number) =>
      secretary.call(accessPackageEndpoints.options, { query: { subject, id } })
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    expect((await options('pupil', mia)).statusCode).toBe(200)
    expect((await options('user', id)).statusCode).toBe(403)
    expect((await school.create({ subject: 'user', id }, secretary)).statusCode).toBe(403)
  })

  test('a record of another school is as unknown as one that does not exist', async () => {
    const { app, fow, mia, anna, registration } = school
    const stranger = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    const { id: account } = await makeUser(app, { role: 'viewer', schools: [school.fsw] })
    const asked = [
      ['pupil', mia],
      ['guardian', anna],
      ['registration', registration],
      ['user', account],
      ['employee', 999_999],
    ] as const
    for (const [subject, id] of asked) {
      expect((await school.create({ subject, id }, stranger)).statusCode, subject).toBe(404)
      const options = await stranger.call(accessPackageEndpoints.options, { query: { subject, id } })
      expect(options.statusCode, subject).toBe(404)
    }
  })

  test('one account makes one package at a time', async () => {
    const replies = await Promise.all([1, 2].map(() => school.create({ subject: 'pupil', id: school.mia })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })
})
