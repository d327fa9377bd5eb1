import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setErrorHandlers } from './error-handler.ts'
import { registerSecurityHeaders } from './headers.ts'
import { registerStaticFiles } from './static-files.ts'

let app: FastifyInstance
let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'schulhof-web-'))
  mkdirSync(join(root, 'assets'))
  const script = 'console.info("app")'
  const files = {
    'index.html': 'staff',
    'visitor.html': 'visitors',
    'public.html': 'families',
    'parents.html': 'parents',
    'status.html': 'status',
    'datacheck.html': 'check',
    'color-scheme.js': script,
    'assets/app-Ab12.js': script,
    'assets/app-Ab12.js.map': '{}',
    'assets/source-sans-3-latin-400-normal-Ab1.woff2': 'font',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  writeFileSync(join(root, 'assets/app-Ab12.js.br'), brotliCompressSync(script))
  app = fastify()
  setErrorHandlers(app, root)
  await registerSecurityHeaders(app, 'https://schule.example')
  await registerStaticFiles(app, { root })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

const SESSION = { cookie: 'XSRF-TOKEN=x; signed_in=1' }

test.each(['/app/', '/app/admin/sus?page=2', '/app/base/login', '/app/einrichtung/abc', '/app/nichts/davon'])(
  '%s gets the staff page with a session',
  async (url) => {
    const reply = await get(url, SESSION)
    expect([reply.statusCode, reply.body]).toEqual([200, 'staff'])
    expect(reply.headers['cache-control']).toMatch(/^no-(cache|store)$/)
  },
)

test.each([
  '/app/',
  '/app/base/login?redirect=%2Fprofile',
  '/app/base/login/',
  '/app/base/forgot-password',
  '/app/base/reset-password/abc?email=anna%40example.org',
  '/app/einrichtung/abc',
  '/app/admin/sus?page=2',
  '/app/profile',
])('%s gets the small entry for visitors without one, and no cache mixes them up', async (url) => {
  const reply = await get(url, { cookie: 'signed_in=; not_signed_in=1' })
  expect([reply.statusCode, reply.body]).toEqual([200, 'visitors'])
  expect(reply.headers.vary).toMatch(/cookie/i)
})

test.each(['/app/impressum', '/app/dologout', '/app/nichts/davon', '/app/base/reset-password'])(
  '%s gets the staff page without a session, too',
  async (url) => {
    expect((await get(url)).body).toBe('staff')
  },
)

test.each(['/app/fsw/registrierungNeueSchueler', '/app/registration_contact_optin/fsw/1/abc'])(
  '%s gets the small entry for families that apply',
  async (url) => {
    expect((await get(url)).body).toBe('families')
  },
)

test.each([
  '/app/susByUuid/0b7b6a3e-5f2c-4d1a-9c55-2f1d3a4b5c6d',
  '/app/susByUuid/0b7b',
  "/app/susByUuid/'%20or%201=1",
  '/app/susByUuid/a/b',
  '/app/susByUuid/',
  '/app/susByUuid',
])('%s gets the small entry of the parents’ links', async (url) => {
  expect((await get(url)).body).toBe('parents')
})

test.each(['/app/bewerbungsstatus/Zm9v', '/app/bewerbungsstatus/', '/app/bewerbungsstatus'])(
  '%s gets the small entry of the status links',
  async (url) => {
    expect((await get(url)).body).toBe('status')
  },
)

test.each(['/app/datenabgleich/Zm9v', '/app/datenabgleich/'])(
  '%s gets the small entry of the data check',
  async (url) => {
    expect((await get(url)).body).toBe('check')
  },
)

test.each([
  '/app/susByUuid/0b7b',
  '/app/datenabgleich/Zm9v',
  '/app/bewerbungsstatus/Zm9v',
  '/app/registration_contact_optin/fsw/1/abc',
  '/app/base/reset-password/abc',
])('%s, whose address is a key, is not cached, not indexed by search engines, and sends no referrer', async (url) => {
  expect((await get(url)).headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
})

test.each(['/', '/app'])('%s leads to /app/', async (url) => {
  const reply = await get(url)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/app/'])
})

test('a hashed file is served compressed and may be kept for a year', async () => {
  const reply = await get('/app/assets/app-Ab12.js', { 'accept-encoding': 'br' })
  expect(reply.headers['content-encoding']).toBe('br')
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each([
  '/app/assets/app-Ab12.js.map',
  '/app/assets/nichts.js',
  '/app/.env',
  '/app/../../etc/passwd',
  '/app/..%2f..%2fetc%2fpasswd',
  '/app/%2e%2e/%2e%2e/etc/passwd',
  '/app/assets/..%2f..%2f.env',
  '/.git/config',
  '/app/x%00.html',
  '/package.json',
])('%s is not there (security case 24)', async (url) => {
  const reply = await get(url)
  expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Der Eintrag wurde nicht gefunden.' }])
})

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test.each(['/nichts', '/app/nichts.html', '/admin/sus?page=2'])(
  'a person whose browser asks for %s reads that there is no such page, with the way home',
  async (url) => {
    const reply = await get(url, BROWSER)
    expect([reply.statusCode, reply.headers['content-type'], reply.headers.vary]).toEqual([
      404,
      'text/html; charset=utf-8',
      'Accept',
    ])
    expect(reply.body).toContain('<h1>Seite nicht gefunden</h1>')
    const links = [...reply.body.matchAll(/<a href="(.+)">(.+)<\/a>/g)].map(([, address, text]) => [address, text])
    expect(links).toEqual([
      ['/app/', 'Zur Startseite'],
      ['/app/susByUuid/', 'Kind krankmelden'],
      ['/app/base/login', 'Zum Login'],
    ])
    expect(reply.body).toContain('url("/app/assets/source-sans-3-latin-400-normal-Ab1.woff2")')
  },
)

test.each([
  { method: 'GET', url: '/api/nichts' },
  { method: 'POST', url: '/nichts' },
] as const)('$method $url is a call and gets JSON, even from a browser', async (call) => {
  const reply = await app.inject({ ...call, headers: BROWSER })
  expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Der Eintrag wurde nicht gefunden.' }])
})

test('pages forbid inline scripts, frames and foreign bases; with TLS they demand it for a year', async () => {
  const { headers } = await get('/app/')
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/)
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})
