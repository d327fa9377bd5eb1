import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { MAIL_WORDINGS, WORDING_KEYS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import { mailWordingEndpoints as endpoints } from '#contract/mailwordings/mailwordings.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let otherHead: TestVisitor

beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  otherHead = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
})
afterAll(() => app.stop())

const list = async (visitor = head) => (await visitor.call(endpoints.list)).json()
const wordingOf = async (key: WordingKey, visitor = head) =>
  (await list(visitor)).find((wording: { key: string }) => wording.key === key)
const save = (key: WordingKey, body: { subject: string; body: string; version: number }, visitor = head) =>
  visitor.call(endpoints.save, { params: { key }, body })
const preview = (key: WordingKey, body: { subject: string; body: string }) =>
  head.call(endpoints.preview, { params: { key }, body })

const OWN = { subject: 'Zusage {Nummer}', body: 'Liebe Familie,\n\n{Vorname} hat einen Platz bis {Frist}.' }

describe('the wordings of a school', () => {
  test('are the product’s until it writes its own, and only its own change', async () => {
    expect(await list()).toHaveLength(WORDING_KEYS.length)
    expect(await wordingOf('registration_accepted')).toMatchObject({ version: 0, is_own: false, changed_at: null })
    expect((await save('registration_accepted', { ...OWN, version: 0 })).statusCode).toBe(200)
    expect(await wordingOf('registration_accepted')).toMatchObject({ ...OWN, version: 1, is_own: true })
    expect(await wordingOf('registration_accepted', otherHead)).toMatchObject({
      ...pick(MAIL_WORDINGS.registration_accepted),
      version: 0,
    })
  })

  test('stay readable in every version, and go back to the product’s', async () => {
    const key = 'registration_waiting'
    await save(key, { subject: 'Eins', body: 'Erste Fassung', version: 0 })
    await save(key, { subject: 'Zwei', body: 'Zweite Fassung', version: 1 })
    expect((await head.call(endpoints.reset, { params: { key }, body: { version: 2 } })).statusCode).toBe(200)
    const versions = (await head.call(endpoints.versions, { params: { key } })).json()
    expect(versions.map(({ version, is_own, body }: Record<string, unknown>) => [version, is_own, body])).toEqual([
      [3, false, MAIL_WORDINGS[key].body],
      [2, true, 'Zweite Fassung'],
      [1, true, 'Erste Fassung'],
      [0, false, MAIL_WORDINGS[key].body],
    ])
  })

  test('are not saved again when nothing differs; the product’s own words are no own text', async () => {
    const key = 'registration_receipt'
    expect((await save(key, { ...pick(MAIL_WORDINGS[key]), version: 0 })).statusCode).toBe(200)
    expect(await wordingOf(key)).toMatchObject({ version: 0, is_own: false })
  })

  test('are not overwritten by somebody with an older version; of twenty at once one is saved', async () => {
    const key = 'registration_rejected'
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(key, { subject: `Nr. ${n}`, body: 'Text', version: 0 })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const stale = replies.find(({ statusCode }) => statusCode === 409)?.json()
    expect(stale).toMatchObject({ message: ERROR_TEXTS.stale, version: 1, body: 'Text' })
    expect(await wordingOf(key)).toMatchObject({ version: 1 })
  })
})

const pick = ({ subject, body }: { subject: string; body: string }) => ({ subject, body })

describe('a text is refused, naming what is wrong', () => {
  test.each([
    [
      'an unknown placeholder',
      { subject: 'x', body: '{Nachname}' },
      ['body', 'Diesen Platzhalter gibt es nicht: {Nachname}.'],
    ],
    [
      'two unknown ones, one of them mistyped',
      { subject: 'x', body: '{unbekannt} {Vornme}' },
      [
        'body',
        'Diesen Platzhalter gibt es nicht: {unbekannt}.\nDiesen Platzhalter gibt es nicht: {Vornme}. Meinten Sie {Vorname}?',
      ],
    ],
    [
      'one of another mail',
      { subject: 'x', body: 'bis {Löschdatum}' },
      ['body', '{Löschdatum} gibt es in dieser E-Mail nicht.'],
    ],
    [
      'the child in a subject',
      { subject: 'Für {Vorname}', body: 'x' },
      ['subject', '{Vorname} gibt es im Betreff nicht.'],
    ],
    ['a line break in a subject', { subject: 'x\r\nBcc: y@example.org', body: 'x' }, ['subject', 'Zeilenumbruch']],
    ['a lone brace', { subject: 'x', body: 'Hallo { Vorname' }, ['body', 'Geschweifte Klammern']],
    ['one never closed', { subject: 'x', body: 'Ihre {Schule!' }, ['body', 'Nach {Schule fehlt die Klammer }.']],
    ['one never opened', { subject: 'x', body: 'Ihre Schule}' }, ['body', 'Vor Schule} fehlt die Klammer {.']],
    ['no subject', { subject: ' ', body: 'x' }, ['subject', 'Pflichtfeld']],
    ['no text', { subject: 'x', body: '\n\n' }, ['body', 'Pflichtfeld']],
    ['a long subject', { subject: 'x'.repeat(121), body: 'x' }, ['subject', 'Maximal 120 Zeichen']],
  ])('%s', async (_, text, [field = '', message = '']) => {
    for (const reply of [
      await save('registration_accepted', { ...text, version: 1 }),
      await preview('registration_accepted', text),
    ]) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors[field]?.join(' ')).toContain(message)
    }
  })

  test.each([
    ['Bitte bestätigen.', 'Im Text fehlen {Nummer} und {Vorname}.'],
    ['{Vorname} ist angemeldet.', 'Im Text fehlt {Nummer}.'],
  ])('the confirmation mail without number and first name: %s', async (body, message) => {
    const key = 'registration_optin'
    const subject = 'Bewerbung {Nummer}'
    for (const reply of [await save(key, { subject, body, version: 0 }), await preview(key, { subject, body })])
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { body: [message] }])
    expect((await preview('registration_reminder', { subject, body })).statusCode).toBe(200)
  })

  test.each([
    [
      '{Vornme} ist angemeldet, {Nummer.',
      'Diesen Platzhalter gibt es nicht: {Vornme}. Meinten Sie {Vorname}?\nNach {Nummer fehlt die Klammer }.',
    ],
    [
      '{Frist} {Nachname} {Nummer} {Vorname}',
      '{Frist} gibt es in dieser E-Mail nicht. Möglich sind: {Vorname}, {Nummer}, {Schule}, {Schuljahr}, {Klassenstufe}, {Telefon}, {E-Mail}.\nDiesen Platzhalter gibt es nicht: {Nachname}.',
    ],
  ])('all faults of a text are named at once: %s', async (body, message) => {
    const reply = await preview('registration_optin', { subject: 'Bewerbung {Nummer}', body })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { body: [message] }])
  })

  test('an unknown mail is not found among the wordings', async () => {
    const reply = await head.call(endpoints.save, {
      params: { key: 'registration_status_link' as WordingKey },
      body: { subject: 'x', body: 'x', version: 0 },
    })
    expect(reply.statusCode).toBe(422)
  })
})

test('nobody but heads reads or writes the wordings', async () => {
  const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
  const before = await list()
  const text = { subject: 'x', body: 'x' }
  for (const endpoint of Object.values(endpoints)) {
    const ask = (visitor: TestVisitor) =>
      visitor.call(endpoint, {
        params: { key: 'registration_withdrawn' },
        ...(endpoint.method === 'GET' ? {} : { body: { ...text, version: 0 } }),
      })
    expect((await ask(app.visitor())).statusCode, endpoint.path).toBe(401)
    expect((await ask(teacher)).statusCode, endpoint.path).toBe(403)
  }
  expect(await list()).toEqual(before)
})

describe('a preview', () => {
  test('shows blocks, values and what always stands there; HTML stays text', async () => {
    const reply = await preview('registration_optin', {
      subject: '{Schule}: {Nummer}',
      body: 'Hallo,\nliebe Familie\n\n<b>{Vorname}</b> {Nummer} www.example.org',
    })
    expect(reply.json()).toMatchObject({
      subject: 'Freie Schule Wacholderhain: FSW-2027-0042',
      paragraphs: ['Hallo,\nliebe Familie', '<b>Mia</b> FSW-2027-0042 www.example.org'],
      action: 'E-Mail-Adresse bestätigen',
      closing: [
        'Der Link ist bis zum 04.12.2026 gültig.',
        'Wenn Sie diese Bewerbung nicht gestellt haben, ignorieren Sie diese E-Mail.',
      ],
    })
  })

  test.each(WORDING_KEYS)('of the product’s own words leaves no placeholder open: %s', async (key) => {
    const reply = await preview(key, pick(MAIL_WORDINGS[key]))
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toMatch(/\{[A-Z]\p{L}+\}/u)
  })
})
