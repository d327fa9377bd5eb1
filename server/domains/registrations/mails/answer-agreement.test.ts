import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { AGREEMENT_TEXTS } from '#contract/registrations/registrations.agreement.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { type AgreementSchool, openAgreementSchool } from '#server/test/agreement-families.ts'
import { insideSchool } from '#server/test/factories.ts'
import type { OptinLink } from '#server/test/optin-families.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: AgreementSchool
beforeAll(async () => {
  school = await openAgreementSchool()
})
beforeEach(() => school.app.setNow(TEST_NOW))
afterAll(() => school.stop())

const NO_LINK: OptinLink = { school_short: 'fsw', contact_id: 0, contact_uuid: '' }
const linkOf = ({ links }: { links: OptinLink[] }, position: 1 | 2 = 2) => links[position - 1] ?? NO_LINK
const replyOf = ({ statusCode, json }: Awaited<ReturnType<AgreementSchool['answer']>>) => [statusCode, json().message]
const invalid = [404, OPTIN_TEXTS.invalid]

/** Two parents of whom the second has confirmed the address. */
const confirmedCouple = async (answers = {}) => {
  const couple = await school.couple(answers)
  const reply = await school.families.confirm(linkOf(couple))
  return { ...couple, confirmation: reply.json() }
}

describe('the second person', () => {
  test('sees what it is about after confirming the address, and not before', async () => {
    const couple = await school.couple()
    expect((await school.families.look(linkOf(couple))).json()).toEqual({ state: 'open' })
    const { agreement } = (await school.families.confirm(linkOf(couple))).json()
    expect(agreement).toEqual({
      number: couple.number,
      child_firstname: 'Mia',
      school_year: '2027/2028',
      desired_grade: 1,
      applicant: 'Anna Müller',
      state: 'open',
      answered_at: null,
      is_on_paper: false,
      answer: 'possible',
    })
    expect((await school.families.look(linkOf(couple))).json()).toMatchObject({ state: 'already', agreement })
    expect(await school.second(couple)).toMatchObject({ agreement: 'open', agreed_at: null, declined_at: null })
  })

  test('agrees once, with a proof that has no network address', async () => {
    const couple = await confirmedCouple()
    school.app.setNow(new Date('2026-11-21T09:30:00Z'))
    const first = await school.answer(linkOf(couple), 'agree', { 'user-agent': 'Mozilla/5.0 Gecko/1 Firefox/140.0' })
    expect(first.json()).toMatchObject({ state: 'agreed', answered_at: '2026-11-21T09:30:00Z', answer: 'possible' })
    school.app.setNow(new Date('2026-11-22T09:30:00Z'))
    expect((await school.answer(linkOf(couple), 'agree')).json()).toEqual(first.json())
    const { agreed_at, agreed_by, declined_at, agreement_proof } = await school.second(couple)
    expect({ agreed_at, agreed_by, declined_at }).toEqual({
      agreed_at: '2026-11-21T09:30:00Z',
      agreed_by: null,
      declined_at: null,
    })
    expect(agreement_proof).toEqual({
      template_version: '2026.1',
      sent_at: expect.any(String),
      answered_at: '2026-11-21T09:30:00.000Z',
      user_agent_family: 'Firefox',
    })
    expect(await school.eventsOf(couple.id)).toEqual([['agreement_given', 2, null]])
  })

  test('declines, and agrees later after all; nothing is deleted', async () => {
    const couple = await confirmedCouple()
    expect((await school.answer(linkOf(couple), 'decline')).json()).toMatchObject({ state: 'declined' })
    expect(await school.second(couple)).toMatchObject({ agreement: 'declined', agreed_at: null })
    expect((await school.details(couple.id)).withdrawn_at).toBeNull()
    expect((await school.answer(linkOf(couple), 'agree')).json()).toMatchObject({ state: 'agreed' })
    expect(await school.second(couple)).toMatchObject({ agreement: 'agreed', declined_at: null })
    const kinds = (await school.eventsOf(couple.id)).map(([kind]) => kind)
    expect(kinds).toEqual(['agreement_declined', 'agreement_given'])
  })

  test('twenty times at once is one answer', async () => {
    const couple = await confirmedCouple()
    const replies = await Promise.all(Array.from({ length: 20 }, () => school.answer(linkOf(couple), 'agree')))
    expect([...new Set(replies.map((reply) => reply.body))]).toHaveLength(1)
    expect(await school.eventsOf(couple.id)).toHaveLength(1)
  })

  test('may change the answer six times a day', async () => {
    const couple = await confirmedCouple()
    const change = async (count: number) => {
      const reply = await school.answer(linkOf(couple), count % 2 === 0 ? 'agree' : 'decline')
      return reply.statusCode
    }
    for (let count = 0; count < 6; count++) expect(await change(count)).toBe(200)
    expect(await change(6)).toBe(429)
    expect(await school.second(couple)).toMatchObject({ agreement: 'declined' })
    expect(await school.eventsOf(couple.id)).toHaveLength(6)
  })

  test('leaves a log line without name or address', async () => {
    const couple = await confirmedCouple()
    await school.answer(linkOf(couple), 'agree')
    const rows = await insideSchool(school.app, school.fsw, (tx) => tx.selectFrom('user_log').selectAll().execute())
    const line = rows.find(
      ({ action, entity_id }) => action === 'registration_agreement_given' && entity_id === couple.contactIds[1],
    )
    expect(line).toMatchObject({ user_id: null })
    expect(line?.changed_fields.toSorted()).toEqual(['agreed_at', 'agreement', 'agreement_proof'])
    expect(JSON.stringify(rows)).not.toMatch(/Mia|Müller|Anna|Berg|eins\d|zwei\d/)
  })
})

describe('an answer is refused', () => {
  test('for every link that is wrong, of the other parent, or asks nothing, with the same words', async () => {
    const couple = await confirmedCouple()
    await school.families.confirm(linkOf(couple, 1))
    const link = linkOf(couple)
    const [first = 0] = couple.contactIds
    const wrong: OptinLink[] = [
      linkOf(couple, 1),
      { ...link, contact_id: first },
      { ...link, contact_uuid: linkOf(couple, 1).contact_uuid },
      { ...link, contact_uuid: crypto.randomUUID() },
      { ...link, contact_uuid: "' or 1=1 --" },
      { ...link, contact_uuid: 'x'.repeat(10_000) },
      { ...link, contact_id: '9'.repeat(40) },
      { ...link, school_short: 'fow' },
      { ...link, school_short: '\0' },
    ]
    const bodies = new Set<string>()
    for (const body of wrong) {
      const reply = await school.answer(body, 'agree')
      expect(replyOf(reply), JSON.stringify(body).slice(0, 200)).toEqual(invalid)
      bodies.add(reply.body)
    }
    expect(bodies.size).toBe(1)
    expect(await school.second(couple)).toMatchObject({ agreement: 'open' })
  })

  test('when it is none, and counts unknown links of one address', async () => {
    const couple = await confirmedCouple()
    expect((await school.answer(linkOf(couple), 'maybe')).statusCode).toBe(422)
    const attacker = school.app.visitor('10.9.0.1')
    const guess = () =>
      attacker.call(endpoints.answerAgreement, {
        body: { ...linkOf(couple), contact_uuid: crypto.randomUUID(), decision: 'agree' },
      })
    for (let count = 0; count < 30; count++) expect((await guess()).statusCode).toBe(404)
    expect((await guess()).statusCode).toBe(429)
  })

  test('while the address is not confirmed', async () => {
    const couple = await school.couple()
    expect(replyOf(await school.answer(linkOf(couple), 'agree'))).toEqual([409, AGREEMENT_TEXTS.confirmFirst])
  })

  test('by an expired link; a new one answers, and the old one says what can be done', async () => {
    const couple = await confirmedCouple()
    school.app.setNow(new Date(TEST_NOW.getTime() + 15 * DAY_MS))
    expect(replyOf(await school.answer(linkOf(couple), 'agree'))).toEqual([409, OPTIN_TEXTS.expired])
    expect((await school.families.look(linkOf(couple))).json().agreement).toMatchObject({ answer: 'expired' })
  })

  test('by a link to a former address', async () => {
    const couple = await confirmedCouple()
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail: 'neu@example.org' })
        .where('id', '=', couple.contactIds[1] ?? 0)
        .execute(),
    )
    expect(replyOf(await school.answer(linkOf(couple), 'agree'))).toEqual(invalid)
  })

  test('once the application is withdrawn or in the bin', async () => {
    for (const gone of [{ withdrawn_at: TEST_NOW.toISOString() }, { deleted_at: TEST_NOW.toISOString() }]) {
      const couple = await confirmedCouple()
      await school.setRegistration(couple.id, gone)
      expect(replyOf(await school.answer(linkOf(couple), 'agree'))).toEqual(invalid)
    }
  })

  test('of a family that declared it in the form, before the school collected it by links', async () => {
    await school.set({ second_agreement_by_link: false })
    const couple = await confirmedCouple({ 'meta.joint_consent_declared': true })
    await school.set({ second_agreement_by_link: true })
    expect(couple.confirmation.agreement).toBeNull()
    expect(replyOf(await school.answer(linkOf(couple), 'agree'))).toEqual(invalid)
    // What was settled by the form stays when staff edit the application.
    expect((await school.details(couple.id)).form.settings.second_agreement_by_link).toBe(false)
  })
})
