import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessPackageEndpoints, type PackageReply } from '#contract/accesspackages/accesspackages.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/permissions.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { RESTRICTED_SUBJECTS, type RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import { restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { FORGOT_TASK } from '#server/domains/account/forgot-password.ts'
import { IMPORT_TASK } from '#server/domains/pupilimports/commit-import.ts'
import { RESEND_LINKS_TASK } from '#server/domains/sicknotes/resend-links.ts'
import { tasksOf } from '#server/tasks.ts'
import { effort, randomSeed } from './effort.ts'
import { endpoints, nameOf, sampleOf } from './endpoint-samples.ts'
import { makeSchool, makeUser } from './factories.ts'
import { unpack } from './package-school.ts'
import { plantSchool } from './planted-school.ts'
import { openPostOffice } from './post-office.ts'
import { readPdf } from './read-pdf.ts'
import { plantRestrictable, RESTRICTED_WORDS, type Restrictable } from './restricted-people.ts'
import { giveClass, makeEmployee } from './school-staff.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

const OWN_WORD = 'HIERA'
const WORDS = Object.values(RESTRICTED_WORDS)
const NAMED = new RegExp(WORDS.join('|'), 'i')

let app: TestApp
let school: number
let own: Awaited<ReturnType<typeof plantSchool>>
let hidden: Restrictable
let head: { id: number }
/** Everyone, a head without class D, and a teacher who leads the class of all these children. */
const VIEWERS: readonly { name: string; role: Role; seesClassD: boolean }[] = [
  { name: 'an admin', role: 'admin', seesClassD: true },
  { name: 'a head', role: 'schooladmin', seesClassD: true },
  { name: 'a secretary', role: 'schooladmin', seesClassD: false },
  { name: 'their teacher', role: 'teacher_level_1', seesClassD: true },
  { name: 'a viewer', role: 'viewer', seesClassD: true },
]
/** An account of its own for each crawl: the one before may have changed the roles and schools of all that it met. */
const makeViewer = async (name: string) => {
  const { role = 'viewer', seesClassD = false } = VIEWERS.find((one) => one.name === name) ?? {}
  const { id } = await makeUser(app, { role, schools: [school], may_view_sensitive: seesClassD })
  if (role !== 'teacher_level_1') return id
  const employee = await makeEmployee(app, school, { user_id: id })
  await giveClass(app, school, { employee, schoolclass: own.schoolclass })
  return id
}

let addresses = 0
const nextAddress = () => {
  addresses += 1
  return `10.${addresses >> 8}.${addresses & 255}.1`
}

const people = (): RestrictedPerson[] => RESTRICTED_SUBJECTS.map((subject) => ({ subject, id: hidden[subject] }))

beforeAll(async () => {
  app = await startTestApp()
  school = await makeSchool(app, 'fsw')
  own = await plantSchool(app, school, OWN_WORD)
  hidden = await plantRestrictable(app, { school, pupil: own.pupil, schoolclass: own.schoolclass })
  head = await makeUser(app, { role: 'schooladmin', schools: [school] })
})
afterAll(() => app.stop())

const partsOf = async (body: Buffer): Promise<string[]> => {
  // A downloaded access package is encrypted; `packageText` opens those that were just made.
  const isPlain = ({ compression }: { compression: number }) => compression === 0 || compression === 8
  const files = Object.values(unzipSync(new Uint8Array(body), { filter: isPlain }))
  return Promise.all(files.map((file) => textIn(Buffer.from(file))))
}
/** The text of a reply, also inside tables, archives and PDF. */
const textIn = async (body: Buffer): Promise<string> => {
  if (body.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return (await partsOf(body)).join('\n')
  if (body.subarray(0, 5).toString('latin1') !== '%PDF-') return strFromU8(body)
  return (await readPdf(new Uint8Array(body))).pages.map(({ text }) => text).join('\n')
}

/** Both files of an access package, which nobody can read without the password of the reply. */
const packageText = async (browser: TestVisitor, { id, password }: PackageReply) => {
  const reply = await browser.call(accessPackageEndpoints.download, { params: { id } })
  const { json, pdf } = await unpack(new Uint8Array(reply.rawPayload), password)
  return [json, ...pdf.pages.map(({ text }) => text)].join('\n')
}

type Part = { params?: unknown; query?: unknown; body?: unknown }
const ask = async (browser: TestVisitor, endpoint: Endpoint, part: Part) => {
  const reply = await browser.call(endpoint, {
    params: part.params as never,
    query: part.query as never,
    body: part.body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const isPackage = endpoint === accessPackageEndpoints.create && reply.statusCode === 201
  const text = await (isPackage ? packageText(browser, reply.json()) : textIn(reply.rawPayload))
  return { status: reply.statusCode, text }
}

/** Jobs about one thing that somebody did. */
const NEEDS_PAYLOAD = [IMPORT_TASK, FORGOT_TASK, RESEND_LINKS_TASK]

const RUNS = effort({ short: 1, long: 40 })
const SEED = randomSeed('restricted crawl')
const CRAWL_MS = effort({ short: 120_000, long: 900_000 })

/** Where heads are to see restricted people. */
const isForHeads = ({ path, pageOf }: Endpoint) =>
  pageOf !== undefined || /^\/api\/admin\/(restriction|accessPackages|privacyRequest|viewlog)/.test(path)

/** A new password, a second factor or ended sessions would keep the account out, so these calls have one of their own. */
const changesOwnAccount = ({ method, path }: Endpoint) => method !== 'GET' && path.startsWith('/user')

/** Deletions would make the crawl see less: they come last, aimed at the restricted people. */
const isCrawled = (endpoint: Endpoint) => endpoint.method !== 'DELETE' && !changesOwnAccount(endpoint)

/** The planted import has no file that could be read again. */
const hasNoFile = ({ path }: Endpoint) => path.startsWith('/api/admin/pupilImport/')

/** What to ask: values that fit the endpoint, then each restricted person by id, then nothing at all. */
function partsFor(endpoint: Endpoint, runs: number): Part[] {
  const ids = [...Object.values(hidden), ...Object.values(own)]
  const parts = fc.record({
    params: sampleOf(endpoint.params, ids),
    query: sampleOf(endpoint.query, ids),
    body: sampleOf(endpoint.body, ids),
  })
  const samples = fc.sample(parts, { numRuns: endpoint.method === 'GET' ? runs * 2 : runs, seed: SEED })
  const names = endpoint.path.match(/(?<=:)\w+/g) ?? []
  const paramsOf = (id: number) => Object.fromEntries(names.map((name) => [name, id]))
  const aimed = names.length > 0 ? people().map(({ id }) => ({ ...samples[0], params: paramsOf(id) })) : []
  return [...samples, ...aimed, {}]
}

/** The names of the endpoints that answered one of the words. */
async function crawl(name: string, { runs = RUNS, seesPages = false } = {}) {
  const hits = new Set<string>()
  let answers = ''
  const viewer = await makeViewer(name)
  for (const endpoint of endpoints.filter((one) => isCrawled(one) && !(seesPages && isForHeads(one)))) {
    const browser = await app.signedIn(viewer, nextAddress())
    for (const part of partsFor(endpoint, runs)) {
      const { status, text } = await ask(browser, endpoint, part)
      if (!hasNoFile(endpoint))
        expect(status, `${nameOf(endpoint)} ${JSON.stringify(part)} ${text.slice(0, 300)}`).toBeLessThan(500)
      if (NAMED.test(text)) hits.add(nameOf(endpoint))
      answers += text
    }
  }
  expect(answers.includes(OWN_WORD)).toBe(true)
  return [...hits]
}

const restrictAll = async () => {
  const browser = await app.signedIn(head.id)
  for (const params of people()) {
    const reply = await browser.call(restrictionEndpoints.set, { params: { ...params }, body: { reason: 'Streit' } })
    expect(reply.statusCode, reply.body).toBe(200)
  }
}
const totalOf = async () => (await (await app.signedIn(head.id)).call(pupilStatsEndpoints.get)).json()

test('before, the words are found in many answers, so the crawl finds them', { timeout: CRAWL_MS }, async () => {
  const hits = await crawl('a viewer', { runs: 1 })
  expect(hits.length).toBeGreaterThan(3)
})

describe('once they are restricted', () => {
  let before: unknown
  beforeAll(async () => {
    before = await totalOf()
    await restrictAll()
  })

  test('the statistics keep the count', async () => {
    expect(await totalOf()).toEqual(before)
  })

  test.each(VIEWERS.map(({ name }) => name))('%s never gets a word about them', { timeout: CRAWL_MS }, async (name) => {
    expect(await crawl(name, { seesPages: name === 'a head' })).toEqual([])
  })

  test('a deletion with their ids answers no word about them', { timeout: CRAWL_MS }, async () => {
    const deletions = endpoints.filter((one) => one.method === 'DELETE' && !changesOwnAccount(one))
    const hits = new Set<string>()
    const secretary = await makeViewer('a secretary')
    for (const endpoint of deletions) {
      const browser = await app.signedIn(secretary, nextAddress())
      for (const part of partsFor(endpoint, 1)) {
        const { status, text } = await ask(browser, endpoint, part)
        expect(status, `${nameOf(endpoint)} ${JSON.stringify(part)}`).toBeLessThan(500)
        if (NAMED.test(text)) hits.add(nameOf(endpoint))
      }
    }
    expect(deletions.length).toBeGreaterThan(10)
    expect([...hits]).toEqual([])
  })

  test.each(VIEWERS)('changes of the own account answer $name no word about them', async ({ role, seesClassD }) => {
    const own = endpoints.filter(changesOwnAccount)
    expect(own.length).toBeGreaterThan(5)
    for (const endpoint of own) {
      const account = await makeUser(app, { role, schools: [school], may_view_sensitive: seesClassD })
      for (const part of partsFor(endpoint, 1)) {
        const { status, text } = await ask(await app.signedIn(account.id, nextAddress()), endpoint, part)
        expect(status, `${nameOf(endpoint)} ${JSON.stringify(part)}`).toBeLessThan(500)
        expect(text, nameOf(endpoint)).not.toMatch(NAMED)
      }
    }
  })

  test('no job writes about them, and no mail goes to them', async () => {
    const office = await openPostOffice(app)
    const tasks = tasksOf({ ...app.platform, mailTransport: undefined })
    for (const [name, task] of Object.entries(tasks)) {
      if (NEEDS_PAYLOAD.includes(name)) continue
      await task({})
    }
    await office.runAll()
    expect(office.mails.map(({ raw, envelope }) => `${envelope} ${raw}`).filter((mail) => NAMED.test(mail))).toEqual([])
    await office.stop()
  })
})
