import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makeApplication, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTwoSchools } from '#server/test/two-schools.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
beforeAll(async () => {
  ;({ app, fsw, fow, head } = await openTwoSchools())
})
afterAll(() => app.stop())

const get = (id: number, visitor = head) => visitor.call(endpoints.get, { params: { id } })
const details = async (id: number) => {
  const reply = await get(id)
  expect(reply.statusCode).toBe(200)
  return reply.json() as RegistrationDetails
}
const logOf = (id: number) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select('action')
      .where('entity_type', '=', 'registration')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('the details of an application', () => {
  test('hold all answers in the form’s shape, contacts with their mails, and the facts of the form', async () => {
    const { id } = await makeApplication(app, fsw, {
      second: { firstname: 'Paul', lastname: 'Fern', mail: 'paul@example.org' },
      meta: { siblings: [{ firstname: 'Ben', lastname: 'Müller', school_short: 'fsw', relation: 'enrolled' }] },
    })
    const [first] = (await details(id)).contacts
    await head.call(endpoints.resendContactOptin, { params: { contactId: first?.id ?? 0 } })
    const registration = await details(id)
    expect(registration).toMatchObject({
      id,
      source: 'web',
      form_version: '2026.1',
      mail_state: 'unverified',
      internal_note: null,
      pupil_id: null,
      status_history: [{ from: null, to: 'new', at: '2026-11-20T06:40:00Z', by: null }],
    })
    expect(registration.answers).toMatchObject({
      desired_grade: 1,
      desired_start_date: '2027-08-01',
      meta: { entry_type: 'regular', child_lastname: 'Müller', custody: 'joint', no_kita: false, motivation: null },
      contacts: [
        { firstname: 'Anna', same_address: true },
        { firstname: 'Paul', same_address: false },
      ],
    })
    expect(registration.answers.meta.siblings).toHaveLength(1)
    expect(registration.form).toMatchObject({ variant: 'primary', schoolyears: [{ name: '2027/2028' }] })
    expect(registration.contacts).toMatchObject([
      { position: 1, fullname: 'Anna Müller', has_custody: true, mails: [{ state: 'queued', sent_at: null }] },
      { position: 2, fullname: 'Paul Fern', has_custody: true, mails: [] },
    ])
    expect(JSON.stringify(registration)).not.toContain('uuid')
  })

  test('say that the child applied twice for this year, not for another and not withdrawn', async () => {
    const child = { lastname: 'Doppelt', birthdate: '2021-02-02' }
    await makeApplication(app, fsw, { ...child, year: '2026/2027' })
    const { id } = await makeApplication(app, fsw, child)
    const withdrawn = await makeApplication(app, fsw, child)
    await setApplication(app, fsw, { id: withdrawn.id, withdrawn_at: '2026-11-19T09:00:00Z' })
    expect((await details(id)).possible_duplicate).toBeNull()
    await makeApplication(app, fsw, { ...child, firstname: 'Mia-Lena' })
    expect((await details(id)).possible_duplicate).toEqual({
      child_firstname: 'Mia-Lena',
      child_lastname: 'Doppelt',
      child_birthdate: '2021-02-02',
    })
  })

  test('unknown, deleted, another school’s: one 404, byte for byte', async () => {
    const { id: deleted } = await makeApplication(app, fsw)
    await head.call(endpoints.remove, { params: { id: deleted } })
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    const replies = await Promise.all([999_999, deleted, foreign].map((id) => get(id)))
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test('are open to heads alone', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await get(id, app.visitor())).statusCode).toBe(401)
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
      expect((await get(id, visitor)).statusCode).toBe(403)
    }
  })
})

describe('the internal note', () => {
  const note = (id: number, body: object) => head.call(endpoints.saveNote, { params: { id }, body })

  test('is written, cleaned, emptied; the same text changes nothing', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await note(id, { internal_note: '  Ruft an. \r\nMontag ', version: 1 })).json()).toEqual({
      internal_note: 'Ruft an.\nMontag',
      version: 2,
    })
    expect((await note(id, { internal_note: 'Ruft an.\nMontag', version: 1 })).json().version).toBe(2)
    expect((await note(id, { internal_note: '', version: 2 })).json()).toEqual({ internal_note: null, version: 3 })
  })

  test('is at most 2000 characters, needs a version, and an application', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await note(id, { internal_note: 'x'.repeat(2000), version: 1 })).statusCode).toBe(200)
    expect((await note(id, { internal_note: 'x'.repeat(2001), version: 2 })).json().errors).toHaveProperty(
      'internal_note',
    )
    expect((await note(id, { internal_note: 'x' })).json().errors).toHaveProperty('version')
    expect((await note(999_999, { internal_note: 'x', version: 1 })).statusCode).toBe(404)
  })

  test('leaves only the name of the field in the log', async () => {
    const { id } = await makeApplication(app, fsw)
    await note(id, { internal_note: 'Geheimnis', version: 1 })
    const rows = await insideSchool(app, fsw, (tx) => tx.selectFrom('user_log').selectAll().orderBy('id').execute())
    expect(JSON.stringify(rows)).not.toContain('Geheimnis')
    expect(rows.at(-1)).toMatchObject({ action: 'registration_updated', changed_fields: ['internal_note'] })
  })
})

describe('the bin', () => {
  const remove = (id: number) => head.call(endpoints.remove, { params: { id } })
  const restore = (id: number, visitor = head) => visitor.call(endpoints.restore, { params: { id } })

  test('takes an application and gives it back within 30 days, each logged by its name', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await remove(id)).json()).toEqual({ message: REGISTRATION_TEXTS.deleted })
    expect((await remove(id)).statusCode).toBe(404)
    app.setNow(new Date(TEST_NOW.getTime() + 30 * 24 * 60 * 60_000 - 1))
    expect((await restore(id)).json()).toEqual({ message: REGISTRATION_TEXTS.restored })
    app.setNow(TEST_NOW)
    expect((await details(id)).status).toBe('new')
    expect((await logOf(id)).map(({ action }) => action)).toEqual([
      'registration_created',
      'registration_deleted',
      'registration_restored',
    ])
  })

  test('after 30 days, when it was never deleted, or of another school: 404', async () => {
    const { id } = await makeApplication(app, fsw)
    const unknown = await restore(999_999)
    expect((await restore(id)).body).toBe(unknown.body)
    await remove(id)
    const other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    expect((await restore(id, other)).body).toBe(unknown.body)
    app.setNow(new Date(TEST_NOW.getTime() + 30 * 24 * 60 * 60_000))
    expect([(await restore(id)).statusCode, (await restore(id)).body]).toEqual([404, unknown.body])
    app.setNow(TEST_NOW)
  })

  test('deleting what became a pupil leaves the pupil', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Bleibt', birthdate: '2021-12-12' })
    await setApplication(app, fsw, { id, status: 'accepted' })
    const { pupil_id } = (await head.call(endpoints.transformToPupil, { body: { id } })).json()
    expect((await remove(id)).statusCode).toBe(200)
    const pupil = await head.call(pupilDetailsEndpoints.get, { params: { id: pupil_id } })
    expect([pupil.statusCode, pupil.json().registration]).toEqual([200, null])
  })
})
