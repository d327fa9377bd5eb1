import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { KEY_PAGES } from '#contract/public-pages.ts'
import { buildApp } from '#server/app.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { openVisitor } from './test-visitor.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEY = 'Zzschluessel'.repeat(3)

const keyPaths = Object.values(api)
  .flatMap((endpoints) => Object.values(endpoints))
  .map(({ path }) => path)
  .filter((path) => /:\w*(token|uuid)/i.test(path))
const addresses = [
  ...KEY_PAGES.map((page) => `/app${page}${KEY}`),
  ...new Set(keyPaths.map((path) => path.replace(/:\w+/, KEY))),
]

/** Addresses in the program that end in a key: `…/${token}`, with each inserted value as `x`. */
const writtenAddresses = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => /[.]tsx?$/.test(name) && !/[.]test[.]/.test(name))
    .filter(({ parentPath }) => !parentPath.includes(join(ROOT, 'server/test')))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/`([^`\n]*)\/\$\{[\w.]*(?:token|uuid)\w*\}/gi)])
    .map(([, before = '']) => `${before.replaceAll(/\$\{[^}]*\}/g, 'x')}/`),
)

test('every address with a key is known as one', () => {
  expect(writtenAddresses.length).toBeGreaterThanOrEqual(4)
  const folders = KEY_PAGES.map((page) => page.split('/').at(-2))
  expect(writtenAddresses.filter((address) => !folders.some((name) => address.includes(`${name}/`)))).toEqual([])
})

describe('the proxy of deploy/nginx', () => {
  const nginx = readFileSync(join(ROOT, 'deploy/nginx/schulhof.conf'), 'utf8')
  const [, pattern = '', rules = ''] = /location ~ (\S+) \{([^}]*)\}/.exec(nginx) ?? []

  test.each(addresses)('keeps %s out of its logs', (address) => {
    expect(rules).toContain('access_log off;')
    // The error log would contain the whole address, too.
    expect(rules).toContain('error_log /dev/null;')
    expect(new RegExp(pattern).test(address)).toBe(true)
  })

  test.each(['/app/base/login', '/app/einrichtung', '/api/admin/pupil', '/app/fsw/registrierungNeueSchueler'])(
    'writes down that somebody asked for %s',
    (address) => expect(new RegExp(pattern).test(address)).toBe(false),
  )

  test('writes neither what was searched for nor where somebody came from', () => {
    const format = /log_format schulhof ([\s\S]*?);/.exec(nginx)?.[1] ?? ''
    expect(format).toContain('$uri')
    expect(nginx).toMatch(/access_log \S+ schulhof;/)
    expect(format).not.toMatch(/\$(request\b|request_uri|args|arg_|query_string|is_args|http_)/)
  })
})

describe('the own log', () => {
  let app: TestApp
  let logged: Awaited<ReturnType<typeof buildApp>>
  const lines: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    const logStream = { write: (line: string) => lines.push(line) }
    logged = await buildApp({ platform: app.platform, logLevel: 'trace', logStream })
  })
  afterAll(async () => {
    await logged.close()
    await app.stop()
  })

  test.each(addresses)('keeps nothing of %s', async (address) => {
    lines.length = 0
    for (const asked of [address, `${address}?email=anna@example.org`, `/${address}`, `${address}/%zz`])
      await openVisitor(logged).inject('GET', asked, { headers: { referer: `http://localhost:3000${address}` } })
    expect(lines.length).toBeGreaterThanOrEqual(4)
    for (const secret of [KEY, 'anna@']) expect(lines.join('')).not.toContain(secret)
  })
})
