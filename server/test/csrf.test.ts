import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { asSuperuser } from './backup-drill.ts'
import { endpoints, nameOf, sampleOf } from './endpoint-samples.ts'
import { makeSchool, makeUser } from './factories.ts'
import { plantSchool } from './planted-school.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

// Security case 11. Registering is closed, whatever is sent.
// What another server signs has no token; its own tests forge it (provider-logout.test.ts).
const changing = endpoints.filter(
  (endpoint) => endpoint.method !== 'GET' && endpoint !== accountEndpoints.register && !endpoint.isSignedForm,
)

let app: TestApp
let everything: pg.Client
let ids: number[]
let signedIn: TestVisitor
let guest: TestVisitor
let otherToken: string
beforeAll(async () => {
  app = await startTestApp()
  everything = await asSuperuser(app.database.connection.database)
  sums = await sumQuery()
  const school = await makeSchool(app, 'fsw')
  ids = Object.values(await plantSchool(app, school, 'WORT'))
  const { id } = await makeUser(app, { role: 'admin', schools: [school] })
  signedIn = await app.signedIn(id)
  guest = app.visitor('192.0.2.7')
  await guest.inject('GET', '/sanctum/csrf-cookie')
  otherToken = (await app.signedIn(id)).cookies.get('XSRF-TOKEN') ?? ''
})
afterAll(async () => {
  await everything.end()
  await app.stop()
})

/** Attempts are counted also when they are refused. */
const COUNTERS = ['rate_limit']

/** One query for a checksum of every row of each table, including sessions and jobs. */
async function sumQuery() {
  const { rows: tables } = await everything.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and not c.relname = any($1) order by 1`,
    [COUNTERS],
  )
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as sum from ${name} t`,
  )
  return `${sums.join(' union all ')} order by name`
}

let sums: string
/** Prepared by its name, because planning takes longer than reading. */
const stored = async () => (await everything.query({ name: 'sums', text: sums })).rows

/** What the tables held after the last endpoints. */
let last: unknown

type Headers = Record<string, string>

const ATTACKS: [string, () => Headers][] = [
  ['without a token', () => ({ 'x-xsrf-token': '' })],
  ['with a token that is none', () => ({ 'x-xsrf-token': 'YWFh.YWFh' })],
  ["with another session's token", () => ({ 'x-xsrf-token': otherToken })],
  ['from a page elsewhere', () => ({ origin: 'https://evil.example' })],
  ['from a page of no origin', () => ({ origin: 'null' })],
  ['from a site elsewhere', () => ({ 'sec-fetch-site': 'cross-site' })],
]

const partOf = (schema: Endpoint['body']) => fc.sample(sampleOf(schema, ids), { numRuns: 1, seed: 3 })[0] as never
const browserOf = ({ access }: Endpoint) => (access === 'public' ? guest : signedIn)

const call = (endpoint: Endpoint, headers: Headers) => {
  const asked = { params: partOf(endpoint.params), query: partOf(endpoint.query), body: partOf(endpoint.body) }
  return browserOf(endpoint).call(endpoint, {
    ...asked,
    headers: { 'idempotency-key': crypto.randomUUID(), ...headers },
  })
}

/** A form on another site may send this without a preflight. */
const sendForm = (endpoint: Endpoint, type: string) =>
  browserOf(endpoint).inject(endpoint.method, endpoint.path.replaceAll(/:\w+/g, '1'), {
    body: 'email=a%40example.org',
    headers: { 'content-type': type, 'x-xsrf-token': '' },
  })

/** A checksum of all tables takes longer than all attacks on an endpoint, so a few endpoints share one. */
const TOGETHER = 8
const groups = Array.from({ length: Math.ceil(changing.length / TOGETHER) }, (_, at) => {
  const group = changing.slice(at * TOGETHER, (at + 1) * TOGETHER)
  return [group.map(nameOf).join(', '), group] as const
})

test.each(groups)('is refused with 419 whoever sends it, and nothing changes: %s', async (_names, group) => {
  const before = last ?? (await stored())
  for (const endpoint of group) {
    for (const [attack, headers] of ATTACKS) {
      const reply = await call(endpoint, headers())
      expect([reply.statusCode, reply.json()], `${nameOf(endpoint)} ${attack}`).toEqual([
        419,
        { message: ERROR_TEXTS.csrf },
      ])
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const reply = await sendForm(endpoint, type)
      expect([415, 419], `${nameOf(endpoint)} ${type}`).toContain(reply.statusCode)
    }
  }
  last = await stored()
  expect(last).toEqual(before)
})

test('a session of one visitor is not ended by a picture on a page elsewhere', async () => {
  for (const url of ['/logout', '/app/dologout']) {
    const reply = await signedIn.inject('GET', url, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(reply.cookies, url).toEqual([])
  }
  expect((await signedIn.call(accountEndpoints.basedata)).statusCode).toBe(200)
})

test('with its own token the same request is not refused for it', async () => {
  const reply = await signedIn.call(accountEndpoints.logout)
  expect(reply.statusCode).toBe(200)
  expect((await signedIn.call(accountEndpoints.basedata)).statusCode).toBe(401)
})
