import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { makeApplication, makeMembership, makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
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
      school_type: 'primary',
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

  test('for a viewer: class A and gender, no key of another class, and no day of entry or exit', async () => {
    const pupil = (await read(await signIn('viewer', fsw), mia)).json()
    expect(Object.keys(pupil).sort()).toEqual([
      'firstname',
      'gender',
      'has_blocking_note',
      'id',
      'lastname',
      'lastname_prefix',
      'pupil_number',
      'school_year',
      'schoolclass',
      'schoolgrade',
      'status',
      'version',
    ])
    expect(JSON.stringify(pupil)).not.toMatch(/\d{4}-\d{2}-\d{2}/)
    expect(pupil).toMatchObject({ schoolclass: { classgradePlain: '1b' }, school_year: { name: '2026/2027' } })
  })

  test('in the bin is visible for 30 days to users who manage pupils, and to nobody else', async () => {
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

  test('unknown, of another school, long in the bin or not attached: the same 404, byte for byte', async () => {
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

  test('a teacher who tries all ids finds nobody', async () => {
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
})

/** The keys that each role gets of a visible child (domain §1.0). */
const CLASS_A = [
  ...[
    'id',
    'pupil_number',
    'lastname',
    'lastname_prefix',
    'firstname',
    'gender',
    'status',
    'schoolclass',
    'schoolgrade',
  ],
  ...['school_year', 'version', 'has_blocking_note'],
]
const CLASS_B = [
  ...['firstnames_all', 'birthname', 'birthdate', 'birthplace', 'birth_country', 'nationalities', 'immigration_year'],
  ...['family_language', 'first_enrolment_year', 'enrolment_kind', 'kita_years', 'school_recommendation'],
  ...['foreign_languages', 'afterschool_care', 'afterschool_days', 'swim_level', 'measles_proof_seen_at'],
  ...['measles_proof_kind', 'date_entry', 'date_exit', 'exit_reason', 'next_school', 'previous_institution'],
  ...['previous_city', 'previous_school_type', 'previous_grade', 'memberships'],
]
const CLASS_C = ['address', 'phone', 'mail', 'may_go_home_alone', 'guardians', 'contact_persons', 'siblings']
const OF_HEADS = ['note', 'school_type', 'is_removable', 'registration']

describe('the data classes', () => {
  let teacher: TestVisitor

  beforeAll(async () => {
    const user = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
    const employee = await makeEmployee(app, fsw, { user_id: user.id })
    await insideSchool(app, fsw, async (tx) => {
      const attached = await tx
        .selectFrom('pupil_schoolclass')
        .select('schoolclass_id')
        .where('pupil_id', '=', mia)
        .where('date_end', 'is', null)
        .executeTakeFirstOrThrow()
      const row = { school_id: fsw, employee_id: employee, function: 'responsible', date_start: '2026-08-01' }
      await tx
        .insertInto('schoolclass_employee')
        .values({ ...row, schoolclass_id: attached.schoolclass_id ?? 0 })
        .execute()
      await tx
        .updateTable('pupil')
        .set({ note: 'Klasse E', nationalities: ['DEU'], birthplace: 'Klasse B', may_go_home_alone: true })
        .where('id', '=', mia)
        .execute()
      const person = { school_id: fsw, pupil_id: mia, firstname: 'Oma', lastname: 'Meyer', phone: '0331 1' }
      await tx.insertInto('pupil_contact_person').values(person).execute()
    })
    teacher = await app.signedIn(user.id)
  })

  test('of a head and an admin: A, B, C and E; of a teacher A, B, C; of a viewer A', async () => {
    const keysOf = async (visitor: TestVisitor) => Object.keys((await read(visitor, mia)).json()).sort()
    const forHeads = [...CLASS_A, ...CLASS_B, ...CLASS_C, ...OF_HEADS].sort()
    expect(await keysOf(head)).toEqual(forHeads)
    expect(await keysOf(await signIn('admin', fsw))).toEqual(forHeads)
    expect(await keysOf(teacher)).toEqual([...CLASS_A, ...CLASS_B, ...CLASS_C].sort())
    expect(await keysOf(await signIn('viewer', fsw))).toEqual([...CLASS_A].sort())
  })

  test('a teacher gets neither where a guardian lives who lives apart nor which proof of custody was seen', async () => {
    const { guardians, contact_persons } = (await read(teacher, mia)).json()
    const [anna, paul] = guardians
    expect(anna).toMatchObject({ has_custody: true, address: null, may_pickup: true, mail: 'Anna@example.org' })
    for (const guardian of [anna, paul]) expect(guardian).not.toHaveProperty('custody_proof_seen_at')
    expect(paul).not.toHaveProperty('address')
    expect(JSON.stringify(guardians)).not.toContain('Fernweg')
    expect(contact_persons).toMatchObject([{ firstname: 'Oma', phone: '0331 1', is_emergency: true, version: 1 }])
  })

  test('siblings and the other children of a guardian are those the viewer may see', async () => {
    const forHead = (await read(head, mia)).json()
    expect(forHead.guardians[0].also_for).toEqual([{ id: ben, firstname: 'Ben', classgradePlain: null }])
    const forTeacher = (await read(teacher, mia)).json()
    expect([forTeacher.guardians[0].also_for, forTeacher.siblings]).toEqual([[], []])
  })

  test('everybody is warned of a blocking note while it is valid; what it says is elsewhere', async () => {
    const viewer = await signIn('viewer', fsw)
    const isBlocked = async () => (await read(viewer, mia)).json().has_blocking_note
    expect(await isBlocked()).toBe(false)
    const [{ id } = { id: 0 }] = await insideSchool(app, fsw, (tx) =>
      tx
        .insertInto('pupil_sensitive')
        .values({
          ...{ school_id: fsw, pupil_id: mia, kind: 'blocking_note', value_encrypted: Buffer.from('Klasse D') },
          ...{ legal_basis: 'Gericht', confirmed_at: '2026-11-20', valid_until: '2026-11-20' },
        })
        .returning('id')
        .execute(),
    )
    expect(await isBlocked()).toBe(true)
    expect((await read(head, mia)).body).not.toContain('Klasse D')
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('pupil_sensitive').set({ valid_until: '2026-11-19' }).where('id', '=', id).execute(),
    )
    expect(await isBlocked()).toBe(false)
  })
})
