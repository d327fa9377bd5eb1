import { afterAll, beforeAll, expect, test } from 'vitest'

import { endpoints, nameOf } from './endpoint-samples.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Paths outside the contract. */
const BESIDE = ['GET /healthz', 'GET /readyz']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the routes really mounted are those of the contract and no others', () => {
  const mounted = app.mounted.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`)
  expect(mounted.sort()).toEqual([...endpoints.map(nameOf), ...BESIDE].sort())
})

test('no two endpoints share method and path', () => {
  expect(new Set(endpoints.map(nameOf)).size).toBe(endpoints.length)
})

test('every endpoint that is not public answers 401 without a session, whatever is sent, and changes nothing', async () => {
  const counted = async () => (await app.database.owner.query('select count(*)::int as n from user_log')).rows[0].n
  const before = await counted()
  for (const endpoint of endpoints.filter(({ access }) => access !== 'public')) {
    const url = endpoint.path.replaceAll(/:\w+/g, '1')
    for (const body of [undefined, {}]) {
      const reply = await app.visitor().inject(endpoint.method, url, { body })
      expect(reply.statusCode, nameOf(endpoint)).toBe(401)
    }
  }
  expect(await counted()).toBe(before)
})

test('methods and paths that do not exist are 404 with a German JSON body', async () => {
  for (const [method, url] of [
    ['GET', '/api/nichts'],
    ['PATCH', '/api/basedata'],
    ['TRACE', '/api/basedata'],
    ['DELETE', '/login'],
  ] as const) {
    const reply = await app.visitor().inject(method, url)
    expect(reply.statusCode, `${method} ${url}`).toBe(404)
    expect(reply.json()).toEqual({ message: 'Der Eintrag wurde nicht gefunden.' })
  }
})

test.each(['/api/admin/pupil/%zz', `/api/admin/pupil/${'1'.repeat(300)}`, '/app/%ff'])(
  'the address %s, which cannot be read, is refused in German and in the one shape',
  async (url) => {
    const reply = await app.visitor().inject('GET', url)
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode).toBeLessThan(500)
    expect(Object.keys(reply.json())).toEqual(['message'])
    expect(reply.json().message).not.toMatch(/bad|invalid|request/i)
  },
)
