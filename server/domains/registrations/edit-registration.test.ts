import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGES } from '#contract/formats.ts'
import { registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { confirmMails, makeApplication } from '#server/test/child-factories.ts'
import { type EditSchool, openEditSchool } from '#server/test/edit-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { listMailsTo, TO_NOBODY } from '#server/test/logged-mails.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'

let school: EditSchool
let post: PostOffice
beforeAll(async () => {
  school = await openEditSchool()
  post = await openPostOffice(school.app)
})
afterAll(async () => {
  await post.stop()
  await school.app.stop()
})

const JOINT = { second: { firstname: 'Jan', lastname: 'Müller', mail: 'jan@example.org' } }
const recipients = () => post.mails.flatMap(({ to }) => (to ?? []).map(({ address }) => address))
const errorsOf = async (id: number, answers: Record<string, unknown>) => {
  const reply = await school.edit(id, { answers })
  expect([reply.statusCode, reply.body].join(' ')).toContain('422')
  return reply.json().errors
}

describe('changed answers', () => {
  test('are cleaned and written, and nothing else that the body says', async () => {
    const { id, number } = await makeApplication(school.app, school.fsw)
    const reply = await school.edit(id, {
      answers: {
        'meta.child_firstname': '  Mia  Sofie ',
        'contacts.0.phone': '0331/98765-4',
        'meta.child_city': 'Anders',
      },
      changed: ['meta.child_firstname', 'contacts.0.phone'],
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { version: 2, changed: ['meta.child_firstname', 'contacts.0.phone'] },
    ])
    const after = await school.details(id)
    expect(after).toMatchObject({
      number,
      meta: { child_firstname: 'Mia Sofie' },
      answers: { meta: { child_city: 'Wacholderhain' } },
      events: [{ kind: 'edited', fields: ['meta.child_firstname', 'contacts.0.phone'] }],
    })
    expect(after.contacts[0]?.phone).toContain('331')
    const [logged] = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('user_log').selectAll().where('action', '=', 'registration_edited').execute(),
    )
    expect(logged).toMatchObject({ entity_id: id, entity_type: 'registration' })
    expect(JSON.stringify(logged)).not.toContain('Sofie')
  })

  test('equal to the stored ones write nothing: no version, no event', async () => {
    const { id } = await makeApplication(school.app, school.fsw)
    const before = await school.details(id)
    const same = { 'meta.child_zip': ' 15999', 'meta.child_firstname': 'Mia ', desired_grade: '1' }
    expect((await school.edit(id, { answers: same })).json()).toEqual({ version: 1, changed: [] })
    expect((await school.edit(id, { answers: {} })).json()).toEqual({ version: 1, changed: [] })
    expect(await school.details(id)).toEqual(before)
  })

  test('are refused when an address would begin a formula', async () => {
    const { id } = await makeApplication(school.app, school.fsw)
    const answers = { 'meta.child_street': '=HYPERLINK(A1)', 'meta.child_city': '@SUM(A1)' }
    expect(await errorsOf(id, answers)).toEqual({
      'meta.child_street': [MESSAGES.address],
      'meta.child_city': [MESSAGES.address],
    })
  })

  test('are refused by their fields, and by the fields they touch', async () => {
    const { id } = await makeApplication(school.app, school.fsw)
    expect(await errorsOf(id, { 'meta.child_firstname': '', 'contacts.0.mail': 'kein' })).toEqual({
      'meta.child_firstname': ['Dieses Feld ist ein Pflichtfeld.'],
      'contacts.0.mail': ['Dies ist keine gültige E-Mail-Adresse.'],
    })
    const joint = await errorsOf(id, { 'meta.custody': 'joint' })
    expect(Object.keys(joint).sort()).toEqual([
      'contacts.1.firstname',
      'contacts.1.lastname',
      'contacts.1.relationship',
    ])
    expect(await school.details(id)).toMatchObject({ version: 1, events: [] })
  })

  test('of a declaration of the family, or of an unknown key, are refused', async () => {
    const { id } = await makeApplication(school.app, school.fsw)
    for (const changed of [['meta.truth_confirmed'], ['meta.joint_consent_declared'], ['status'], ['__proto__']]) {
      expect((await school.edit(id, { answers: {}, changed })).statusCode).toBe(422)
    }
  })

  test('are taken although an earlier form left another answer that today’s rules refuse', async () => {
    const { id } = await makeApplication(school.app, school.fsw, {
      birthdate: '2025-01-01',
      meta: { previous_grade: 13 },
    })
    expect((await school.edit(id, { answers: { 'meta.child_city': 'Potsdam' } })).statusCode).toBe(200)
    expect((await school.details(id)).answers.meta).toMatchObject({
      child_city: 'Potsdam',
      child_birthdate: '2025-01-01',
    })
    expect(Object.keys(await errorsOf(id, { 'meta.child_birthdate': '2025-01-02' }))).toEqual(['meta.child_birthdate'])
  })

  test('are taken for a year that is over, too', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Altjahr' })
    const { answers } = await school.details(id)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('schoolyear').set({ state: 'closed' }).where('id', '=', answers.school_year_id).execute(),
    )
    const reply = await school.edit(id, { answers: { 'meta.child_city': 'Potsdam' } })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('schoolyear').set({ state: 'planned' }).where('id', '=', answers.school_year_id).execute(),
    )
    expect([reply.statusCode, reply.json().changed]).toEqual([200, ['meta.child_city']])
  })

  test('of what is withdrawn or transformed are 409, of the bin, another school or nobody one 404', async () => {
    const city = { answers: { 'meta.child_city': 'X' } }
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Zurück' })
    await school.head.call(withdrawalEndpoints.withdraw, { params: { id }, body: {} })
    const withdrawn = await school.edit(id, city)
    expect([withdrawn.statusCode, withdrawn.json().message]).toEqual([409, REGISTRATION_TEXTS.withdrawn])
    const other = await makeApplication(school.app, school.fsw, { lastname: 'Fertig', birthdate: '2021-01-01' })
    await school.status(other.id, 'accepted')
    await school.head.call(endpoints.transformToPupil, { body: { registration_id: other.id } })
    const transformed = await school.edit(other.id, city)
    expect([transformed.statusCode, transformed.json().message]).toEqual([409, REGISTRATION_TEXTS.transformed])

    const { id: binned } = await makeApplication(school.app, school.fsw, { lastname: 'Weg' })
    const { answers } = await school.details(binned)
    await school.head.call(endpoints.remove, { params: { id: binned } })
    const { id: foreign } = await makeApplication(school.app, school.fow, { grade: 7 })
    const body = { ...answers, changed: ['meta.child_city'], version: 1 }
    const replies = await Promise.all(
      [binned, foreign, 999_999].map((one) =>
        school.head.call(registrationEditEndpoints.change, { params: { id: one }, body }),
      ),
    )
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test.each(['teacher_level_1', 'viewer'] as const)('by a %s are 403', async (role) => {
    const { id } = await makeApplication(school.app, school.fsw)
    const visitor = await school.app.signedIn((await makeUser(school.app, { role, schools: [school.fsw] })).id)
    expect((await school.edit(id, { answers: { 'meta.child_city': 'X' } }, visitor)).statusCode).toBe(403)
    expect((await school.details(id)).version).toBe(1)
  })
})

describe('people', () => {
  test('a changed address is unconfirmed, its links are dead, and it is asked at once', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Adresse', ...JOINT })
    await confirmMails(school.app, school.fsw, id)
    await post.runAll()
    post.mails.length = 0
    await school.edit(id, { answers: { 'contacts.0.mail': 'Neu@Example.org' } })
    const { contacts, events } = await school.details(id)
    expect(contacts).toMatchObject([
      { mail: 'Neu@example.org', mail_verified_at: null, mail_state: 'unverified' },
      { mail: 'jan@example.org', mail_state: 'verified' },
    ])
    expect(events.map(({ kind, contact_position }) => [kind, contact_position])).toEqual([
      ['edited', null],
      ['mail_changed', 1],
    ])
    await post.runAll()
    expect(recipients()).toEqual(['Neu@example.org'])
    const links = await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .selectFrom('registration_contact_link')
        .select('mail')
        .where('contact_id', '=', contacts[0]?.id ?? 0)
        .execute(),
    )
    expect(links).toEqual([{ mail: 'Neu@example.org' }])
  })

  test('another phone number sends nothing and leaves the address confirmed', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Telefon' })
    await confirmMails(school.app, school.fsw, id)
    await post.runAll()
    post.mails.length = 0
    await school.edit(id, { answers: { 'contacts.0.phone': '0331 4711' } })
    await post.runAll()
    expect(post.mails).toHaveLength(0)
    expect((await school.details(id)).contacts[0]).toMatchObject({ mail_state: 'verified' })
  })

  test('an address taken away leaves nothing to confirm', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Ohne' })
    await confirmMails(school.app, school.fsw, id)
    await school.edit(id, { answers: { 'contacts.0.mail': '' } })
    expect((await school.details(id)).contacts[0]).toMatchObject({
      mail: null,
      mail_verified_at: null,
      mail_state: 'none',
    })
  })

  test('joint custody adds the second person, who is asked; sole custody takes it away with all of it', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Zweite' })
    await post.runAll()
    post.mails.length = 0
    const person = { firstname: 'Jan', lastname: 'Groß', relationship: 'father', mail: 'jan.gross@example.org' }
    const people = Object.fromEntries(Object.entries(person).map(([key, value]) => [`contacts.1.${key}`, value]))
    expect((await school.edit(id, { answers: { 'meta.custody': 'joint', ...people } })).statusCode).toBe(200)
    expect((await school.details(id)).contacts).toMatchObject([
      { position: 1, has_custody: true },
      { position: 2, has_custody: true, ...person },
    ])
    await post.runAll()
    expect(recipients()).toEqual(['jan.gross@example.org'])
    const second = (await school.details(id)).contacts[1]?.id ?? 0
    expect(await listMailsTo(school.app, school.fsw, second)).toMatchObject([{ recipient_masked: 'j***@example.org' }])
    const sole = await school.edit(id, { answers: { 'meta.custody': 'sole' } })
    expect(sole.json().changed).toContain('contacts.1.firstname')
    expect((await school.details(id)).contacts).toHaveLength(1)
    expect(await listMailsTo(school.app, school.fsw, second)).toEqual([TO_NOBODY])
  })

  test('a person who can no longer be reached loses the stored contact data', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Fern', ...JOINT })
    await school.edit(id, {
      answers: { 'meta.second_contact_unreachable': true, 'meta.second_contact_note': 'unbekannt verzogen' },
    })
    expect((await school.details(id)).contacts[1]).toMatchObject({ firstname: 'Jan', mail: null, phone: null })
  })

  describe('a wish to withdraw', () => {
    const wishing = async (position: 1 | 2) => {
      const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Wunsch', ...JOINT })
      await insideSchool(school.app, school.fsw, (tx) =>
        tx
          .updateTable('registration')
          .set({
            withdraw_requested_at: '2026-11-20T06:00:00Z',
            withdraw_requested_position: position,
            withdraw_reason: 'Umzug',
          })
          .where('id', '=', id)
          .execute(),
      )
      return id
    }
    const wishOf = (id: number) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx
          .selectFrom('registration')
          .select(['withdraw_requested_at', 'withdraw_requested_position', 'withdraw_reason'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )

    test.each<[string, 1 | 2, Record<string, unknown>]>([
      ['whose address changes', 1, { 'contacts.0.mail': 'wunsch@example.org' }],
      ['whose address is taken away', 1, { 'contacts.0.mail': '' }],
      ['who is replaced by somebody else', 2, { 'contacts.1.firstname': 'Pia', 'contacts.1.lastname': 'Groß' }],
      ['who is taken away', 2, { 'meta.custody': 'sole' }],
    ])('ends with the contact %s, and the timeline says so', async (_title, position, answers) => {
      const id = await wishing(position)
      const reply = await school.edit(id, { answers })
      expect(reply.statusCode, reply.body).toBe(200)
      expect(await wishOf(id)).toEqual({
        withdraw_requested_at: null,
        withdraw_requested_position: null,
        withdraw_reason: null,
      })
      const ended = (await school.details(id)).events.filter(({ kind }) => kind === 'withdraw_declined')
      expect(ended).toMatchObject([{ contact_position: position, note: 'Kontakt geändert', by: expect.any(String) }])
      expect((await school.head.call(withdrawalEndpoints.decline, { params: { id } })).statusCode).toBe(409)
    })

    test.each<[string, 1 | 2, Record<string, unknown>]>([
      ['the address of the other contact', 1, { 'contacts.1.mail': 'andere@example.org' }],
      ['that the other contact is gone', 1, { 'meta.custody': 'sole' }],
      ['another phone number and a married name', 1, { 'contacts.0.phone': '0331 4712', 'contacts.0.lastname': 'Neu' }],
    ])('outlasts %s', async (_title, position, answers) => {
      const id = await wishing(position)
      expect((await school.edit(id, { answers })).statusCode).toBe(200)
      expect(await wishOf(id)).toMatchObject({ withdraw_requested_position: position, withdraw_reason: 'Umzug' })
    })
  })
})
