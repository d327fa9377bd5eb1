import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AGREEMENT_TEXTS, agreementEndpoints } from '#contract/registrations/registrations.agreement.ts'
import { registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { type AgreementSchool, openAgreementSchool } from '#server/test/agreement-families.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import type { OptinLink } from '#server/test/optin-families.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: AgreementSchool
beforeAll(async () => {
  school = await openAgreementSchool()
})
beforeEach(() => school.app.setNow(TEST_NOW))
afterAll(() => school.stop())

type Couple = Awaited<ReturnType<AgreementSchool['couple']>>
const NO_LINK: OptinLink = { school_short: 'fsw', contact_id: 0, contact_uuid: '' }
const linkOf = ({ links }: Couple, position: 1 | 2 = 2) => links[position - 1] ?? NO_LINK
const note = (id: number, on_paper: boolean, visitor = school.head) =>
  visitor.call(agreementEndpoints.noteOnPaper, { params: { id }, body: { on_paper } })
const answered = async (decision?: string) => {
  const couple = await school.couple()
  for (const position of [1, 2] as const) await school.families.confirm(linkOf(couple, position))
  if (decision) await school.answer(linkOf(couple), decision)
  return couple
}
const contactOf = async ({ id }: Couple) => (await school.details(id)).contacts[1]

describe('an agreement on paper', () => {
  test('is noted with person and time, once, and taken back', async () => {
    const couple = await answered()
    expect((await note(couple.id, true)).json()).toEqual({ agreement: 'agreed' })
    const first = await contactOf(couple)
    expect(first).toMatchObject({ agreement: 'agreed', is_agreed_on_paper: true, agreed_by: expect.any(String) })
    school.app.setNow(new Date(TEST_NOW.getTime() + 3_600_000))
    await Promise.all([note(couple.id, true), note(couple.id, true)])
    expect((await contactOf(couple))?.agreed_at).toBe(first?.agreed_at)
    expect((await note(couple.id, false)).json()).toEqual({ agreement: 'open' })
    await note(couple.id, false)
    const userId = expect.any(Number)
    expect(await school.eventsOf(couple.id)).toEqual([
      ['agreement_on_paper', 2, userId],
      ['agreement_paper_undone', 2, userId],
    ])
  })

  test('stands above a refusal by the link, which comes back with the note; a later refusal counts again', async () => {
    const couple = await answered('decline')
    expect((await note(couple.id, true)).json()).toEqual({ agreement: 'agreed' })
    expect((await note(couple.id, false)).json()).toEqual({ agreement: 'declined' })
    await note(couple.id, true)
    await school.answer(linkOf(couple), 'decline')
    expect(await contactOf(couple)).toMatchObject({ agreement: 'declined', is_agreed_on_paper: false })
  })

  test('changes nothing where the person agreed by the link', async () => {
    const couple = await answered('agree')
    await note(couple.id, true)
    await note(couple.id, false)
    expect(await contactOf(couple)).toMatchObject({ agreement: 'agreed', is_agreed_on_paper: false })
    expect(await school.eventsOf(couple.id)).toHaveLength(1)
  })

  test('is noted for a child who is a pupil, and refused once withdrawn, in the bin, or where none is collected', async () => {
    const couple = await answered()
    const pupil_id = await makePupil(school.app, school.fsw)
    await school.setRegistration(couple.id, { pupil_id, status: 'accepted' })
    const late = await school.answer(linkOf(couple), 'agree')
    expect([late.statusCode, late.json().message]).toEqual([409, AGREEMENT_TEXTS.over])
    expect((await note(couple.id, true)).statusCode).toBe(200)

    await school.setRegistration(couple.id, { pupil_id: null, withdrawn_at: TEST_NOW.toISOString() })
    expect((await note(couple.id, false)).json()).toMatchObject({ message: REGISTRATION_TEXTS.withdrawn })
    await school.setRegistration(couple.id, { deleted_at: TEST_NOW.toISOString() })
    expect((await note(couple.id, false)).statusCode).toBe(404)

    const { number } = await school.families.family()
    const [{ id } = { id: 0 }] = (
      await school.head.call(registrationEndpoints.list, { query: { search: number } as never })
    ).json().data
    const refused = await note(id, true)
    expect([refused.statusCode, refused.json().message]).toEqual([409, AGREEMENT_TEXTS.notAsked])
  })

  test('is no business of another school or of a teacher', async () => {
    const couple = await answered()
    const elsewhere = await school.headOf(school.fow)
    const unknown = await note(9_999_999, true, elsewhere)
    expect((await note(couple.id, true, elsewhere)).json()).toEqual(unknown.json())
    expect(unknown.statusCode).toBe(404)
    const teacher = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    expect((await note(couple.id, true, await school.app.signedIn(teacher.id))).statusCode).toBe(403)
    expect(await school.eventsOf(couple.id)).toEqual([])
  })
})

describe('a missing agreement', () => {
  const found = async (query: object) => {
    const { data } = (await school.head.call(registrationEndpoints.list, { query: query as never })).json()
    return data.map(({ id }: { id: number }) => id)
  }

  test('is a filter of the list, an open point of the transfer, and a task once somebody declined', async () => {
    const [open, declined, agreed] = [await answered(), await answered('decline'), await answered('agree')]
    const missing = await found({ agreement_missing: true, per_page: 0 })
    expect([open, declined, agreed].map(({ id }) => missing.includes(id))).toEqual([true, true, false])
    const refused = await found({ agreement_declined: true, per_page: 0 })
    expect([open, declined, agreed].map(({ id }) => refused.includes(id))).toEqual([false, true, false])
    const tasks = (await school.head.call(registrationTaskEndpoints.list)).json()
    expect(tasks.find(({ kind }: { kind: string }) => kind === 'agreement_declined')?.count).toBe(refused.length)
    const pointsOf = async ({ id }: Couple) => {
      await school.setRegistration(id, { status: 'accepted' })
      const options = await school.head.call(registrationEndpoints.transformOptions, { params: { id } })
      return options.json().open_points.filter((point: string) => point.startsWith('agreement'))
    }
    expect([await pointsOf(open), await pointsOf(declined), await pointsOf(agreed)]).toEqual([
      ['agreement_missing'],
      ['agreement_declined'],
      [],
    ])
  })

  test('is said to both parents on their status pages, without a name', async () => {
    const couple = await answered()
    await school.post.runAll()
    const read = async (position: 1 | 2) => {
      const mails = school.families.mailsTo(couple.mails[position - 1] ?? '')
      const [, token = ''] = /bewerbungsstatus\/([\w-]+)/.exec(mails.at(-1)?.text ?? '') ?? []
      return school.app.visitor().call(registrationFamilyEndpoints.status, { params: { token } })
    }
    const statusOf = async (position: 1 | 2) => (await read(position)).json().agreement
    expect([await statusOf(1), await statusOf(2)]).toEqual([
      { state: 'open', on: null, is_own: false },
      { state: 'open', on: null, is_own: true },
    ])
    await school.answer(linkOf(couple), 'decline')
    expect(await statusOf(1)).toEqual({ state: 'declined', on: '2026-11-20', is_own: false })
    expect((await read(1)).body).not.toMatch(/Ole|Berg|zwei\d/)
    await note(couple.id, true)
    expect(await statusOf(2)).toEqual({ state: 'agreed', on: '2026-11-20', is_own: true })
    await school.setRegistration(couple.id, { withdrawn_at: TEST_NOW.toISOString() })
    await note(couple.id, false)
    expect((await statusOf(1))?.state).toBe('agreed')
  })
})

describe('who is asked', () => {
  const apply = (answers: Record<string, unknown>) => school.couple(answers)
  const edit = async (id: number, change: (answers: never) => object, changed: string[]) => {
    const { answers, version } = await school.details(id)
    const reply = await school.head.call(registrationEditEndpoints.change, {
      params: { id },
      body: { ...change(answers as never), changed, version } as never,
    })
    return [reply.statusCode, reply.json().errors] as const
  }
  const agreementsOf = async (id: number) =>
    (await school.details(id)).contacts.map(({ agreement }: { agreement: unknown }) => agreement)

  test('is the second of two with custody, with an own address, and never by a tick', async () => {
    const ticked = await apply({ 'meta.joint_consent_declared': true })
    expect(await agreementsOf(ticked.id)).toEqual([null, 'open'])
    expect((await school.details(ticked.id)).answers.meta.joint_consent_declared).toBe(false)
    await expect(apply({ 'contacts.1.mail': '', 'contacts.1.phone': '0331 123456' })).rejects.toThrow('Pflichtfeld')
    await expect(
      apply({ 'contacts.0.mail': 'gleich@example.org', 'contacts.1.mail': 'Gleich+zwei@example.org' }),
    ).rejects.toThrow(AGREEMENT_TEXTS.sameMail)
  })

  test('is nobody who cannot be reached, until staff find an address', async () => {
    const couple = await apply({
      'meta.second_contact_unreachable': true,
      'meta.second_contact_note': 'Aufenthalt unbekannt',
      'contacts.1.mail': '',
    })
    expect(await agreementsOf(couple.id)).toEqual([null, null])
    const reached = await edit(
      couple.id,
      ({ meta, contacts, ...rest }: { meta: object; contacts: object[] }) => ({
        ...rest,
        meta: { ...meta, second_contact_unreachable: false },
        contacts: [contacts[0], { ...contacts[1], mail: 'gefunden@example.org' }],
      }),
      ['meta.second_contact_unreachable', 'contacts.1.mail'],
    )
    expect(reached[0]).toBe(200)
    expect(await agreementsOf(couple.id)).toEqual([null, 'open'])
  })

  test('is a second person whom staff add, and answers anew for another person', async () => {
    const couple = await answered('agree')
    const renamed = await edit(
      couple.id,
      ({ contacts, ...rest }: { contacts: object[] }) => ({
        ...rest,
        contacts: [contacts[0], { ...contacts[1], firstname: 'Jan' }],
      }),
      ['contacts.1.firstname'],
    )
    expect(renamed[0]).toBe(200)
    expect(await agreementsOf(couple.id)).toEqual([null, 'open'])

    const sole = await school.families.family()
    const [{ id } = { id: 0 }] = (
      await school.head.call(registrationEndpoints.list, { query: { search: sole.number } as never })
    ).json().data
    const second = { firstname: 'Ole', lastname: 'Berg', relationship: 'father', same_address: true }
    const withSecond =
      (mail: string) =>
      ({ meta, contacts, ...rest }: { meta: object; contacts: object[] }) => ({
        ...rest,
        meta: { ...meta, custody: 'joint' },
        contacts: [contacts[0], { ...second, mail }],
      })
    const keys = ['meta.custody', ...Object.keys({ ...second, mail: '' }).map((key) => `contacts.1.${key}`)]
    expect(await edit(id, withSecond(sole.mail), keys)).toEqual([
      422,
      { 'contacts.1.mail': [AGREEMENT_TEXTS.sameMailForStaff] },
    ])
    expect((await edit(id, withSecond('ole.neu@example.org'), keys))[0]).toBe(200)
    expect(await agreementsOf(id)).toEqual([null, 'open'])
  })

  test('keeps the answer through later changes of the setting', async () => {
    const couple = await answered('agree')
    await school.set({ second_agreement_by_link: false })
    expect(await agreementsOf(couple.id)).toEqual([null, 'agreed'])
    const rows = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('registration_contact').select('agreement').where('registration_id', '=', couple.id).execute(),
    )
    expect(rows.map(({ agreement }) => agreement)).toContain('agreed')
    const declared = await apply({ 'meta.joint_consent_declared': true })
    expect(await agreementsOf(declared.id)).toEqual([null, null])
    await school.set({ second_agreement_by_link: true })
  })
})
