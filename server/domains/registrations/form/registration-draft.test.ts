import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  await makeSchool(app, 'fow')
})
beforeEach(() => app.setNow(TEST_NOW))
afterAll(() => app.stop())

const fswForm = { params: { school_short: 'fsw' } }
const fowForm = { params: { school_short: 'fow' } }
const draft = { step: 'child', answers: { 'meta.child_firstname': 'Zzkanarie', contacts: [{ mail: 'a@example.org' }] } }

const save = (browser: TestVisitor, body: object = draft) => browser.call(endpoints.saveDraft, { ...fswForm, body })

describe('a draft', () => {
  test('survives a reload; the page learns only when it was saved until it is asked for', async () => {
    const browser = app.visitor()
    const saved = await save(browser)
    expect(saved.json()).toEqual({ saved_at: '2026-11-20T06:40:00.000Z' })
    const settings = (await browser.call(endpoints.settings, fswForm)).json()
    expect(settings.draft).toEqual({ saved_at: '2026-11-20T06:40:00Z' })
    expect(JSON.stringify(settings)).not.toContain('Zzkanarie')
    expect((await browser.call(endpoints.draft, fswForm)).json()).toMatchObject(draft)
  })

  test('is written over by the next, and gone when thrown away', async () => {
    const browser = app.visitor()
    await save(browser)
    await save(browser, { step: 'family', answers: {} })
    expect((await browser.call(endpoints.draft, fswForm)).json()).toMatchObject({ step: 'family', answers: {} })
    expect((await browser.call(endpoints.deleteDraft, fswForm)).statusCode).toBe(200)
    expect((await browser.call(endpoints.draft, fswForm)).statusCode).toBe(404)
  })

  test('is not written over by one that came in before it', async () => {
    const browser = app.visitor()
    app.setNow(new Date(TEST_NOW.getTime() + 1))
    await save(browser, { step: 'family', answers: {} })
    app.setNow(TEST_NOW)
    expect((await save(browser)).statusCode).toBe(200)
    expect((await browser.call(endpoints.draft, fswForm)).json()).toMatchObject({ step: 'family' })
  })

  test('lasts 24 hours', async () => {
    const browser = app.visitor()
    await save(browser)
    app.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000 - 1))
    expect((await browser.call(endpoints.draft, fswForm)).statusCode).toBe(200)
    app.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000))
    expect((await browser.call(endpoints.draft, fswForm)).statusCode).toBe(404)
    expect((await browser.call(endpoints.settings, fswForm)).json().draft).toBeNull()
  })

  test('is gone once the application is sent', async () => {
    const browser = app.visitor()
    await save(browser)
    await apply(app, browser)
    expect((await browser.call(endpoints.draft, fswForm)).statusCode).toBe(404)
  })

  test('belongs to one cookie, school and number', async () => {
    const browser = app.visitor()
    await save(browser)
    expect((await app.visitor().call(endpoints.draft, fswForm)).statusCode).toBe(404)
    expect((await browser.call(endpoints.draft, fowForm)).statusCode).toBe(404)
    expect((await browser.call(endpoints.draft, { ...fswForm, query: { draft: 2 } })).statusCode).toBe(404)
    for (const number of [1, 2, 3, 4, 5]) {
      const reply = await browser.call(endpoints.saveDraft, { ...fswForm, query: { draft: number }, body: draft })
      expect(reply.statusCode).toBe(200)
    }
    const sixth = await browser.call(endpoints.saveDraft, { ...fswForm, query: { draft: 6 }, body: draft })
    expect(sixth.statusCode).toBe(422)
  })

  test('is at most 64 kB', async () => {
    const browser = app.visitor()
    const bytes = (answers: object) => JSON.stringify({ step: 'child', answers }).length
    const room = 64 * 1024 - bytes({ a: '' })
    expect((await save(browser, { step: 'child', answers: { a: 'x'.repeat(room) } })).statusCode).toBe(200)
    expect((await save(browser, { step: 'child', answers: { a: 'x'.repeat(room + 1) } })).statusCode).toBe(413)
    expect((await save(browser, { step: 'child', answers: { a: 'ä'.repeat(room / 2 + 1) } })).statusCode).toBe(413)
  })

  test('with odd content is refused or stored, and never an error of the server', async () => {
    const browser = app.visitor()
    const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)])
    expect((await save(browser, { step: 'child', answers: { a: nested(10) } })).statusCode).toBe(200)
    expect((await save(browser, { step: 'child', answers: { a: nested(500) } })).statusCode).toBe(400)
    expect((await save(browser, { step: 'child', answers: { a: '\0\ud800', '': null } })).statusCode).toBe(200)
    expect((await browser.call(endpoints.draft, fswForm)).statusCode).toBe(200)
    expect((await save(browser, { step: 'x'.repeat(41), answers: {} })).statusCode).toBe(422)
    expect((await save(browser, { step: 'child', answers: [] })).statusCode).toBe(422)
  })
})

describe('a stored draft', () => {
  test('cannot be read without the cookie', async () => {
    const browser = app.visitor()
    await save(browser)
    const token = browser.cookies.get('visitor') ?? ''
    const rows = await insideSchool(app, fsw, (tx) => tx.selectFrom('registration_draft').selectAll().execute())
    const stored = rows.map((row) => Object.values(row).map(String).join(' ')).join('\n')
    expect(stored).not.toContain('Zzkanarie')
    expect(stored).not.toContain(token)
    expect(rows.map(({ visitor_hash }) => visitor_hash.toString('hex'))).not.toContain(
      Buffer.from(token, 'base64url').toString('hex'),
    )
  })

  test('does not open for another draft number it was moved to', async () => {
    const browser = app.visitor()
    await save(browser)
    await browser.call(endpoints.saveDraft, { ...fswForm, query: { draft: 2 }, body: { step: 'x', answers: {} } })
    const hash = hashToken(browser.cookies.get('visitor') ?? '')
    await insideSchool(app, fsw, async (tx) => {
      const mine = tx.selectFrom('registration_draft').where('visitor_hash', '=', hash)
      const { body_encrypted } = await mine
        .select('body_encrypted')
        .where('draft_number', '=', 1)
        .executeTakeFirstOrThrow()
      const moved = tx.updateTable('registration_draft').set({ body_encrypted }).where('visitor_hash', '=', hash)
      expect((await moved.where('draft_number', '=', 2).executeTakeFirst()).numUpdatedRows).toBe(1n)
    })
    expect((await browser.call(endpoints.draft, { ...fswForm, query: { draft: 2 } })).statusCode).toBe(404)
  })

  test('the cookie is for this browser session, unreadable for scripts, 256 bits', async () => {
    const reply = await save(app.visitor())
    const cookie = reply.cookies.find(({ name }) => name === 'visitor')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie).not.toHaveProperty('maxAge')
    expect(cookie).not.toHaveProperty('expires')
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32)
  })

  test('a planted cookie of another shape is replaced', async () => {
    const browser = app.visitor()
    browser.cookies.set('visitor', 'planted')
    await save(browser)
    expect(browser.cookies.get('visitor')).toMatch(/^[\w-]{43}$/)
  })
})
