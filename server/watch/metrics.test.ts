import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { buildApp } from '#server/app.ts'
import { openMetricsPort } from '#server/http/metrics-door.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openVisitor, type TestVisitor } from '#server/test/test-visitor.ts'
import { openMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-the-right-length'

let app: TestApp
let counted: Awaited<ReturnType<typeof buildApp>>
let metrics: ReturnType<typeof openMetrics>
let admin: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  metrics = openMetrics(app.platform.state)
  counted = await buildApp({ platform: app.platform, metrics: { metrics, door: TOKEN } })
  const school = await makeSchool(app, 'fsw')
  const { email } = await makeUser(app, { role: 'admin', schools: [school] })
  admin = openVisitor(counted)
  await admin.logIn(email)
})
afterAll(async () => {
  await counted.close()
  await app.stop()
})

const read = (authorization?: string) =>
  counted.inject({ method: 'GET', url: '/metrics', headers: authorization ? { authorization } : {} })
const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))
const figureOf = (text: string, line: string) => Number(linesOf(text, line)[0]?.split(' ').at(-1))

describe('/metrics beside the pages', () => {
  test.each([[undefined], ['Bearer wrong'], ['Bearer '], [TOKEN], [`bearer ${TOKEN}`], [`Bearer ${TOKEN}x`]])(
    'does not exist for who sends %s',
    async (authorization) => {
      const reply = await read(authorization)
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ message: 'Der Eintrag wurde nicht gefunden.' })
    },
  )

  test('answers with the token, and no cache keeps it', async () => {
    const reply = await read(`Bearer ${TOKEN}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('does not exist at all without a token in the settings, not even for an admin', async () => {
    expect((await (await app.signedIn(1)).inject('GET', '/metrics')).statusCode).toBe(404)
    expect(app.mounted.map(({ url }) => url)).not.toContain('/metrics')
  })
})

describe('a port of its own', () => {
  const open = (token?: string) => openMetricsPort({ metrics, host: '127.0.0.1', port: 0, token })
  const get = (port: number, path = '/metrics', headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })

  test('serves nothing but the metrics', async () => {
    const door = await open()
    expect((await get(door.port)).status).toBe(200)
    for (const path of ['/', '/metrics/x', '/metrics?x=1', '/api/basedata'])
      expect((await get(door.port, path)).status, path).toBe(404)
    expect((await fetch(`http://127.0.0.1:${door.port}/metrics`, { method: 'POST' })).status).toBe(404)
    await door.stop()
  })

  test('asks for the token when one is set', async () => {
    const door = await open(TOKEN)
    expect((await get(door.port)).status).toBe(404)
    expect((await get(door.port, '/metrics', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
    await door.stop()
  })
})

test('answers are counted by the pattern of the route, without ids, queries and unknown paths', async () => {
  await admin.call(accountEndpoints.basedata)
  await admin.call(pupilDetailsEndpoints.get, { params: { id: 4711 } })
  await admin.inject('GET', '/api/admin/pupil?search=Zzkanarie')
  await admin.inject('GET', '/api/nichts/Zzkanarie')
  await admin.inject('GET', '/app/susByUuid/Zzkanarie')
  const { body } = await metrics.text()
  expect(linesOf(body, 'schulhof_http_requests_total{method="GET",route="/api/admin/pupil/:id",status="404"}')).toEqual(
    [expect.stringMatching(/ 1$/)],
  )
  expect(figureOf(body, 'schulhof_http_requests_total{method="GET",route="/api/admin/pupil",status="200"}')).toBe(1)
  expect(figureOf(body, 'schulhof_http_requests_total{method="GET",route="unknown",status="404"}')).toBeGreaterThan(0)
  expect(figureOf(body, 'schulhof_http_request_seconds_count{method="GET",route="/api/basedata"}')).toBeGreaterThan(0)
  expect(body).not.toMatch(/Zzkanarie|4711/i)
})

test('strange methods and new paths add no further label', async () => {
  const before = (await metrics.text()).body.split('\n').length
  for (let path = 0; path < 50; path++) await admin.inject('GET', `/api/${path}/${'x'.repeat(path)}`)
  for (const method of ['PROPFIND', 'TRACE', 'SEARCH'] as const)
    await counted.inject({ method: method as 'GET', url: '/api/basedata' })
  const added = (await metrics.text()).body.split('\n').length - before
  expect(added).toBeLessThan(40)
})

test('the state of the installation is there, and still answers when the database does not', async () => {
  const { body } = await metrics.text()
  expect(figureOf(body, 'schulhof_database_up')).toBe(1)
  expect(figureOf(body, 'schulhof_database_bytes')).toBeGreaterThan(1_000_000)
  expect(figureOf(body, 'schulhof_mails_waiting')).toBe(0)
  expect(figureOf(body, 'schulhof_pool_connections_max')).toBe(10)
  expect(linesOf(body, 'schulhof_info{')[0]).toMatch(/version="0\.0\.0".*postgres="\d+/)
  expect(linesOf(body, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
  const { pool } = app.platform
  const { query } = pool
  pool.query = (() => Promise.reject(new Error('gone'))) as never
  const without = (await metrics.text()).body
  pool.query = query
  expect(figureOf(without, 'schulhof_database_up')).toBe(0)
  expect(figureOf(without, 'schulhof_pool_connections_max')).toBe(10)
})
