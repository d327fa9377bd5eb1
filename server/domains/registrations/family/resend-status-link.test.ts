import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import {
  registrationFamilyEndpoints as endpoints,
  FAMILY_STATUS_TEXTS,
} from '#contract/registrations/registrations.family.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { SECOND_CONTACT } from '#server/test/family-forms.ts'
import { openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { openStatusSchool, type StatusSchool } from '#server/test/status-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: StatusSchool
let post: PostOffice
beforeAll(async () => {
  school = await openStatusSchool()
  post = await openPostOffice(school.app)
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
})
afterAll(async () => {
  await post.stop()
  await school.stop()
})

const tokenIn = (text: string | undefined) => /\/app\/bewerbungsstatus\/([\w-]{32})\s/.exec(text ?? '')?.[1] ?? ''
const mailsTo = (address: string) => post.mails.filter(({ envelope }) => envelope.includes(address))

const firstContact = (registrationId: number) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const contacts = tx.selectFrom('registration_contact').select('id').where('registration_id', '=', registrationId)
    return (await contacts.executeTakeFirstOrThrow()).id
  })

describe('the receipt', () => {
  test('carries a link to the status, each one its own, in both parts', async () => {
    const families = openFamilies(school.app, post, school.fsw)
    const second = { ...SECOND_CONTACT, 'contacts.1.mail': 'ole.eigen@example.org' }
    const { mail, link, number } = await families.family(second)
    await families.confirm(link)
    await post.runDue()
    const [, receipt] = mailsTo(mail)
    const token = tokenIn(receipt?.text)
    expect(receipt?.html).toContain(`http://localhost:3000/app/bewerbungsstatus/${token}"`)
    expect(receipt?.text).toContain('Stand der Bewerbung ansehen oder sie zurückziehen:')
    expect((await school.read(token)).json()).toMatchObject({ number, stage: 'received', withdrawal: 'by_school' })
    expect(mailsTo('ole.eigen@example.org').map(({ text }) => tokenIn(text))).toEqual([''])
  })
})

describe('staff send the link once more', () => {
  test('to a confirmed address; the older one goes on working', async () => {
    const family = await school.makeFamily({ mail: 'noch.einmal@example.org' })
    const reply = await school.resend(family.contactIds[0] ?? 0)
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: FAMILY_STATUS_TEXTS.linkSent }])
    await post.runDue()
    const [sent] = mailsTo('noch.einmal@example.org')
    expect(sent?.text).toContain('Wer ihn hat, kann die Bewerbung zurückziehen.')
    for (const token of [tokenIn(sent?.text), school.tokenOf(family)])
      expect((await school.read(token)).json().number).toBe(family.number)
  })

  test('to no address that is missing or not confirmed: 422', async () => {
    for (const mail of [null, 'offen@example.org']) {
      const { id } = await makeApplication(school.app, school.fsw, { mail })
      const reply = await school.resend(await firstContact(id))
      expect([reply.statusCode, reply.json()]).toEqual([
        422,
        { message: FAMILY_STATUS_TEXTS.linkNeedsMail, errors: { mail: [FAMILY_STATUS_TEXTS.linkNeedsMail] } },
      ])
    }
  })

  test('not once it is withdrawn or the link would be dead: 409', async () => {
    const withdrawn = await school.makeFamily()
    await school.wish(school.tokenOf(withdrawn), { action: 'withdraw' })
    const refused = await school.resend(withdrawn.contactIds[0] ?? 0)
    expect([refused.statusCode, refused.json().message]).toEqual([409, REGISTRATION_TEXTS.withdrawn])

    const decided = await school.makeFamily()
    await school.changeStatus(decided.id, 'rejected')
    school.app.setNow(new Date(TEST_NOW.getTime() + 30 * DAY_MS))
    const over = await school.resend(decided.contactIds[0] ?? 0)
    expect([over.statusCode, over.json().message]).toEqual([409, FAMILY_STATUS_TEXTS.linkOver])
  })

  test('once a minute and five times a day', async () => {
    const family = await school.makeFamily()
    const send = () => school.resend(family.contactIds[0] ?? 0)
    const statuses = []
    for (let round = 0; round < 5; round++) {
      statuses.push((await send()).statusCode)
      const again = await send()
      expect([again.statusCode, again.json().message]).toEqual([429, expect.stringContaining('eine Minute')])
      await school.app.database.owner.query(`delete from rate_limit where key like 'statusLinkOfContactAtOnce%'`)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const sixth = await send()
    expect([sixth.statusCode, sixth.json().message]).toEqual([429, expect.stringContaining('morgen')])
  })

  test('only in their own school, only with the right, and only of what is not in the bin', async () => {
    const family = await school.makeFamily()
    const [contactId = 0] = family.contactIds
    const unknown = await school.resend(999_999)
    expect(unknown.statusCode).toBe(404)
    const foreign = await school.resend(contactId, await school.signIn(school.fow))
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
    await school.set(family, { deleted_at: '2026-11-20T06:00:00Z' })
    expect((await school.resend(contactId)).body).toBe(unknown.body)
    const stranger = await school.app.visitor().call(endpoints.resendLink, { params: { contactId } })
    expect(stranger.statusCode).toBe(401)
  })

  test('is in the log by the number of the application alone', async () => {
    const family = await school.makeFamily()
    await school.resend(family.contactIds[0] ?? 0)
    const logged = await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['entity_type', 'entity_id', 'changed_fields'])
        .where('action', '=', 'status_link_sent')
        .where('entity_id', '=', family.id)
        .execute(),
    )
    expect(logged).toEqual([{ entity_type: 'registration', entity_id: family.id, changed_fields: [] }])
  })
})

const countLinks = async (contactId: number | undefined) => {
  const { rows } = await school.app.database.owner.query(
    'select count(*)::int as count from registration_status_link where contact_id = $1',
    [contactId],
  )
  return rows[0].count as number
}

describe('a link that waits in the outbox', () => {
  test('is one, however often its mail is tried', async () => {
    const family = await school.makeFamily({ mail: 'zaeh@example.org' })
    await school.resend(family.contactIds[0] ?? 0)
    post.server.state.mood = 'busy'
    for (let tries = 0; tries < 3; tries++) await post.runAll()
    post.server.state.mood = 'accept'
    await post.runAll()
    const [sent] = mailsTo('zaeh@example.org')
    expect((await school.read(tokenIn(sent?.text))).json().number).toBe(family.number)
    // The link in this mail, and the one that the family had before.
    expect(await countLinks(family.contactIds[0])).toBe(2)
  })

  test('is deleted a month after it stopped working, and not while the decision could be undone', async () => {
    const [decided, open] = [await school.makeFamily(), await school.makeFamily()]
    await school.changeStatus(decided.id, 'rejected')
    const tidyAfter = async (days: number) => {
      school.app.setNow(new Date(TEST_NOW.getTime() + days * DAY_MS))
      await school.app.database.owner.query("select graphile_worker.add_job('tidy_up')")
      await post.runDue()
      return Promise.all([countLinks(decided.contactIds[0]), countLinks(open.contactIds[0])])
    }
    expect(await tidyAfter(59.9)).toEqual([1, 1])
    expect(await tidyAfter(60)).toEqual([0, 1])
  })

  test('is not sent when the application was withdrawn meanwhile; the withdrawal is told', async () => {
    const family = await school.makeFamily({ mail: 'wartet@example.org' })
    await school.resend(family.contactIds[0] ?? 0)
    await school.wish(school.tokenOf(family), { action: 'withdraw' })
    await post.runDue()
    expect(mailsTo('wartet@example.org').map(({ subject }) => subject)).toEqual([
      `Ihre Bewerbung ${family.number} ist zurückgezogen`,
    ])
  })

  test('of a withdrawal is not told when staff undid it meanwhile', async () => {
    const family = await school.makeFamily({ mail: 'doch@example.org' })
    await school.wish(school.tokenOf(family), { action: 'withdraw' })
    await school.set(family, { withdrawn_at: null, withdrawn_by: null })
    await post.runDue()
    expect(mailsTo('doch@example.org')).toEqual([])
  })
})
