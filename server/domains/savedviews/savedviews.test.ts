import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAVED_VIEW_TEXTS, SAVED_VIEWS_MAX, savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let head: TestVisitor
let both: number[]

const signIn = async (role: 'schooladmin' | 'viewer' | 'teacher_level_1', schools: number[]) =>
  app.signedIn((await makeUser(app, { role, schools })).id)

beforeAll(async () => {
  app = await startTestApp()
  both = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  head = await signIn('schooladmin', both)
})
afterAll(() => app.stop())

const send = (view: { name: string; query: string; shared?: boolean }, visitor: TestVisitor) =>
  visitor.call(savedViewEndpoints.add, {
    body: { page: 'pupils', ...view },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const keep = (name: string, query: string, visitor = head) => send({ name, query }, visitor)
const share = (name: string, query: string, visitor: TestVisitor) => send({ name, query, shared: true }, visitor)
const views = async (visitor = head) =>
  (await visitor.call(savedViewEndpoints.list, { query: { page: 'pupils' } })).json() as {
    id: number
    name: string
    query: string
    shared: boolean
    is_own: boolean
  }[]

test('views are kept by name, in the order of names; the same name, whatever its case, replaces the view', async () => {
  const first = await keep('Ohne Mail', '?missing=mail')
  expect([first.statusCode, first.json().message]).toEqual([201, 'Die Ansicht „Ohne Mail“ ist gemerkt.'])
  await keep('Äpfel', 'status=left&sort=-birthdate')
  const again = await keep('ohne mail', 'missing=mail&gender=f')
  expect(again.json().id).toBe(first.json().id)
  expect(again.json().message).toBe('Die Ansicht „ohne mail“ ist ersetzt.')
  expect((await views()).map(({ name, query }) => [name, query])).toEqual([
    ['Äpfel', 'status=left&sort=-birthdate'],
    ['ohne mail', 'missing=mail&gender=f'],
  ])
})

test('the limit of a query counts its stored form, with umlauts as umlauts', async () => {
  const refused = await keep('Lang', `search=${'ä'.repeat(900)}`)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['query']])
  const longest = await keep('Lang', `search=${'ä'.repeat(165)}`)
  expect(longest.statusCode, longest.body).toBe(201)
  const { id } = longest.json()
  expect((await head.call(savedViewEndpoints.remove, { params: { id } })).statusCode).toBe(200)
})

test('users have only their own ones, separately at each school', async () => {
  const [fsw = 0] = both
  const other = await signIn('schooladmin', [fsw])
  expect(await views(other)).toEqual([])
  expect((await keep('Ohne Mail', 'search=x', other)).statusCode).toBe(201)
  const [mine] = await views()
  const foreign = await other.call(savedViewEndpoints.remove, { params: { id: mine?.id ?? 0 } })
  expect(foreign.statusCode).toBe(404)
  expect(await views()).toHaveLength(2)
  const gone = await head.call(savedViewEndpoints.remove, { params: { id: mine?.id ?? 0 } })
  expect(gone.json()).toEqual({ message: SAVED_VIEW_TEXTS.forgotten(mine?.name ?? '') })
  expect(await views()).toHaveLength(1)
})

test('there are at most 30, also when many are saved at once; an existing one can still be replaced', async () => {
  const keeper = await signIn('viewer', both)
  for (let number = 1; number < SAVED_VIEWS_MAX; number += 1) await keep(`Ansicht ${number}`, 'page=2', keeper)
  const replies = await Promise.all(['a', 'b', 'c'].map((name) => keep(name, '', keeper)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
  expect(await views(keeper)).toHaveLength(SAVED_VIEWS_MAX)
  expect((await keep('ansicht 3', 'gender=m', keeper)).statusCode).toBe(201)
  expect((await keep('Neu', '', keeper)).json().errors).toEqual({ name: [SAVED_VIEW_TEXTS.tooMany] })
})

test('colleagues see shared views as far as their role shows what they are about', async () => {
  const [fsw = 0, fow = 0] = both
  const sharer = await signIn('schooladmin', [fsw])
  const colleague = await signIn('teacher_level_1', [fsw])
  const viewer = await signIn('viewer', [fsw])
  const elsewhere = await signIn('schooladmin', [fow])
  const queries = {
    Hort: 'filter=all**afterschool_days.has.tu&columns=schoolclass,afterschool_care',
    Klassen: 'schoolgrade=3&columns=schoolclass,afterschool_care,class_teacher',
    Suche: 'search=Zwetschge',
    Alter: 'sort=-birthdate',
    Bestätigen: 'missing=confirmation',
    Papierkorb: 'bin=1',
  }
  for (const [name, query] of Object.entries(queries)) {
    const reply = await share(name, query, sharer)
    expect(reply.json().message).toBe(SAVED_VIEW_TEXTS.shared(name))
  }
  await keep('Eigene', 'gender=f', sharer)
  const seen = async (visitor: TestVisitor) => (await views(visitor)).map(({ name, query }) => [name, query])
  expect(await seen(viewer)).toEqual([['Klassen', 'schoolgrade=3&columns=schoolclass%2Cclass_teacher']])
  expect((await seen(colleague)).map(([name]) => name)).toEqual(['Alter', 'Hort', 'Klassen', 'Suche'])
  expect(await views(elsewhere)).toEqual([])
  expect((await views(viewer))[0]).toMatchObject({ shared: true, is_own: false })
  const [{ id } = { id: 0 }] = await views(viewer)
  expect((await viewer.call(savedViewEndpoints.remove, { params: { id } })).statusCode).toBe(404)
  // Shared no more: saved again without it.
  await keep('Klassen', 'schoolgrade=3', sharer)
  expect(await views(viewer)).toEqual([])
})

test('only who manages pupils shares', async () => {
  const colleague = await signIn('viewer', both)
  const refused = await share('Meine', 'gender=f', colleague)
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { shared: [SAVED_VIEW_TEXTS.mayNotShare] }])
  expect((await views(colleague)).filter(({ is_own }) => is_own)).toEqual([])
})
