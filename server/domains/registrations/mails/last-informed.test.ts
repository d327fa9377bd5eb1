import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { mailWordingEndpoints } from '#contract/mailwordings/mailwordings.ts'
import { MAIL_WAITS_TEXT } from '#contract/outboxes/outboxes.ts'
import {
  registrationMailEndpoints as endpoints,
  STATUS_MAIL_TEXTS,
} from '#contract/registrations/registrations.mails.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkedFamily, openStatusSchool, type StatusSchool } from '#server/test/status-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: StatusSchool
beforeAll(async () => {
  school = await openStatusSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
})
afterEach(() => {
  school.post.server.state.mood = 'accept'
})
afterAll(() => school.stop())

const hoursLater = (hours: number) => school.app.setNow(new Date(TEST_NOW.getTime() + hours * HOUR_MS))
const detailsOf = async ({ id }: LinkedFamily) =>
  (await school.head.call(registrationEndpoints.get, { params: { id } })).json()
const lastTold = async (family: LinkedFamily) => (await detailsOf(family)).last_told

let families = 0
const makeAccepted = async () => {
  families += 1
  const family = await school.makeFamily({ mail: `bescheid${families}@example.org` })
  await school.changeStatus(family.id, 'accepted')
  return { ...family, mail: `bescheid${families}@example.org` }
}
const mailsTo = (mail: string) => school.post.mails.filter(({ envelope }) => envelope.includes(mail))

/** Sends the mail with the decision, which the mail server refuses. */
const tellInVain = async (family: LinkedFamily) => {
  school.post.server.state.mood = 'refuse'
  await school.tell(family)
  school.post.server.state.mood = 'accept'
}

describe('whether the family was informed', () => {
  test('follows from a mail that waits or left, not from one that failed', async () => {
    const family = await makeAccepted()
    expect(await lastTold(family)).toBeNull()
    await school.sendDecision(family)
    expect(await lastTold(family)).toMatchObject({ is_waiting: true, by: expect.any(String) })
    school.post.server.state.mood = 'refuse'
    await school.post.runDue()
    expect(await lastTold(family)).toBeNull()
    school.post.server.state.mood = 'accept'
    await school.sendDecision(family)
    hoursLater(2)
    await school.post.runDue()
    const { at, is_waiting } = await lastTold(family)
    expect([Date.parse(at), is_waiting]).toEqual([TEST_NOW.getTime() + 2 * HOUR_MS, false])
  })

  test('is shown as waiting, and not as on its way, while mails do not leave', async () => {
    const family = await makeAccepted()
    school.app.platform.hasMailServer = false
    const reply = await school.sendDecision(family)
    school.app.platform.hasMailServer = true
    expect([reply.statusCode, reply.json().message]).toEqual([200, MAIL_WAITS_TEXT])
  })

  test('does not come from the same decision of an earlier time', async () => {
    const family = await makeAccepted()
    await school.tell(family)
    hoursLater(1)
    await school.changeStatus(family.id, 'waiting')
    await school.changeStatus(family.id, 'accepted')
    expect(await lastTold(family)).toBeNull()
  })

  test('is still known when the log has forgotten the mail', async () => {
    const family = await makeAccepted()
    await school.tell(family)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('mail_log').set({ created_at: '2026-01-20T06:40:00Z' }).execute(),
    )
    await school.app.database.owner.query("select graphile_worker.add_job('tidy_up')")
    await school.post.runDue()
    const { contacts, last_told } = await detailsOf(family)
    expect([contacts[0].mails, last_told]).toEqual([[], expect.objectContaining({ is_waiting: false })])
  })
})

test('a mail that failed does not go again once a later one of its kind is on its way or arrived', async () => {
  const family = await makeAccepted()
  await tellInVain(family)
  const [failed] = (await detailsOf(family)).contacts[0].mails
  expect(failed).toMatchObject({ state: 'failed', may_resend: true })
  await school.sendDecision(family)
  for (const arrive of [async () => {}, school.post.runDue]) {
    await arrive()
    const { mails } = (await detailsOf(family)).contacts[0]
    expect(mails.find(({ id }: { id: number }) => id === failed.id).may_resend).toBe(false)
    const refused = await school.head.call(endpoints.resendMail, { params: { id: family.id, mailId: failed.id } })
    expect([refused.statusCode, refused.json().message]).toEqual([409, STATUS_MAIL_TEXTS.newerMail])
  }
  await school.post.runAll()
  expect(mailsTo(family.mail)).toHaveLength(1)
})

test('an acceptance in the words that come with the program names the day and the way on once', async () => {
  const family = await makeAccepted()
  await school.tell(family)
  const text = mailsTo(family.mail)[0]?.text ?? ''
  expect(text.match(/04\.12\.2026/g)).toHaveLength(1)
  expect(text.match(/So geht es weiter/g)).toHaveLength(1)
})

test('an acceptance says until when the place is kept, whatever the school writes', async () => {
  const family = await makeAccepted()
  const key = 'registration_accepted'
  const own = { subject: 'Zusage {Nummer}', body: 'Liebe Familie,\n\nherzlich willkommen!', version: 0 }
  expect((await school.head.call(mailWordingEndpoints.save, { params: { key }, body: own })).statusCode).toBe(200)
  const closing = async () => {
    const asked = { params: { id: family.id }, body: { addition: null } }
    return (await school.head.call(endpoints.previewStatusMail, asked)).json().mail.closing
  }
  const deadline = 'Wir halten den Platz bis zum 04.12.2026 für Sie frei.'
  expect((await closing())[0]).toContain(deadline)
  await school.tell(family)
  expect(mailsTo(family.mail)[0]?.text).toContain(deadline)
  await school.set(family, { place_confirm_due_at: null })
  expect((await closing()).join(' ')).not.toContain('halten den Platz')
})
