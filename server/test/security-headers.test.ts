import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { processingEndpoints } from '#contract/processings/processings.ts'
import { buildApp } from '#server/app.ts'
import { endpoints, nameOf } from './endpoint-samples.ts'
import { makeSchool, makeUser } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join(';')

const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer: page, file, interface or refusal (security case 28). */
const ALWAYS = {
  'content-security-policy': POLICY,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}
const NEVER = ['access-control-allow-origin', 'access-control-allow-credentials', 'x-powered-by', 'server']

const SECRET = 'GEHEIM=1'

let app: TestApp
let secure: FastifyInstance
let folder: string
let cookies: Record<string, string>
const mounted: { method: string; url: string }[] = []
beforeAll(async () => {
  app = await startTestApp()
  const school = await makeSchool(app, 'fsw')
  folder = mkdtempSync(join(tmpdir(), 'schulhof-headers-'))
  const root = join(folder, 'dist/web')
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(folder, '.git'))
  const pages = ['index.html', 'visitor.html', 'public.html', 'parents.html', 'status.html', 'datacheck.html']
  for (const name of [...pages, 'color-scheme.js', 'assets/app-Ab12.js', 'assets/app-Ab12.css'])
    writeFileSync(join(root, name), 'inhalt')
  for (const name of ['.env', '.git/config', 'package.json', 'dist/web.stamp', 'dist/web/assets/app-Ab12.js.map'])
    writeFileSync(join(folder, name), SECRET)
  secure = await buildApp({
    platform: { ...app.platform, appUrl: 'https://schule.example' },
    webRoot: root,
    onRoute: (route) => mounted.push(route),
  })
  const admin = await makeUser(app, { role: 'admin', schools: [school] })
  const token = randomBytes(24).toString('base64url')
  await app.database.pool.query(`select start_session(sha256($1::bytea), $2, false, now() + interval '1 hour')`, [
    Buffer.from(token),
    admin.id,
  ])
  cookies = { '__Host-session': token }
})
afterAll(async () => {
  await secure.close()
  await app.stop()
  rmSync(folder, { recursive: true })
})

interface GetOptions {
  method?: string
  url: string
  isSignedIn?: boolean
  headers?: Record<string, string>
}
const get = ({ method = 'GET', url, isSignedIn = false, headers = {} }: GetOptions) =>
  secure.inject({ method: method as 'GET', url, headers, cookies: isSignedIn ? cookies : {} })

const checkHeaders = ({ headers }: Awaited<ReturnType<typeof get>>) => {
  const policy = headers['content-disposition'] ? FILE_POLICY : POLICY
  expect(headers).toMatchObject({ ...ALWAYS, 'content-security-policy': policy })
  for (const name of NEVER) expect(headers[name]).toBeUndefined()
}

const urlOf = (path: string) => path.replaceAll(/:\w+/g, '987654321')

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  test.each([true, false])('has every header and is not kept, signed in: %s', async (isSignedIn) => {
    const origin = { origin: 'https://evil.example' }
    const reply = await get({ method: endpoint.method, url: urlOf(endpoint.path), isSignedIn, headers: origin })
    checkHeaders(reply)
    const isSame = endpoint.path === changelogEndpoints.currentVersion.path
    expect(reply.headers['cache-control']).toBe(isSame ? 'no-cache' : 'no-store')
    expect(reply.headers['x-robots-tag']).toBe('noindex, nofollow')
    if (isSignedIn && endpoint.method === 'GET') expect(reply.statusCode).not.toBe(401)
  })

  test('answers no preflight of another site', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': endpoint.method }
    const reply = await get({ method: 'OPTIONS', url: urlOf(endpoint.path), headers })
    expect(reply.statusCode).toBe(404)
    checkHeaders(reply)
  })
})

describe('a file', () => {
  const files = endpoints.filter(({ isFile, method, path }) => isFile && method === 'GET' && !path.includes(':'))

  test.each(files.map(({ path }) => path))('of %s is saved and may do nothing where it is shown', async (path) => {
    const url = path === processingEndpoints.document.path ? `${path}?format=markdown` : path
    const reply = await get({ url, isSignedIn: true })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toMatch(/^attachment;/)
    checkHeaders(reply)
  })
})

describe('beside the interface', () => {
  test('pages and files have every header; only hashed files may be kept', async () => {
    const others = mounted.filter(({ method, url }) => method === 'GET' && !url.startsWith('/api'))
    expect(others.length).toBeGreaterThan(8)
    for (const { url } of others) {
      const reply = await get({ url: urlOf(url).replace('*', 'admin/sus'), isSignedIn: true })
      checkHeaders(reply)
      const isHashed = url.startsWith('/app/assets/app-')
      const expected = isHashed ? 'public, max-age=31536000, immutable' : /^no-(cache|store)$/
      expect(reply.headers['cache-control'], url).toMatch(expected)
    }
  })

  test.each(['/nichts', '/api/nichts', `/app/${'x'.repeat(600)}`])('so has the refusal of %s', async (url) => {
    const reply = await get({ url })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    checkHeaders(reply)
  })

  test('the refusal of an address nobody can read is kept, shown and framed nowhere', async () => {
    const { statusCode, headers } = await get({ url: '/%zz' })
    expect(statusCode).toBe(400)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })

  test('cookies travel over TLS and to this site alone (security case 12)', async () => {
    const reply = await get({ url: '/sanctum/csrf-cookie' })
    for (const cookie of [reply.headers['set-cookie']].flat())
      expect(cookie).toMatch(/; Secure.*SameSite=Lax|SameSite=Lax.*Secure/)
  })
})

describe('what the server does not have (security case 24)', () => {
  let port: number
  beforeAll(async () => {
    await secure.listen({ host: '127.0.0.1', port: 0 })
    port = (secure.server.address() as AddressInfo).port
  })

  /** Sent unchanged: fetch and inject would normalise the path first. */
  const raw = (path: string) =>
    new Promise<{ status: number; body: string; location?: string | undefined }>((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port, path }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk) => chunks.push(chunk))
        const { location } = reply.headers
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString(), location }),
        )
      })
      sent.on('error', reject)
      sent.end()
    })

  test.each([
    '/app/../../.env',
    '/app/..%2f..%2f.env',
    '/app/%2e%2e/%2e%2e/.env',
    '/app/..%5c..%5c.env',
    '/app/%252e%252e/%252e%252e/.env',
    '/app/assets/../../../.env',
    '/app/assets/..%2f..%2f..%2f.git/config',
    '/app/....//....//.env',
    '//app/../../.env',
    '/app//etc/passwd/../.env',
    '/app/assets/app-Ab12.js.map',
    '/app/assets/app-Ab12.js%00.map',
    '/app/assets/',
    '/app/.env',
    '/.env',
    '/.git/config',
    '/app/.git/config',
    '/package.json',
    '/app/web.stamp',
    '/server/main.ts',
    '/app/server/main.ts',
    '/node_modules/fastify/package.json',
    '/docs/operations.md',
    '/api/docs',
    '/demo/mails.json',
    '/graphql',
    '/metrics',
  ])('%s is not there', async (path) => {
    const { status, body } = await raw(path)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain(SECRET)
    expect(body).not.toMatch(/root:|dist\/web|node_modules\/fastify|ENOENT/)
  })

  test.each(['TRACE', 'CONNECT', 'PATCH', 'PROPFIND'])('no method %s', async (method) => {
    const reply = await secure.inject({ method: method as 'GET', url: '/api/basedata', cookies }).catch(() => undefined)
    if (reply) expect([404, 405, 501]).toContain(reply.statusCode)
  })
})
