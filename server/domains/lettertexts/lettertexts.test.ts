import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  LETTER_TEXT_TEXTS,
  LETTER_TEXTS_MAX,
  type LetterText,
  letterTextEndpoints,
} from '#contract/lettertexts/lettertexts.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let head: TestVisitor
let office: TestVisitor
let elsewhere: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  const [fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  const signIn = async (school: number) =>
    app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
  ;[head, office, elsewhere] = [await signIn(fsw), await signIn(fsw), await signIn(fow)]
})
afterAll(() => app.stop())

const TRIP = {
  name: 'Ausflug',
  subject: 'Ausflug der Klasse {Klassen}',
  body: 'wir fahren.',
  enclosures: 'Rückmeldung\nPackliste',
}

const keep = (text: Partial<typeof TRIP> = {}, visitor = head, headers = { 'idempotency-key': crypto.randomUUID() }) =>
  visitor.call(letterTextEndpoints.add, { body: { ...TRIP, ...text }, headers })
const texts = async (visitor = head) => (await visitor.call(letterTextEndpoints.list)).json() as LetterText[]

test('a text is kept for everybody at the school who writes letters; the same name replaces it', async () => {
  const first = await keep()
  expect([first.statusCode, first.json().message]).toEqual([201, LETTER_TEXT_TEXTS.kept('Ausflug')])
  expect(await texts(office)).toEqual([{ id: first.json().id, ...TRIP }])
  const again = await keep({ name: 'AUSFLUG', enclosures: '' }, office)
  expect(again.json()).toEqual({ id: first.json().id, message: LETTER_TEXT_TEXTS.replaced('AUSFLUG') })
  await keep({ name: 'Äpfel' })
  expect((await texts()).map(({ name, enclosures }) => [name, enclosures])).toEqual([
    ['Äpfel', TRIP.enclosures],
    ['AUSFLUG', null],
  ])
})

test('another school neither sees nor deletes it: the 404 of an unknown one', async () => {
  const { id } = (await keep()).json()
  expect(await texts(elsewhere)).toEqual([])
  const remove = (one: number, visitor: TestVisitor) =>
    visitor.call(letterTextEndpoints.remove, { params: { id: one } })
  const [unknown, foreign] = [await remove(999_999, elsewhere), await remove(id, elsewhere)]
  expect([unknown.statusCode, foreign.statusCode]).toEqual([404, 404])
  expect(foreign.body).toBe(unknown.body)
  expect((await remove(id, office)).json().message).toBe(LETTER_TEXT_TEXTS.deleted('Ausflug'))
  expect((await texts()).some((one) => one.id === id)).toBe(false)
})

test.each([
  ['name', ''],
  ['name', 'x'.repeat(61)],
  ['subject', ''],
  ['subject', 'x'.repeat(121)],
  ['body', ' '],
  ['body', 'x'.repeat(4001)],
  ['enclosures', 'x'.repeat(501)],
  ['body', 'mit {Diagnose}'],
])('%s is checked', async (field, value) => {
  const reply = await keep({ [field]: value })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
})

test('sent twice with one key is one text, and there is a limit, also for several at once', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = [
    await keep({ name: 'Zweimal' }, head, headers),
    await keep({ name: 'Zweimal' }, head, headers),
  ]
  expect(second.json()).toEqual(first.json())
  const left = LETTER_TEXTS_MAX - (await texts()).length
  const replies = await Promise.all(
    Array.from({ length: left + 2 }, (_, at) => keep({ name: `Text ${at}` }, at % 2 ? head : office)),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 422).map((reply) => reply.json().errors)).toEqual([
    { name: [LETTER_TEXT_TEXTS.tooMany] },
    { name: [LETTER_TEXT_TEXTS.tooMany] },
  ])
  expect(await texts()).toHaveLength(LETTER_TEXTS_MAX)
  // Replacing one needs no room.
  expect((await keep({ name: 'zweimal' })).statusCode).toBe(201)
})
