import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply } from '#contract/error-reply.ts'
import { effort, randomSeed, reportFigure } from './effort.ts'
import { endpoints, nameOf, poisoned, sampleOf } from './endpoint-samples.ts'
import { makeSchool, makeUser } from './factories.ts'
import { plantSchool } from './planted-school.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

const RUNS = effort({ short: 3, long: 40 })
const SEED = randomSeed('contract fuzz')

let app: TestApp
let ids: number[]
const userIds: Record<'head' | 'admin', number> = { head: 0, admin: 0 }
beforeAll(async () => {
  app = await startTestApp()
  const school = await makeSchool(app, 'fsw')
  ids = Object.values(await plantSchool(app, school, 'WORT'))
  userIds.head = (await makeUser(app, { role: 'schooladmin', schools: [school] })).id
  userIds.admin = (await makeUser(app, { role: 'admin', schools: [school] })).id
})
afterAll(async () => {
  reportFigure(`contract fuzz: ${endpoints.length} endpoints, ${RUNS} runs each, seed ${SEED}`)
  await app.stop()
})

/** New sessions for each endpoint: some end the one they are asked with. */
const openBrowsers = async (): Promise<Record<string, TestVisitor>> => ({
  head: await app.signedIn(userIds.head),
  admin: await app.signedIn(userIds.admin),
  nobody: app.visitor(),
})

/** The largest forms have hundreds of fields: a busy machine needs longer for them. */
const PLACES_MS = effort({ short: 90_000, long: 300_000 })

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  test('never answers 5xx, and every answer keeps its shape', async () => {
    const browsers = await openBrowsers()
    const who = endpoint.access === 'public' ? ['nobody'] : ['head', 'admin']
    const call = fc.record({
      params: sampleOf(endpoint.params, ids),
      query: sampleOf(endpoint.query, ids),
      body: sampleOf(endpoint.body, ids),
      who: fc.constantFrom(...who),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ who, ...part }) => {
        const browser = browsers[who] as TestVisitor
        const params = (part.params ?? {}) as Record<string, string>
        const query =
          typeof part.query === 'object' && part.query !== null ? (part.query as Record<string, string>) : {}
        // Other tests are about limits; here each run has another address.
        const key = { 'idempotency-key': crypto.randomUUID() }
        const reply = await browser.call(endpoint, { params, query, body: part.body, headers: key })
        expect(reply.statusCode, reply.body).toBeLessThan(500)
        // checkReplies has parsed 2xx by the contract; refusals have the one error shape.
        if (reply.statusCode >= 400) expect(ErrorReply.safeParse(reply.json()).success, reply.body).toBe(true)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('survives each bad value in each field of a good request', { timeout: PLACES_MS }, async () => {
    const browsers = await openBrowsers()
    const browser = browsers[endpoint.access === 'public' ? 'nobody' : 'admin'] as TestVisitor
    const parts = { params: endpoint.params, query: endpoint.query, body: endpoint.body }
    const good = Object.fromEntries(
      Object.entries(parts).map(([part, schema]) => [
        part,
        fc.sample(sampleOf(schema, ids), { numRuns: 1, seed: 3 })[0],
      ]),
    )
    for (const part of ['params', 'query', 'body'] as const) {
      if (typeof good[part] !== 'object' || good[part] === null) continue
      for (const bad of poisoned(good[part])) {
        const asked = { ...good, [part]: bad } as Parameters<TestVisitor['call']>[1]
        const reply = await browser.call(endpoint, { ...asked, headers: { 'idempotency-key': crypto.randomUUID() } })
        expect(reply.statusCode, `${part} ${JSON.stringify(bad).slice(0, 300)}: ${reply.body}`).toBeLessThan(500)
      }
    }
  })
})
