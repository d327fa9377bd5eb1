import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { apply, countRegistrations, fillForm, readNewest, SECOND_CONTACT, submit } from '#server/test/family-forms.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  await makeSchool(app, 'fow')
})
beforeEach(() => app.setNow(TEST_NOW))
afterAll(() => app.stop())

const twenty = Array.from({ length: 20 }, (_, index) => index)

/** Answers for a child whom no other test uses. */
let children = 0
const anotherChild = (more: Record<string, unknown> = {}) => {
  children += 1
  return { 'meta.motivation': `Kind ${children}`, 'contacts.0.mail': `familie${children}@example.org`, ...more }
}

describe('the same application sent twenty times at once', () => {
  test('with one Idempotency-Key is one application and one mail for each contact', async () => {
    const before = await countRegistrations(app, fsw)
    const browser = app.visitor()
    const body = await fillForm(app, browser, { answers: anotherChild(SECOND_CONTACT) })
    await browser.inject('GET', '/sanctum/csrf-cookie')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all(
      twenty.map(() => browser.call(endpoints.submit, { params: { school_short: 'fsw' }, body, headers })),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(await countRegistrations(app, fsw)).toBe(before + 1)
    expect((await readNewest(app, fsw)).mails).toHaveLength(2)
  })

  test('from twenty browsers without a key is one application and one mail', async () => {
    const before = await countRegistrations(app, fsw)
    const body = await fillForm(app, app.visitor(), { answers: anotherChild() })
    const replies = await Promise.all(twenty.map((index) => submit(app.visitor(`10.1.0.${index}`), 'fsw', body)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(await countRegistrations(app, fsw)).toBe(before + 1)
    expect((await readNewest(app, fsw)).mails).toHaveLength(1)
  })
})

describe('twenty different applications at once', () => {
  test('get twenty numbers without a gap', async () => {
    const bodies = []
    for (const _ of twenty) bodies.push(await fillForm(app, app.visitor(), { answers: anotherChild() }))
    const replies = await Promise.all(bodies.map((body) => submit(app.visitor(), 'fsw', body)))
    const numbers = replies.map((reply) => Number(reply.json().number.slice(-4))).sort((a, b) => a - b)
    expect(numbers).toEqual(twenty.map((index) => (numbers[0] ?? 0) + index))
  })

  test('with one mail address are ten applications; ten are told to call', async () => {
    const before = await countRegistrations(app, fsw)
    const bodies = []
    for (const _ of twenty) {
      const answers = anotherChild({ 'contacts.0.mail': 'opfer@example.org' })
      bodies.push(await fillForm(app, app.visitor(), { answers }))
    }
    const replies = await Promise.all(bodies.map((body) => submit(app.visitor(), 'fsw', body)))
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.json()).toEqual({ message: PUBLIC_REGISTRATION_TEXTS.tooManyForMail })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await countRegistrations(app, fsw)).toBe(before + 10)
    const other = anotherChild({ 'contacts.0.mail': 'OPFER@Example.org' })
    const elsewhere = await submit(
      app.visitor(),
      'fow',
      await fillForm(app, app.visitor(), { short: 'fow', answers: other }),
    )
    expect(elsewhere.statusCode).toBe(429)
  })
})

describe('an application sent again', () => {
  test('within 24 hours is the first one, spelled differently or not; a day later it is new', async () => {
    const answers = anotherChild()
    const first = await apply(app, app.visitor(), { answers })
    const sentAt = app.platform.now().getTime()
    const spelled = { ...answers, 'meta.child_lastname': '  Müller ', 'meta.child_birthdate': '2021-03-31' }
    expect(await apply(app, app.visitor(), { answers: spelled })).toBe(first)
    app.setNow(new Date(sentAt + 24 * HOUR_MS - 60_001))
    expect(await apply(app, app.visitor(), { answers })).toBe(first)
    app.setNow(new Date(sentAt + 24 * HOUR_MS))
    expect(await apply(app, app.visitor(), { answers })).not.toBe(first)
  })

  test('with another answer is another application', async () => {
    const answers = anotherChild()
    const first = await apply(app, app.visitor(), { answers })
    expect(await apply(app, app.visitor(), { answers: { ...answers, 'meta.child_firstname': 'Max' } })).not.toBe(first)
  })

  test('after staff deleted the first is new', async () => {
    const answers = anotherChild()
    const number = await apply(app, app.visitor(), { answers })
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration').set({ deleted_at: TEST_NOW.toISOString() }).where('number', '=', number).execute(),
    )
    expect(await apply(app, app.visitor(), { answers })).not.toBe(number)
  })

  test('never says that another family’s record of the child exists', async () => {
    const answers = anotherChild()
    const first = await submit(app.visitor(), 'fsw', await fillForm(app, app.visitor(), { answers }))
    const again = { ...answers, 'contacts.0.mail': 'anderer@example.org' }
    const second = await submit(app.visitor(), 'fsw', await fillForm(app, app.visitor(), { answers: again }))
    const withoutNumber = (body: string) => body.replaceAll(/FSW-\d{4}-\d{4}/g, 'N')
    expect(withoutNumber(second.body)).toBe(withoutNumber(first.body))
  })
})

describe('refused forms', () => {
  test('are counted for each address of the network, accepted ones are not', async () => {
    const school = app.visitor('10.2.0.1')
    for (const _ of twenty) await apply(app, school, { answers: anotherChild() })
    const wrong = await fillForm(app, school, { answers: anotherChild({ 'meta.child_zip': 'x' }) })
    for (let i = 0; i < 60; i++) expect((await submit(school, 'fsw', wrong)).statusCode).toBe(422)
    expect((await submit(school, 'fsw', wrong)).statusCode).toBe(429)
    const right = await fillForm(app, app.visitor(), { answers: anotherChild() })
    expect((await submit(app.visitor('10.2.0.2'), 'fsw', right)).statusCode).toBe(201)
  })

  test('take neither a number nor a mail', async () => {
    const number = await apply(app, app.visitor(), { answers: anotherChild() })
    const wrong = await fillForm(app, app.visitor(), { answers: anotherChild({ 'meta.child_zip': 'x' }) })
    await submit(app.visitor(), 'fsw', wrong)
    const next = await apply(app, app.visitor(), { answers: anotherChild() })
    expect(Number(next.slice(-4))).toBe(Number(number.slice(-4)) + 1)
  })
})
