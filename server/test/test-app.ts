import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildApp } from '#server/app.ts'
import type { Platform } from '#server/http/platform.ts'
import { openLimits } from '#server/http/rate-limit.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { makeTestDatabase } from './test-database.ts'

export const TEST_NOW = new Date('2026-11-20T07:40:00+01:00')
const APP_URL = 'http://localhost:3000'

interface CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  headers?: Record<string, string>
}

/** The real server on a database of its own, with a given clock; talk to it through `visitor()`. */
export async function startTestApp({ now = TEST_NOW }: { now?: Date } = {}) {
  const database = await makeTestDatabase()
  const keys: SecretRing = [{ id: 'test', bytes: randomBytes(32) }]
  const clock = { now }
  const platform: Platform = {
    pool: database.pool,
    keys,
    limits: openLimits(database.pool, keys),
    appUrl: APP_URL,
    now: () => clock.now,
    checkReplies: true,
    maxWaiting: 200,
    mailState: 'sending',
  }
  const mounted: { method: string; url: string }[] = []
  const app = await buildApp({ platform, onRoute: (route) => mounted.push(route) })

  /** A browser: keeps cookies, sends the CSRF token, one network address. */
  function visitor(ip = '127.0.0.1') {
    const cookies = new Map<string, string>()
    const inject = async (
      method: string,
      url: string,
      { body, headers = {} }: Pick<CallOptions, 'body' | 'headers'> = {},
    ) => {
      const response = await app.inject({
        method: method as 'GET',
        url,
        remoteAddress: ip,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      for (const { name, value, maxAge, expires } of response.cookies) {
        const isGone = maxAge === 0 || (expires && expires.getTime() <= 0)
        if (isGone) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    }
    const call = async (endpoint: Endpoint, options: CallOptions = {}) => {
      if (endpoint.method !== 'GET' && !cookies.has('XSRF-TOKEN')) await inject('GET', '/sanctum/csrf-cookie')
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(String(options.params?.[name])),
      )
      const query = new URLSearchParams(
        Object.entries(options.query ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      )
      return inject(endpoint.method, query.size ? `${path}?${query}` : path, options)
    }
    const logIn = async (email: string, password = TEST_PASSWORD) => {
      await inject('GET', '/sanctum/csrf-cookie')
      return inject('POST', '/login', { body: { email, password } })
    }
    return { call, inject, logIn, cookies }
  }

  return {
    app,
    platform,
    database,
    mounted,
    visitor,
    /** Moves the clock of the server. */
    setNow: (moment: Date) => {
      clock.now = moment
    },
    /** A visitor with a running session, without the cost of a password check. */
    async signedIn(userId: number) {
      const browser = visitor()
      const token = randomBytes(24).toString('base64url')
      const expires = new Date(clock.now.getTime() + 12 * 60 * 60 * 1000).toISOString()
      await database.pool.query(
        "select start_session(sha256($1), $2, false, greatest($3, now() + interval '1 hour'))",
        [token, userId, expires],
      )
      browser.cookies.set('session', token)
      await browser.inject('GET', '/sanctum/csrf-cookie')
      return browser
    },
    requestId: () => randomUUID(),
    async stop() {
      await app.close()
      await database.drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
export type TestVisitor = ReturnType<TestApp['visitor']>

export const TEST_PASSWORD = 'Ein guter Satz für Tests'
