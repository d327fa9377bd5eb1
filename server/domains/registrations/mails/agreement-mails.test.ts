import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { AGREEMENT_TEXTS } from '#contract/registrations/registrations.agreement.ts'
import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import { registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { type AgreementSchool, openAgreementSchool } from '#server/test/agreement-families.ts'
import { insideSchool } from '#server/test/factories.ts'
import { linkIn, type OptinLink } from '#server/test/optin-families.ts'
import { announceRegistrations } from './announce-registrations.ts'
import { sendReminders } from './send-reminders.ts'

const MORNING = new Date('2026-11-20T09:00:00+01:00')

let school: AgreementSchool
beforeAll(async () => {
  school = await openAgreementSchool({ now: MORNING })
})
beforeEach(async () => {
  school.app.setNow(MORNING)
  // Families of earlier tests are finished.
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('registration').set({ status: 'accepted' }).execute(),
  )
})
afterAll(() => school.stop())

type Couple = Awaited<ReturnType<AgreementSchool['couple']>>
const NO_LINK: OptinLink = { school_short: 'fsw', contact_id: 0, contact_uuid: '' }
const linkOf = ({ links }: Couple) => links[1] ?? NO_LINK
const secondId = ({ contactIds }: Couple) => contactIds[1] ?? 0
const mailsTo = ({ mails }: Couple) => school.families.mailsTo(mails[1] ?? '')
const newestLink = (couple: Couple) => linkIn(mailsTo(couple).at(-1)?.text)
const later = (days: number) => school.app.setNow(new Date(MORNING.getTime() + days * DAY_MS + 600_000))
const subjectsOf = (couple: Couple) => mailsTo(couple).map(({ subject }) => subject?.replace(couple.number, 'N'))

const confirmedCouple = async () => {
  const couple = await school.couple()
  await school.families.confirm(linkOf(couple))
  await school.post.runAll()
  return couple
}
const CONFIRM = 'Bitte bestätigen Sie Ihre E-Mail-Adresse – Bewerbung N'
const RECEIPT = 'Ihre Bewerbung N ist bestätigt'
const ASK = 'Bitte um Ihre Zustimmung – Bewerbung N'

describe('the first mail', () => {
  test('tells the second person what comes after confirming; the first one reads what everybody reads', async () => {
    const couple = await school.couple()
    const [second] = mailsTo(couple)
    for (const part of [second?.text ?? '', second?.html ?? '']) {
      expect(part).toContain('Sie sind als zweite sorgeberechtigte Person genannt.')
      expect(part).toContain('Wenn Sie das Kind nicht kennen, ignorieren Sie diese E-Mail.')
      expect(part).not.toContain('Anna')
      expect(part).not.toContain('Müller')
    }
    const [first] = school.families.mailsTo(couple.mails[0] ?? '')
    expect(first?.text).toContain('Wenn Sie diese Bewerbung nicht gestellt haben, ignorieren Sie diese E-Mail.')
    expect(first?.text).not.toContain('zweite sorgeberechtigte Person')
  })
})

describe('a reminder', () => {
  const run = async () => {
    await sendReminders(school.app.platform)({})
    await school.post.runAll()
  }

  test('asks who confirmed and did not answer, on the days of the other reminders, with a link that answers', async () => {
    const couple = await confirmedCouple()
    later(3)
    await run()
    await run()
    expect(subjectsOf(couple)).toEqual([CONFIRM, RECEIPT, ASK])
    const [, , ask] = mailsTo(couple)
    expect(ask?.text).toContain('Stimmen Sie der Bewerbung zu?')
    expect((await school.answer(newestLink(couple), 'agree')).json()).toMatchObject({ state: 'agreed' })
    expect((await school.second(couple)).agreement_proof).toMatchObject({ template_version: 'Zustimmung 2026.1' })
    later(10)
    await run()
    expect(subjectsOf(couple)).toHaveLength(3)
  })

  test('goes to nobody who answered, and not after a decision', async () => {
    const declined = await confirmedCouple()
    await school.answer(linkOf(declined), 'decline')
    const decided = await confirmedCouple()
    await school.setRegistration(decided.id, { status: 'rejected' })
    later(3)
    await run()
    expect([subjectsOf(declined), subjectsOf(decided)]).toEqual([
      [CONFIRM, RECEIPT],
      [CONFIRM, RECEIPT],
    ])
  })

  test('that waits is dropped when the answer comes first', async () => {
    const couple = await confirmedCouple()
    later(3)
    await sendReminders(school.app.platform)({})
    await school.answer(linkOf(couple), 'agree')
    await school.post.runAll()
    expect(subjectsOf(couple)).toEqual([CONFIRM, RECEIPT])
  })
})

describe('another link', () => {
  const resend = (contactId: number, visitor = school.head) =>
    visitor.call(registrationEndpoints.resendContactOptin, { params: { contactId } })

  test('is asked for by the holder of an expired one, and answers', async () => {
    const couple = await confirmedCouple()
    later(15)
    expect((await school.families.resend(linkOf(couple))).json()).toEqual({ message: OPTIN_TEXTS.requested })
    await school.post.runAll()
    expect(subjectsOf(couple).at(-1)).toBe(ASK)
    expect((await school.answer(newestLink(couple), 'decline')).json()).toMatchObject({ state: 'declined' })
  })

  test('is sent by staff while the answer is missing, five mails in all, and not afterwards', async () => {
    const couple = await confirmedCouple()
    const contactOf = async () => (await school.details(couple.id)).contacts[1]
    expect(await contactOf()).toMatchObject({ agreement: 'open', mail_state: 'verified', may_resend: true })
    for (let count = 1; count < 5; count++) {
      later(count)
      await school.forgetLimits()
      expect((await resend(secondId(couple))).statusCode).toBe(200)
      await school.post.runAll()
    }
    expect(subjectsOf(couple)).toEqual([CONFIRM, RECEIPT, ASK, ASK, ASK, ASK])
    later(5)
    await school.forgetLimits()
    expect((await resend(secondId(couple))).json()).toMatchObject({ message: REGISTRATION_TEXTS.checkAddress })
    expect(await contactOf()).toMatchObject({ may_resend: false })

    const answered = await confirmedCouple()
    await school.answer(linkOf(answered), 'agree')
    expect((await resend(secondId(answered))).json()).toMatchObject({ message: REGISTRATION_TEXTS.mailVerified })
    const elsewhere = await school.headOf(school.fow)
    expect((await resend(secondId(couple), elsewhere)).statusCode).toBe(404)
  })

  test('goes to all second people without an answer among chosen applications', async () => {
    const [open, answered] = [await confirmedCouple(), await confirmedCouple()]
    for (const { links } of [open, answered]) await school.families.confirm(links[0] ?? NO_LINK)
    await school.answer(linkOf(answered), 'agree')
    const reply = await school.head.call(registrationBulkEndpoints.resend, { body: { ids: [open.id, answered.id] } })
    expect(reply.json().results.map(({ outcome, sent }: { outcome: string; sent: number }) => [outcome, sent])).toEqual(
      [
        ['sent', 1],
        ['verified', 0],
      ],
    )
    await school.post.runAll()
    expect(subjectsOf(open).at(-1)).toBe(ASK)
  })
})

describe('another address', () => {
  const correct = ({ browser }: Couple, position: number, mail: string) =>
    browser.call(publicRegistrationEndpoints.correctMail, {
      params: { school_short: 'fsw' },
      body: { position, mail },
    })

  test('is never the one of the other parent, in whatever spelling', async () => {
    const couple = await school.couple()
    const [first = '', second = ''] = couple.mails
    for (const mail of [first, first.toUpperCase(), first.replace('@', '+zwei@')])
      expect((await correct(couple, 2, mail)).json().errors).toEqual({ mail: [AGREEMENT_TEXTS.sameMail] })
    expect((await correct(couple, 1, second)).statusCode).toBe(422)
    expect((await correct(couple, 2, 'richtig@example.org')).statusCode).toBe(200)
  })

  test('forgets what the former one answered', async () => {
    const couple = await confirmedCouple()
    await school.answer(linkOf(couple), 'agree')
    const { answers, version } = await school.details(couple.id)
    const contacts = answers.contacts.map((one: object, index: number) =>
      index === 1 ? { ...one, mail: 'anders@example.org' } : one,
    )
    const edited = await school.head.call(registrationEditEndpoints.change, {
      params: { id: couple.id },
      body: { ...answers, contacts, changed: ['contacts.1.mail'], version } as never,
    })
    expect(edited.statusCode).toBe(200)
    expect(await school.second(couple)).toMatchObject({ agreement: 'open', agreed_at: null, agreement_proof: null })
    expect((await school.answer(linkOf(couple), 'agree')).statusCode).toBe(404)
  })
})

describe('the office', () => {
  test('reads in its digest who does not agree, and not who changed their mind', async () => {
    await school.set({ second_agreement_by_link: true, notify_mails: ['sekretariat@example.org'] })
    const [declined, changed] = [await confirmedCouple(), await confirmedCouple()]
    later(1)
    await announceRegistrations(school.app.platform)({})
    await school.post.runAll()
    later(2)
    await school.answer(linkOf(declined), 'decline')
    await school.answer(linkOf(changed), 'decline')
    await school.answer(linkOf(changed), 'agree')
    await announceRegistrations(school.app.platform)({})
    await school.post.runAll()
    const digest = school.families.mailsTo('sekretariat@example.org').at(-1)
    expect(digest?.subject).toBe('Neues zu Bewerbungen')
    expect(digest?.text).toContain(`Die zweite sorgeberechtigte Person stimmt nicht zu:\n${declined.number}`)
    expect(digest?.text).not.toContain(changed.number)
  })
})
