import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessPackageEndpoints, type PackageOptions } from '#contract/accesspackages/accesspackages.ts'
import { inTransaction } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import { makeApplication, makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { insertRow } from '#server/test/package-family.ts'
import { foundIn, openPackageSchool, type PackageSchool, sectionsOf } from '#server/test/package-school.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: PackageSchool
/** A head of both schools; fsw is active. */
let both: TestVisitor
beforeAll(async () => {
  school = await openPackageSchool()
  const { app, fsw, fow } = school
  both = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })).id)
})
afterAll(() => school.app.stop())

const optionsOf = async (subject: 'guardian' | 'pupil' | 'registration', id: number, visitor: TestVisitor) =>
  (await visitor.call(accessPackageEndpoints.options, { query: { subject, id } })).json() as PackageOptions

describe('a guardian', () => {
  /** Anna's record at fow with Ben, found by name and mail; and a woman of the same name with another address. */
  const plantAtFow = async () => {
    const { app, fow } = school
    const ben = await makePupil(app, fow, { firstname: 'Benedikt', lastname: 'Müller', grade: 7, schoolclass: 'a' })
    const stranger = await makePupil(app, fow, { firstname: 'Fremdkind', lastname: 'Müller', grade: 7 })
    const adult = (mail: string, street: string) => ({ firstname: 'Anna', lastname: 'Müller', mail, street })
    return insideSchool(app, fow, async (tx) => {
      const add = async (pupil_id: number, person: ReturnType<typeof adult>) => {
        const guardian_id = await insertRow(tx, 'guardian', { school_id: fow, ...person })
        const bond = { school_id: fow, pupil_id, guardian_id, relationship: 'mother', has_custody: true }
        await insertRow(tx, 'pupil_guardian', bond)
        return guardian_id
      }
      return {
        anna: await add(ben, adult('AnnaPost@example.org', 'Fowstraße')),
        other: await add(stranger, adult('andere@example.org', 'Fremdstraße')),
      }
    })
  }
  let atFow: Awaited<ReturnType<typeof plantAtFow>>
  beforeAll(async () => {
    atFow = await plantAtFow()
  })

  test('gets the own data and all children at all schools of the head, school by school', async () => {
    const { also } = await optionsOf('guardian', school.anna, both)
    expect(also).toEqual([
      {
        kind: 'guardian',
        school_id: school.fow,
        id: atFow.anna,
        school_short: 'fow',
        text: 'Anna Müller, Kinder: Benedikt',
      },
    ])
    const confirmed = also.map(({ kind, school_id, id }) => ({ kind, school_id, id }))
    const opened = await school.open({ subject: 'guardian', id: school.anna, also: confirmed }, both)
    const schools = sectionsOf(opened.data.sections, 'school')
    expect(schools.map(({ title }) => title)).toEqual(['Freie Schule Wacholderhain', 'Freie Oberschule Wacholderhain'])
    const childrenOf = (index: number) => sectionsOf([schools[index] as never], 'child').map(({ title }) => title)
    expect([childrenOf(0), childrenOf(1)]).toEqual([['Mia Müller'], ['Benedikt Müller']])
    expect(foundIn(opened, ['Fowstraße', 'annapost@example.org', 'Bemerkungswort'])).toHaveLength(3)
    expect(
      foundIn(opened, ['Fremdkind', 'Fremdstraße', 'Pauldamm', '0152 33333333', 'Notfallwort', 'paulbewerbung']),
    ).toEqual([])
    for (const [id, pupil] of [
      [school.fsw, 'Mia'],
      [school.fow, 'Benedikt'],
    ] as const)
      await insideSchool(school.app, id, async (tx) => {
        const logged = await tx
          .selectFrom('user_log as l')
          .innerJoin('pupil as p', 'p.id', 'l.entity_id')
          .select('p.firstname')
          .where('l.action', '=', 'access_package_created')
          .where('l.entity_type', '=', 'pupil')
          .execute()
        expect(logged).toEqual([{ firstname: pupil }])
      })
  })

  test('a record that is not offered is refused, and a head of one school is offered none of another', async () => {
    const wrong = [{ kind: 'guardian' as const, school_id: school.fow, id: atFow.other }]
    const refused = await school.create({ subject: 'guardian', id: school.anna, also: wrong }, both)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['also']])
    expect((await optionsOf('guardian', school.anna, school.head)).also).toEqual([])
    const right = [{ kind: 'guardian' as const, school_id: school.fow, id: atFow.anna }]
    expect((await school.create({ subject: 'guardian', id: school.anna, also: right })).statusCode).toBe(422)
  })

  test('without custody gets the own data and nothing about the child', async () => {
    await school.inFsw((tx) =>
      tx.updateTable('pupil_guardian').set({ has_custody: false }).where('guardian_id', '=', school.paul).execute(),
    )
    const opened = await school.open({ subject: 'guardian', id: school.paul })
    expect(
      foundIn(opened, ['Pauldamm', 'paulpost@example.org', '0152 33333333', 'Mia', 'wer das Sorgerecht hat']),
    ).toHaveLength(5)
    expect(foundIn(opened, ['Bemerkungswort', 'Annaweg', 'Geburtsdorf', 'Notenständer', 'FSW-2026-0001'])).toEqual([])
    await school.inFsw((tx) =>
      tx.updateTable('pupil_guardian').set({ has_custody: true }).where('guardian_id', '=', school.paul).execute(),
    )
  })

  test('the dialog warns of a blocking note and offers class D only to whom may see it', async () => {
    expect(await optionsOf('guardian', school.anna, both)).toMatchObject({
      ...{ has_blocking_note: true, may_include_sensitive: true },
    })
    const admin = await school.app.signedIn((await makeUser(school.app, { role: 'admin', schools: [school.fsw] })).id)
    expect(await optionsOf('pupil', school.mia, admin)).toMatchObject({
      ...{ has_blocking_note: true, may_include_sensitive: false },
    })
  })
})

describe('a teacher', () => {
  test('gets what is stored about the work and the account, without children and colleagues', async () => {
    const { app, fsw } = school
    const teacher = await school.makeTeacher()
    await inTransaction(app.platform.pool, (tx) => logAccountEvent(tx, { userId: teacher.user, action: 'login' }))
    await school.inFsw(async (tx) => {
      await tx
        .updateTable('employee')
        .set({ note: 'Dienstnotizwort', phone: '0152 88888888', measles_proof_seen_at: '2026-01-05' })
        .where('id', '=', teacher.employee)
        .execute()
      const user_id = teacher.user
      await insertRow(tx, 'saved_view', {
        ...{ school_id: fsw, user_id, name: 'Ansichtswort', page: 'pupils', query: 'search=Suchwort' },
      })
      await insertRow(tx, 'pupil_note', {
        ...{ school_id: fsw, pupil_id: school.mia, body_markdown: 'Kindernotizwort', created_by: user_id },
      })
    })
    const colleague = await school.makeTeacher()
    await school.inFsw((tx) =>
      tx.updateTable('employee').set({ lastname: 'Kolleginwort' }).where('id', '=', colleague.employee).execute(),
    )
    const opened = await school.open({ subject: 'employee', id: teacher.employee })
    const own = ['Dienstnotizwort', '0152 88888888', '05.01.2026', 'Ansichtswort', 'Suchwort', 'hat sich angemeldet']
    expect(foundIn(opened, own)).toEqual(own)
    expect(foundIn(opened, ['Kindernotizwort', 'Mia', 'Kolleginwort', 'argon2', 'Passwort der'])).toEqual([])
    expect(sectionsOf(opened.data.sections, 'app_user')).toHaveLength(1)
  })

  test('tells about the account only to whom may manage it: neither to a secretary without that right nor of an admin', async () => {
    const { app, fsw } = school
    const account = async (role: 'admin' | 'teacher_level_1', email: string) => {
      const { id } = await makeUser(app, { role, schools: [fsw], email })
      await app.signedIn(id)
      return makeEmployee(app, fsw, { user_id: id, lastname: 'Dienstwort' })
    }
    const admin = await account('admin', 'betrieb@example.org')
    const teacher = await account('teacher_level_1', 'lehrkraft@example.org')
    const rights = { role: 'schooladmin' as const, schools: [fsw], may_manage_users: false }
    const secretary = await app.signedIn((await makeUser(app, rights)).id)
    const words = [
      'betrieb@example.org',
      'lehrkraft@example.org',
      'ist nur als Prüfsumme',
      'gibt darüber gesondert Auskunft',
    ]
    const wordsFor = async (id: number, visitor: TestVisitor) => {
      const opened = await school.open({ subject: 'employee', id }, visitor)
      expect(foundIn(opened, ['Dienstwort'])).toHaveLength(1)
      return foundIn(opened, words)
    }
    expect(await wordsFor(teacher, secretary)).toEqual(words.slice(3))
    expect(await wordsFor(admin, secretary)).toEqual(words.slice(3))
    expect(await wordsFor(admin, school.head)).toEqual(words.slice(3))
    expect(await wordsFor(teacher, school.head)).toEqual(words.slice(1, 3))
  })

  test('without the right to manage accounts it stays unknown at which other schools the account is', async () => {
    const { app, fsw, fow } = school
    const { id: user_id } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw, fow] })
    const employee = await makeEmployee(app, fsw, { user_id })
    const schoolsFor = async (may_manage_users: boolean) => {
      const reader = await makeUser(app, { role: 'schooladmin', schools: [fsw, fow], may_manage_users })
      const opened = await school.open({ subject: 'employee', id: employee }, await app.signedIn(reader.id))
      return sectionsOf(opened.data.sections, 'school').length
    }
    expect([await schoolsFor(true), await schoolsFor(false)]).toEqual([2, 1])
  })

  test('an account gives the same, and that of an admin only to admins', async () => {
    const { app, fsw } = school
    const { id } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw], email: 'kontowort@example.org' })
    const opened = await school.open({ subject: 'user', id })
    expect(foundIn(opened, ['kontowort@example.org', 'Lehrer Level 1'])).toHaveLength(2)
    const admin = await makeUser(app, { role: 'admin', schools: [fsw] })
    expect((await school.create({ subject: 'user', id: admin.id })).statusCode).toBe(403)
    const visitor = await app.signedIn(admin.id)
    expect((await school.create({ subject: 'user', id: admin.id }, visitor)).statusCode).toBe(201)
  })
})

describe('an applicant', () => {
  test('is offered no class D, which only pupils have', async () => {
    const options = await optionsOf('registration', school.registration, school.head)
    expect(options).toMatchObject({ may_include_sensitive: false, has_blocking_note: false })
  })

  const APART = { street: 'Zweitgasse', house_number: '9', zip: '14467', city: 'Zweitstadt', same_address: false }
  let registration: number
  let contacts: { id: number; position: number }[]
  beforeAll(async () => {
    const { app, fsw } = school
    const made = await makeApplication(app, fsw, {
      ...{ firstname: 'Tom', lastname: 'Bewerber', mail: 'erste@example.org' },
      parent: { firstname: 'Erika', lastname: 'Bewerber' },
      second: { firstname: 'Zacharias', lastname: 'Zweitmann', mail: 'zweite@example.org' },
      meta: { motivation: 'Antwortwort', second_contact_unreachable: true, second_contact_note: 'Klagewort' },
    })
    registration = made.id
    contacts = await school.inFsw(async (tx) => {
      const rows = await tx
        .selectFrom('registration_contact')
        .select(['id', 'position'])
        .where('registration_id', '=', registration)
        .orderBy('position')
        .execute()
      await tx
        .updateTable('registration_contact')
        .set({ ...APART, phone: '0152 99999999' })
        .where('id', '=', rows[1]?.id ?? 0)
        .execute()
      await tx.updateTable('registration').set({ internal_note: 'Hauswort' }).where('id', '=', registration).execute()
      return rows
    })
  })
  const CHILD = ['Tom', 'Antwortwort']
  const FIRST = ['erste@example.org', '0331 123456', 'Dorfstraße', 'Klagewort']
  const SECOND = ['zweite@example.org', '0152 99999999', 'Zweitgasse', 'Zweitstadt']

  test('gets the application with the own data, not that of the other contact', async () => {
    const [first, second] = contacts
    const asked = { subject: 'registration', id: registration } as const
    const mine = await school.open({ ...asked, recipient_id: first?.id ?? 0 })
    expect(foundIn(mine, [...CHILD, ...FIRST, ...SECOND])).toEqual([...CHILD, ...FIRST])
    expect(foundIn(mine, ['Zweitmann'])).toEqual(['Zweitmann'])
    const theirs = await school.open({ ...asked, recipient_id: second?.id ?? 0 })
    expect(foundIn(theirs, [...CHILD, ...FIRST, ...SECOND])).toEqual([...CHILD, ...SECOND])
    expect((await school.create(asked)).statusCode).toBe(422)
  })

  test('a contact without custody gets only what is said of this person', async () => {
    const [, second] = contacts
    await school.inFsw((tx) =>
      tx
        .updateTable('registration_contact')
        .set({ has_custody: false })
        .where('id', '=', second?.id ?? 0)
        .execute(),
    )
    const opened = await school.open({ subject: 'registration', id: registration, recipient_id: second?.id ?? 0 })
    expect(foundIn(opened, [...CHILD, ...FIRST, ...SECOND])).toEqual(SECOND)
  })

  test('an open application of a guardian is offered in the package of this guardian', async () => {
    const erika = await school.inFsw((tx) =>
      insertRow(tx, 'guardian', {
        school_id: school.fsw,
        firstname: 'Erika',
        lastname: 'Bewerber',
        phone_home: '0331 123456',
      }),
    )
    const { also } = await optionsOf('guardian', erika, school.head)
    expect(also).toMatchObject([
      { kind: 'contact', id: contacts[0]?.id, text: expect.stringContaining('Bewerbung FSW-') },
    ])
    const confirmed = also.map(({ kind, school_id, id }) => ({ kind, school_id, id }))
    const opened = await school.open({ subject: 'guardian', id: erika, also: confirmed })
    expect(foundIn(opened, [...CHILD, ...SECOND])).toEqual(CHILD)
    expect(foundIn(await school.open({ subject: 'guardian', id: erika }), CHILD)).toEqual([])
  })
})
