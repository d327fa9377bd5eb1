import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FORGOT_ANSWER, FORGOT_WITHOUT_MAIL, passwordEndpoints } from '#contract/account/account.passwords.ts'
import { MAIL_WAITS_TEXT } from '#contract/outboxes/outboxes.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { PARENTS_PAGE_TEXTS, publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { fillForm, readNewest, SECOND_CONTACT, submit } from '#server/test/family-forms.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let post: PostOffice
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
})
beforeEach(() => app.setNow(TEST_NOW))
afterEach(async () => {
  app.platform.hasMailServer = true
  post.server.state.mood = 'accept'
  await post.runAll()
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const { received, thanks, thanksLater } = PUBLIC_REGISTRATION_TEXTS

let families = 0
/** Sends another family's application and returns the text of its reply. */
const send = async (browser: TestVisitor, more: Record<string, unknown> = {}) => {
  families += 1
  const answers = { 'contacts.0.mail': `familie${families}@example.org`, ...more }
  return (await submit(browser, 'fsw', await fillForm(app, browser, { answers }))).json()
}
const receiptOf = async (browser: TestVisitor) => {
  const { receipt } = (await browser.call(endpoints.receipt, { params: { school_short: 'fsw' } })).json()
  return { message: receipt.message, deliveries: receipt.contacts.map((one: { delivery: string }) => one.delivery) }
}

describe('the receipt', () => {
  test('says that a mail was sent when it was', async () => {
    const browser = app.visitor()
    const { number, message } = await send(browser)
    expect(message).toBe(thanks(number))
    await post.runDue()
    expect(await receiptOf(browser)).toEqual({ message: thanks(number), deliveries: ['sent'] })
  })

  test('promises one where no mail server is set, and names none', async () => {
    app.platform.hasMailServer = false
    const browser = app.visitor()
    const { number, message } = await send(browser)
    expect(message).toBe(thanksLater(number))
    expect(await receiptOf(browser)).toEqual({ message: thanksLater(number), deliveries: ['waiting'] })
    const body = { position: 1, mail: 'richtig@example.org' }
    const corrected = await browser.call(endpoints.correctMail, { params: { school_short: 'fsw' }, body })
    expect(corrected.json()).toMatchObject({ message: thanksLater(number), contacts: [{ delivery: 'waiting' }] })
    expect(corrected.body).not.toMatch(/smtp|server/i)
  })

  test('promises one while the mail server takes none, until it does', async () => {
    post.server.state.mood = 'busy'
    const browser = app.visitor()
    const { number } = await send(browser)
    await post.runDue()
    expect(await receiptOf(browser)).toEqual({ message: thanksLater(number), deliveries: ['waiting'] })
    post.server.state.mood = 'accept'
    await post.runAll()
    expect(await receiptOf(browser)).toEqual({ message: thanks(number), deliveries: ['sent'] })
  })

  test('promises one at once when the mails of the others are stuck', async () => {
    post.server.state.mood = 'busy'
    for (let time = 0; time < 3; time++) await send(app.visitor())
    await post.runDue()
    const browser = app.visitor()
    const { number, message } = await send(browser)
    expect(message).toBe(thanksLater(number))
    expect(await receiptOf(browser)).toEqual({ message: thanksLater(number), deliveries: ['waiting'] })
  })

  test('promises nothing for an address that takes no mail', async () => {
    post.server.state.mood = 'refuse'
    const browser = app.visitor()
    const { number } = await send(browser, SECOND_CONTACT)
    await post.runDue()
    expect(await receiptOf(browser)).toEqual({ message: received(number), deliveries: ['refused', 'refused'] })
    post.server.state.mood = 'accept'
    const body = { position: 2, mail: 'zweite@example.org' }
    await browser.call(endpoints.correctMail, { params: { school_short: 'fsw' }, body })
    await post.runDue()
    expect(await receiptOf(browser)).toEqual({ message: received(number), deliveries: ['refused', 'sent'] })
  })
})

describe('answers that speak of a mail', () => {
  const answers = async () => {
    const visitor = app.visitor()
    const mail = 'niemand@example.org'
    const link = { school_short: 'fsw', contact_id: 1, contact_uuid: crypto.randomUUID() }
    const replies = [
      await visitor.call(endpoints.resendOptin, { body: link }),
      await visitor.call(passwordEndpoints.forgot, { body: { email: mail } }),
      await visitor.call(publicSicknoteEndpoints.resendLink, { body: { mail } }),
    ]
    return replies.map((reply) => reply.json().message)
  }

  test('to the public differ where no mail server is set, and tell nothing of the address', async () => {
    expect(await answers()).toEqual([OPTIN_TEXTS.requested, FORGOT_ANSWER, PARENTS_PAGE_TEXTS.resent])
    app.platform.hasMailServer = false
    expect(await answers()).toEqual([
      OPTIN_TEXTS.requestedLater,
      FORGOT_WITHOUT_MAIL,
      PARENTS_PAGE_TEXTS.resentWithoutMail,
    ])
  })

  test('to staff say that it waits', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const head = await app.signedIn(id)
    const resend = async () => {
      await send(app.visitor())
      const { mails } = await readNewest(app, fsw)
      const params = { contactId: mails[0]?.related_id ?? 0 }
      return (await head.call(registrationEndpoints.resendContactOptin, { params })).json().message
    }
    expect(await resend()).toBe(REGISTRATION_TEXTS.resent)
    app.platform.hasMailServer = false
    expect(await resend()).toBe(MAIL_WAITS_TEXT)
  })
})
