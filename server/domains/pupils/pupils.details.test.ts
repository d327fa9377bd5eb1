import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils.details.ts'
import { makeApplication, makeMembership, makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let mia: number
let ben: number

const signIn = async (role: 'admin' | 'schooladmin' | 'viewer' | 'teacher_level_1', schoolId: number) =>
  app.signedIn((await makeUser(app, { role, schools: [schoolId] })).id)

const read = (visitor: TestVisitor, id: number | string) => visitor.call(pupilDetailsEndpoints.get, { params: { id } })

beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await signIn('schooladmin', fsw)
  mia = await makePupil(app, fsw, { grade: 1, schoolclass: 'a', date_end: '2026-10-31', city: 'Königs Wusterhausen' })
  await makeMembership(app, fsw, { id: mia, grade: 1, schoolclass: 'b', date_start: '2026-11-01' })
  ben = await makePupil(app, fsw, { firstname: 'Ben', gender: 'm', grade: 2 })
  await insideSchool(app, fsw, async (tx) => {
    const guardian = (firstname: string, change = {}) =>
      tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname, lastname: 'Müller', mail: `${firstname}@example.org`, ...change })
        .returning('id')
        .executeTakeFirstOrThrow()
    const anna = await guardian('Anna')
    const paul = await guardian('Paul', { street: 'Fernweg', house_number: '9', zip: '10115', city: 'Berlin' })
    const link = { school_id: fsw, has_custody: true }
    await tx
      .insertInto('pupil_guardian')
      .values([
        { ...link, pupil_id: mia, guardian_id: anna.id, relationship: 'mother', lives_with_pupil: true },
        { ...link, pupil_id: mia, guardian_id: paul.id, relationship: 'father', position: 2 },
        { ...link, pupil_id: ben, guardian_id: anna.id, relationship: 'mother', lives_with_pupil: true },
      ])
      .execute()
    const { id } = await makeApplication(app, fsw)
    await tx.updateTable('registration').set({ pupil_id: mia }).where('id', '=', id).execute()
  })
})
afterAll(() => app.stop())

describe('one pupil', () => {
  test('for a head: all data classes, class of the day, history newest first, guardians, siblings and origin', async () => {
    const reply = await read(head, mia)
    expect(reply.statusCode).toBe(200)
    const pupil = reply.json()
    expect(pupil).toMatchObject({
      id: mia,
      pupil_number: 'FSW-00001',
      birthdate: '2018-05-03',
      schoolclass: { classgradePlain: '1b' },
      schoolgrade: { grade: 1 },
      school_year: { name: '2026/2027' },
      address: { city: 'Königs Wusterhausen', country: 'DE' },
      registration: { number: 'FSW-2027-0001' },
      version: 1,
    })
    expect(pupil.memberships).toMatchObject([
      { schoolclass: { classgradePlain: '1b' }, date_start: '2026-11-01', date_end: null },
      { schoolclass: { classgradePlain: '1a' }, date_start: '2026-08-01', date_end: '2026-10-31' },
    ])
    expect(pupil.guardians).toMatchObject([
      { firstname: 'Anna', relationship: 'mother', address: null },
      { firstname: 'Paul', relationship: 'father', address: { street: 'Fernweg', city: 'Berlin' } },
    ])
    expect(pupil.siblings).toEqual([
      { id: ben, firstname: 'Ben', lastname: 'Müller', lastname_prefix: null, status: 'active', schoolclass: null },
    ])
  })

  test('for a viewer: class A and gender, and no key of another class', async () => {
    const pupil = (await read(await signIn('viewer', fsw), mia)).json()
    expect(Object.keys(pupil).sort()).toEqual([
      'firstname',
      'gender',
      'has_blocking_note',
      'id',
      'lastname',
      'lastname_prefix',
      'memberships',
      'pupil_number',
      'school_year',
      'schoolclass',
      'schoolgrade',
      'status',
      'version',
    ])
  })

  test('in the bin is told to who manages pupils, for 30 days, and to nobody else', async () => {
    const gone = await makePupil(app, fsw, { lastname: 'Papierkorb' })
    const deleteAt = (deleted_at: string) =>
      insideSchool(app, fsw, (tx) => tx.updateTable('pupil').set({ deleted_at }).where('id', '=', gone).execute())
    await deleteAt('2026-11-01T00:00:00Z')
    expect((await read(head, gone)).json()).toMatchObject({
      lastname: 'Papierkorb',
      deleted_at: '2026-11-01T00:00:00Z',
    })
    expect((await read(await signIn('viewer', fsw), gone)).statusCode).toBe(404)
    await deleteAt('2026-10-01T00:00:00Z')
    expect((await read(head, gone)).statusCode).toBe(404)
  })

  test('unknown, of another school, long in the bin or not attached: one 404, byte for byte', async () => {
    const gone = await makePupil(app, fsw, { lastname: 'Papierkorb' })
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('pupil').set({ deleted_at: '2026-10-01T00:00:00Z' }).where('id', '=', gone).execute(),
    )
    const foreign = await makePupil(app, fow, { lastname: 'KANARIE' })
    const teacher = await signIn('teacher_level_1', fsw)
    const replies = await Promise.all([
      read(head, 999_999),
      read(head, foreign),
      read(head, gone),
      read(teacher, mia),
      read(await signIn('schooladmin', fow), mia),
    ])
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test('a teacher who walks all numbers finds nobody', async () => {
    const teacher = await signIn('teacher_level_1', fsw)
    const codes = await Promise.all(Array.from({ length: 30 }, (_, id) => read(teacher, id + 1)))
    expect(new Set(codes.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  })

  test('an id that is none is 422, a huge one 404', async () => {
    expect((await read(head, 'eins')).statusCode).toBe(422)
    expect((await read(head, '-1')).statusCode).toBe(422)
    expect((await read(head, Number.MAX_SAFE_INTEGER)).statusCode).toBe(404)
    expect((await read(head, '99999999999999999999')).statusCode).toBe(422)
  })

  test('only an admin’s read is logged, without a name', async () => {
    const views = () =>
      insideSchool(app, fsw, (tx) =>
        tx
          .selectFrom('user_log')
          .select(['action', 'entity_type', 'entity_id', 'changed_fields'])
          .where('action', '=', 'pupil_viewed')
          .execute(),
      )
    await read(head, mia)
    expect(await views()).toEqual([])
    const admin = await signIn('admin', fsw)
    await read(admin, mia)
    expect((await read(admin, 999_999)).statusCode).toBe(404)
    expect(await views()).toEqual([
      { action: 'pupil_viewed', entity_type: 'pupil', entity_id: mia, changed_fields: [] },
    ])
  })
})
