import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSchool } from '#server/test/factories.ts'
import { apply, fillForm, readNewest, submit } from '#server/test/family-forms.ts'
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

describe('machines', () => {
  const refusal = { message: 'Bitte prüfen Sie Ihre Angaben und senden Sie noch einmal ab.' }

  test('that fill in the hidden field learn nothing', async () => {
    const browser = app.visitor()
    const reply = await submit(browser, 'fsw', { ...(await fillForm(app, browser)), website: 'https://example.org' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toEqual(refusal)
  })

  test.each([
    [9_999, 422],
    [10_000, 201],
    [24 * 3_600_000, 201],
    [24 * 3_600_000 + 1, 422],
  ])('%i ms after opening the form sending it answers %i', async (passed, status) => {
    const browser = app.visitor()
    const body = await fillForm(app, browser, { answers: { 'contacts.0.mail': `nach${passed}@example.org` } })
    app.setNow(new Date(TEST_NOW.getTime() + passed))
    const reply = await submit(browser, 'fsw', body)
    expect(reply.statusCode).toBe(status)
    if (status === 422) expect(reply.json()).toEqual(refusal)
  })

  test.each(['', 'x', '1763620800000.', `${TEST_NOW.getTime() - 60_000}.aGFsbG8`])(
    'who make up the token %j',
    async (form_token) => {
      const browser = app.visitor()
      const reply = await submit(browser, 'fsw', { ...(await fillForm(app, browser)), form_token })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toEqual(refusal)
    },
  )

  test('that use the token of another school are refused', async () => {
    const browser = app.visitor()
    const { form_token } = await fillForm(app, browser, { short: 'fow' })
    const reply = await submit(browser, 'fsw', { ...(await fillForm(app, browser)), form_token })
    expect(reply.json()).toEqual(refusal)
  })
})

describe('odd and large bodies', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const send = async (body: string) => {
    const browser = app.visitor()
    await browser.inject('GET', '/sanctum/csrf-cookie')
    const url = '/api/public/schoolRegistration/fsw'
    return browser.inject('POST', url, { body, headers: { 'content-type': 'application/json' } })
  }

  test.each([
    ['very deep', deep(100_000), 400],
    ['deep inside a field', `{"meta":${deep(30_000)}}`, 400],
    ['broken', '{"meta":', 400],
    ['larger than 256 kB', `{"a":"${'x'.repeat(300_000)}"}`, 413],
    ['a list', '[]', 422],
    ['a word', '"hallo"', 422],
    ['nothing', 'null', 422],
    ['with 15,000 keys', `{${Array.from({ length: 15_000 }, (_, i) => `"k${i}":0`).join()}}`, 422],
  ])('%s are refused, never a fault of the server', async (_name, body, status) => {
    expect((await send(body)).statusCode).toBe(status)
  })

  test('half a surrogate pair, NUL and direction marks are cleaned away', async () => {
    const answers = { 'meta.motivation': 'a\ud800b\0c\u202ed', 'meta.child_firstname': 'Lu\u202eis\ud83d' }
    await apply(app, app.visitor(), { answers })
    expect((await readNewest(app, fsw)).row.meta).toMatchObject({ motivation: 'abcd', child_firstname: 'Luis' })
  })
})
