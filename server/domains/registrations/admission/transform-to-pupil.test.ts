import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { openPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { confirmMails, type makeApplication } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTransformSchool, type TransformSchool } from '#server/test/transform-school.ts'

let school: TransformSchool
let app: TestApp
let head: TestVisitor
let fsw: number
beforeAll(async () => {
  school = await openTransformSchool()
  ;({ app, head, fsw } = school)
})
afterAll(() => app.stop())

let lastname: string
beforeEach(() => {
  lastname = school.freshName()
})

const accepted = (application: Parameters<typeof makeApplication>[2] = {}) =>
  school.accepted({ lastname, ...application })
const transform: TransformSchool['transform'] = (...call) => school.transform(...call)
const optionsOf: TransformSchool['optionsOf'] = (...call) => school.optionsOf(...call)

describe('the step to the pupil', () => {
  test('copies what domain §3.3 lists, with class, guardians and number', async () => {
    const id = await accepted({
      firstname: 'Mia',
      second: { firstname: 'Paul', lastname: 'Fern', mail: null },
      meta: { kita_name: 'Kita am See', kita_city: 'Potsdam', afterschool_care: 'long', motivation: 'Geheim' },
    })
    await confirmMails(app, fsw, id)
    const reply = await transform({ registration_id: id, schoolclass_id: school.classes['1a'] })
    expect([reply.statusCode, reply.json()]).toEqual([201, { pupil_id: expect.any(Number) }])
    const pupil = await school.read(reply.json().pupil_id)
    expect(pupil).toMatchObject({
      firstname: 'Mia',
      lastname,
      gender: 'f',
      birthdate: '2021-03-31',
      status: 'upcoming',
      date_entry: '2027-08-01',
      previous_institution: 'Kita am See',
      previous_city: 'Potsdam',
      previous_school_type: null,
      afterschool_care: 'long',
      address: { street: 'Dorfstraße', house_number: '1a', zip: '15999', city: 'Wacholderhain' },
      schoolclass: null,
      registration: { id },
      memberships: [
        {
          school_year: { name: '2027/2028' },
          schoolgrade: { grade: 1 },
          schoolclass: { id: school.classes['1a'], classgradePlain: '1a' },
          date_start: '2027-08-01',
          date_end: null,
        },
      ],
    })
    expect((await head.call(endpoints.get, { params: { id } })).json().admitted_to).toEqual({
      schoolclass: '1a',
      date_start: '2027-08-01',
    })
    expect(pupil.pupil_number).toMatch(/^FSW-\d{5}$/)
    expect(pupil.guardians).toMatchObject([
      {
        firstname: 'Anna',
        relationship: 'mother',
        has_custody: true,
        lives_with_pupil: true,
        receives_sicknote_mail: true,
        mail: 'anna@example.org',
        mail_verified_at: '2026-11-20T06:40:00Z',
        phone_home: '0331 123456',
        phone_mobile: null,
      },
      { firstname: 'Paul', has_custody: true, lives_with_pupil: false, receives_sicknote_mail: false, mail: null },
    ])
    expect(JSON.stringify(pupil)).not.toContain('Geheim')
  })

  test('notes who transformed when, in the application and by name in the log', async () => {
    const id = await accepted()
    const { pupil_id } = (await transform({ registration_id: id })).json()
    const { rows } = await app.database.pool.query('select name from app_user where id = $1', [school.headId])
    expect((await head.call(endpoints.get, { params: { id } })).json()).toMatchObject({
      pupil_id,
      transformed_at: '2026-11-20T06:40:00Z',
      transformed_by: rows[0].name,
      admitted_to: { schoolclass: null, date_start: '2027-08-01' },
      status: 'accepted',
    })
    const log = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'changed_fields'])
        .where('entity_type', '=', 'registration')
        .where('entity_id', '=', id)
        .where('user_id', '=', school.headId)
        .execute(),
    )
    expect(log).toEqual([
      { action: 'registration_transformed', changed_fields: ['pupil_id', 'transformed_at', 'transformed_by'] },
    ])
  })

  test('gives the pupil a parents’ link: random v4, found by hash, kept encrypted', async () => {
    const uuids: string[] = []
    for (const firstname of ['Eins', 'Zwei']) {
      const id = await accepted({ firstname })
      const { pupil_id } = (await transform({ id })).json()
      const { rows } = await app.database.owner.query('select * from pupil_link where pupil_id = $1', [pupil_id])
      const uuid = openPupilLink(app.platform.keys, { school_id: fsw, pupil_id }, rows[0].uuid_encrypted)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const hash = await app.database.owner.query('select sha256($1::bytea) as hash', [Buffer.from(uuid)])
      expect(rows[0].uuid_hash).toEqual(hash.rows[0].hash)
      expect(rows[0].school_id).toBe(String(fsw))
      uuids.push(uuid)
    }
    expect(new Set(uuids).size).toBe(2)
  })

  test('takes the registration object itself, as the spec sends it', async () => {
    const id = await accepted()
    const registration = (await head.call(endpoints.get, { params: { id } })).json()
    expect((await transform(registration)).statusCode).toBe(201)
  })

  test('a child whose first day has come is active, in the class from that day', async () => {
    const id = await accepted({
      year: '2026/2027',
      grade: 2,
      entry_type: 'lateral',
      birthdate: '2018-05-03',
      meta: {
        previous_school_name: 'GS am See',
        previous_school_city: 'Potsdam',
        previous_school_type: 'grundschule',
        previous_grade: 2,
      },
    })
    const active = (await optionsOf(id)).json() as TransformOptions
    expect(active.classes.map(({ classgradePlain }) => classgradePlain)).toEqual(['2a', '2b'])
    const { pupil_id } = (await transform({ id, schoolclass_id: active.classes[1]?.id })).json()
    expect(await school.read(pupil_id)).toMatchObject({
      status: 'active',
      schoolclass: { classgradePlain: '2b' },
      date_entry: '2026-08-01',
      previous_institution: 'GS am See',
      previous_school_type: 'grundschule',
      previous_grade: 2,
    })
  })

  test('sole custody: the one contact has it; a mobile number is kept as one', async () => {
    const id = await accepted()
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration_contact').set({ phone: '0170 1234567' }).where('registration_id', '=', id).execute(),
    )
    const { pupil_id } = (await transform({ id })).json()
    expect((await school.read(pupil_id)).guardians).toMatchObject([
      { has_custody: true, phone_mobile: '0170 1234567', phone_home: null, receives_sicknote_mail: false },
    ])
    const origins = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('guardian as g')
        .innerJoin('pupil_guardian as pg', 'pg.guardian_id', 'g.id')
        .select('g.mail_origin')
        .where('pg.pupil_id', '=', pupil_id)
        .execute(),
    )
    expect(origins).toEqual([{ mail_origin: 'application' }])
  })
})
