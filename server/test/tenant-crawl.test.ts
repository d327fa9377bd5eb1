import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLES, type Role } from '#contract/permissions.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { effort, randomSeed } from './effort.ts'
import { endpoints, nameOf, sampleOf } from './endpoint-samples.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { plantSchool } from './planted-school.ts'
import { storedAccount } from './stored-account.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

const FOREIGN_WORD = 'KANARIEB'
const OWN_WORD = 'HIERA'

let app: TestApp

/** No id of the other school is also an id of the own school, in any table. */
async function startIdsAt(first: number) {
  const { rows } = await app.database.owner.query(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' order by 1`,
  )
  for (const { name } of rows)
    await app.database.owner.query(`alter table ${name} alter column id restart with ${first}`)
}

let addresses = 0
/** A separate network: so many logins from one address would be refused, and then every later request. */
const nextAddress = () => {
  addresses += 1
  return `10.${addresses >> 8}.${addresses & 255}.1`
}

let own: Awaited<ReturnType<typeof plantSchool>>
let foreign: typeof own
beforeAll(async () => {
  app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  own = await plantSchool(app, fsw, OWN_WORD)
  await startIdsAt(500_000)
  const fow = await makeSchool(app, 'fow')
  foreign = await plantSchool(app, fow, FOREIGN_WORD)
  await startIdsAt(600_000)
  // Accounts and sessions belong to no school: their ids must not be the same as ids of the other school's rows.
  for (const table of ['app_user', 'session'])
    await app.database.owner.query(`alter table ${table} alter column id restart with 700000`)
})
afterAll(() => app.stop())

/** Everything the other school has, as one text. */
const foreignRows = () =>
  insideSchool(app, foreign.school, async () => {
    const { rows: tables } = await app.database.owner.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity order by 1`,
    )
    const client = await app.database.owner.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.school_id', $1, true)`, [String(foreign.school)])
      const contents: Record<string, string[]> = {}
      for (const { name } of tables) {
        contents[name] = (await client.query(`select row_to_json(t)::text as row from ${name} t order by 1`)).rows.map(
          ({ row }) => row,
        )
      }
      return contents
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

test('every school table of the other school holds rows, so that none can be forgotten', async () => {
  const empty = Object.entries(await foreignRows()).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([name]) => name)).toEqual([])
})

const ask = (browser: TestVisitor, endpoint: Endpoint, part: { params?: unknown; query?: unknown; body?: unknown }) =>
  browser.call(endpoint, {
    params: part.params as never,
    query: part.query as never,
    body: part.body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

const RUNS = effort({ short: 2, long: 40 })
const SEED = randomSeed('tenant crawl')

/** Public endpoints belong to the visitors of that school, so the crawl only asks those for signed-in users. */
const inside = endpoints.filter(({ access }) => access !== 'public')

/**
 * Somebody of the other school only. An admin manages all accounts, so for an admin the name does not contain the word.
 */
async function makeStranger(role: Role) {
  const { id } = await makeUser(app, { role: 'viewer', schools: [foreign.school] })
  if (role !== 'admin')
    await app.database.owner.query('update app_user set name = $2, email = lower($2) where id = $1', [
      id,
      `${FOREIGN_WORD}@${id}`,
    ])
  return { id, ids: role === 'admin' ? Object.values(foreign) : [...Object.values(foreign), id] }
}

/** Each endpoint is called a dozen times, each with a new session: a busy machine needs longer for it. */
const CRAWL_MS = effort({ short: 60_000, long: 600_000 })

describe.each(ROLES)('a user with the role %s', (role) => {
  test('never gets a word of the other school and never changes a row of it, whatever ids are sent', {
    timeout: CRAWL_MS,
  }, async () => {
    const user = await makeUser(app, { role, schools: [own.school] })
    const { id: strangerId, ids } = await makeStranger(role)
    const before = [await foreignRows(), await storedAccount(app, strangerId)]
    let answers = ''
    for (const endpoint of inside) {
      // Each call has a session, because some endpoints end theirs, and an address, because limits count them.
      const browser = await app.signedIn(user.id, nextAddress())
      const parts = fc.record({
        params: sampleOf(endpoint.params, ids),
        query: sampleOf(endpoint.query, ids),
        body: sampleOf(endpoint.body, ids),
      })
      for (const part of fc.sample(parts, { numRuns: RUNS, seed: SEED })) {
        const reply = await ask(browser, endpoint, part)
        expect(reply.body.includes(FOREIGN_WORD), `${nameOf(endpoint)} ${JSON.stringify(part)}`).toBe(false)
        answers += reply.body
      }
    }
    const after = [await foreignRows(), await storedAccount(app, strangerId)]
    // A write would also show in the pupil counter and the log of the other school.
    expect(after).toStrictEqual(before)
    if (role === 'schooladmin') expect(answers.includes(OWN_WORD)).toBe(true)
  })

  test('gets the same answer for an object of the other school as for one that does not exist', {
    timeout: CRAWL_MS,
  }, async () => {
    const user = await makeUser(app, { role, schools: [own.school] })
    const browser = await app.signedIn(user.id)
    const { ids } = await makeStranger(role)
    for (const endpoint of inside.filter(({ path }) => path.includes(':'))) {
      const [body] = fc.sample(sampleOf(endpoint.body, [1]), { numRuns: 1, seed: 7 })
      const names = endpoint.path.match(/(?<=:)\w+/g) ?? []
      const paramsOf = (id: number) => Object.fromEntries(names.map((name) => [name, id]))
      const askFor = async (id: number) => {
        // Wrong passwords are counted, and the sixth would get another answer.
        if (endpoint.path.startsWith('/user/')) await app.database.owner.query('delete from rate_limit')
        return ask(browser, endpoint, { params: paramsOf(id), body })
      }
      const unknown = await askFor(987_654_321)
      for (const id of ids.filter((id) => !Object.values(own).includes(id))) {
        const reply = await askFor(id)
        expect([reply.statusCode, reply.body], `${nameOf(endpoint)} ${id}`).toEqual([unknown.statusCode, unknown.body])
      }
    }
  })
})

test('whoever was taken off a school gets nothing of it at the next request, without a new login (security case 9)', async () => {
  const { id } = await makeUser(app, { role: 'schooladmin', schools: [foreign.school, own.school] })
  const head = await makeUser(app, { role: 'schooladmin', schools: [foreign.school] })
  const browser = await app.signedIn(id)
  const loadedThere = { headers: { 'x-school': String(foreign.school) } }
  const find = (pupil: number) => browser.call(pupilDetailsEndpoints.get, { params: { id: pupil } })
  expect((await find(foreign.pupil)).body).toContain(FOREIGN_WORD)
  expect((await browser.call(pupilEndpoints.list, loadedThere)).body).toContain(FOREIGN_WORD)

  const taken = await (await app.signedIn(head.id)).call(userEndpoints.detach, { params: { id } })
  expect(taken.statusCode, taken.body).toBe(200)
  expect((await browser.call(pupilEndpoints.list, loadedThere)).statusCode).toBe(409)
  expect((await find(foreign.pupil)).statusCode).toBe(404)
  expect((await find(own.pupil)).body).toContain(OWN_WORD)
  const back = await browser.call(accountEndpoints.changeSchool, { body: { school_id: foreign.school } })
  expect(back.statusCode).toBe(404)
  for (const endpoint of inside.filter(({ method, path }) => method === 'GET' && !path.includes(':')))
    expect((await browser.call(endpoint)).body.includes(FOREIGN_WORD), nameOf(endpoint)).toBe(false)
})
