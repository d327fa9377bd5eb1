import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewProcessorForm, processorEndpoints } from '#contract/processors/processors.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let stranger: TestVisitor

const signIn = async (school: number, change: { role?: 'admin' | 'teacher_level_1'; may_view_sensitive?: boolean }) =>
  app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school], ...change })).id)

beforeAll(async () => {
  app = await startTestApp({ now: new Date('2026-11-23T09:00:00Z') })
  fsw = await makeSchool(app, 'fsw')
  head = await signIn(fsw, {})
  stranger = await signIn(await makeSchool(app, 'fow'), {})
})
afterAll(() => app.stop())

const FORM: NewProcessorForm = {
  name: 'Hosting Muster GmbH',
  kind: 'hosting',
  service: 'Virtueller Server',
  place: 'Falkenstein, Deutschland',
  contract_on: '2024-11-22',
  reviewed_on: null,
  note: null,
}
const add = async (change: Partial<NewProcessorForm> = {}, browser = head) =>
  browser.call(processorEndpoints.add, { body: { ...FORM, ...change } })
const list = async (browser = head) => {
  const reply = await browser.call(processorEndpoints.list)
  expect(reply.statusCode).toBe(200)
  return processorEndpoints.list.response.parse(reply.json())
}
const change = (id: number, body: object, browser = head) =>
  browser.call(processorEndpoints.change, { params: { id }, body })
const remove = (id: number, browser = head) => browser.call(processorEndpoints.remove, { params: { id } })

test('a processor is entered, listed by name, changed by its keys, and gone; the log says so', async () => {
  const reply = await add()
  expect([reply.statusCode, reply.json().message]).toEqual([201, 'Hosting Muster GmbH ist eingetragen.'])
  const { id } = reply.json()
  await add({ name: 'Aushilfe AG', kind: 'support' })
  const { processors, used } = await list()
  expect(processors.map(({ name }) => name)).toEqual(['Aushilfe AG', 'Hosting Muster GmbH'])
  expect(processors[1]).toEqual({ ...FORM, id, version: 1 })
  expect(used).toEqual({ mail_host: 'mail.example.org', has_backups: true })
  expect((await change(id, { reviewed_on: '2026-11-23', version: 1 })).json().message).toBe(
    'Die Änderungen sind gespeichert.',
  )
  expect((await change(id, { reviewed_on: '2026-11-23' })).json().message).toBe('Es gab nichts zu ändern.')
  const stale = await change(id, { reviewed_on: '2026-11-20', version: 1 })
  expect([stale.statusCode, stale.json().reviewed_on]).toEqual([409, '2026-11-23'])
  // What somebody else did not touch is saved all the same.
  expect((await change(id, { place: 'Nürnberg', version: 1 })).statusCode).toBe(200)
  expect((await remove(id)).json().message).toBe('Hosting Muster GmbH steht nicht mehr im Verzeichnis.')
  expect((await remove(id)).statusCode).toBe(404)
  expect((await change(id, { place: 'Berlin' })).statusCode).toBe(404)
  const log = await head.call(userlogEndpoints.list, { query: { entity_type: 'processor' } })
  expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual([
    'processor_deleted',
    'processor_updated',
    'processor_updated',
    'processor_created',
    'processor_created',
  ])
})

test.each([
  [{ name: ' ' }, { name: ['Dieses Feld ist ein Pflichtfeld.'] }],
  [{ place: '' }, { place: ['Dieses Feld ist ein Pflichtfeld.'] }],
  [{ kind: 'spy' as never }, { kind: [expect.any(String)] }],
  [{ contract_on: '2026-11-24' }, { contract_on: ['Dieser Tag liegt in der Zukunft.'] }],
  [{ reviewed_on: '2026-11-24' }, { reviewed_on: ['Dieser Tag liegt in der Zukunft.'] }],
  [{ note: 'x'.repeat(1001) }, { note: [expect.any(String)] }],
])('%j is refused', async (wrong, errors) => {
  const reply = await add(wrong)
  expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
})

test('today is not in the future, and neither can a change put a day there', async () => {
  const { id } = (await add({ contract_on: '2026-11-23', reviewed_on: '2026-11-23' })).json()
  const reply = await change(id, { reviewed_on: '2026-11-24' })
  expect([reply.statusCode, reply.json().errors]).toEqual([422, { reviewed_on: ['Dieser Tag liegt in der Zukunft.'] }])
})

test('secretaries and admins read the list, the head writes it, teachers and other schools do neither', async () => {
  const { id } = (await add({ name: 'Nur für fsw' })).json()
  for (const browser of [await signIn(fsw, { may_view_sensitive: false }), await signIn(fsw, { role: 'admin' })]) {
    expect((await list(browser)).processors.some((one) => one.id === id)).toBe(true)
    const replies = [await add({}, browser), await change(id, { place: 'x' }, browser), await remove(id, browser)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  }
  const teacher = await signIn(fsw, { role: 'teacher_level_1' })
  expect((await teacher.call(processorEndpoints.list)).statusCode).toBe(403)
  expect((await list(stranger)).processors).toEqual([])
  expect([(await change(id, { place: 'x' }, stranger)).statusCode, (await remove(id, stranger)).statusCode]).toEqual([
    404, 404,
  ])
  expect((await list()).processors.find((one) => one.id === id)?.place).toBe(FORM.place)
})

test('what the school runs itself is said once, taken back, and known to this school only', async () => {
  const setOwn = (is_own: boolean, browser = head, kind = 'backup') =>
    browser.call(processorEndpoints.setOwn, { params: { kind: kind as 'backup' }, body: { is_own } })
  expect((await list()).own_services).toEqual([])
  expect((await setOwn(true)).json().message).toBe('„Ort der Sicherungskopien“ ist als selbst betrieben eingetragen.')
  expect((await setOwn(true)).statusCode).toBe(200)
  expect((await list()).own_services).toEqual(['backup'])
  expect((await list(stranger)).own_services).toEqual([])
  const log = await head.call(userlogEndpoints.list, { query: { entity_type: 'school' } })
  expect(log.json().data.map((one: { changed_fields: string[] }) => one.changed_fields)).toEqual([['own_services']])
  expect((await setOwn(true, head, 'other')).statusCode).toBe(422)
  for (const browser of [await signIn(fsw, { may_view_sensitive: false }), await signIn(fsw, { role: 'admin' })])
    expect((await setOwn(false, browser)).statusCode).toBe(403)
  expect((await setOwn(false)).json().message).toBe('„Ort der Sicherungskopien“ gilt nicht mehr als selbst betrieben.')
  expect((await list()).own_services).toEqual([])
})

test('the list says when no mail server and no backups are set', async () => {
  Object.assign(app.platform, { mailHost: undefined, hasBackups: false })
  expect((await list()).used).toEqual({ mail_host: null, has_backups: false })
  Object.assign(app.platform, { mailHost: 'mail.example.org', hasBackups: true })
})

test.each([
  ['avv', 'Vertrag über Auftragsverarbeitung'],
  ['tom', 'Technische und organisatorische Maßnahmen'],
  ['dsfa', 'Datenschutz-Folgenabschätzung'],
] as const)('the template %s comes with the product', async (name, words) => {
  const reply = await head.call(processorEndpoints.template, { params: { name } })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(reply.headers['content-disposition']).toContain(`vorlage-${name}.md`)
  expect(reply.payload).toMatch(new RegExp(`^# Vorlage: ${words}`))
})

test('no other file is a template', async () => {
  for (const name of ['..%2Fhandbuch', 'handbuch', 'avv.md'])
    expect((await head.inject('GET', `/api/admin/processor/template/${name}`)).statusCode).toBe(422)
})
