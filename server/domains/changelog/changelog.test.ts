import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { hasProgram } from '#server/test/nginx-process.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { parseChangelog } from './read-changelog.ts'
import { readVersion } from './read-version.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('the changelog file', () => {
  const markdown = `# Änderungen

Alle Änderungen, die neueste Fassung zuerst.

## [Unveröffentlicht]

### Neu

- Eine Sache, die über
  zwei Zeilen geht.

### Behoben

- Ein Fehler.

## [1.4.0] - 2026-11-20

- Ohne Überschrift.

## 1.3.1 – 2026-10-01 [YANKED]

### Geändert
* Mit Stern.

## [1.3.0] - 2026-09-01

[1.4.0]: https://example.org
`

  test('becomes entries in its order; the kind of a change stands before it unless it is new', () => {
    expect(parseChangelog(markdown)).toEqual([
      {
        name: 'Unveröffentlicht',
        date: null,
        changes: ['Eine Sache, die über zwei Zeilen geht.', 'Behoben: Ein Fehler.'],
      },
      { name: '1.4.0', date: '2026-11-20', changes: ['Ohne Überschrift.'] },
      { name: '1.3.1', date: '2026-10-01', changes: ['Geändert: Mit Stern.'] },
    ])
  })

  test('of this very product can be read by everyone who may, also without a school', async () => {
    const school = await makeSchool(app, 'fsw')
    for (const schools of [[school], []]) {
      const { id } = await makeUser(app, { role: 'teacher_level_1', schools })
      const reply = await (await app.signedIn(id)).call(changelogEndpoints.list)
      expect(reply.statusCode).toBe(200)
      const [newest] = changelogEndpoints.list.response.parse(reply.json())
      expect(newest?.changes.length).toBeGreaterThan(3)
      for (const change of newest?.changes ?? []) expect(change).toMatch(/^„?\p{Lu}[^\n#]+\.$/u)
    }
  })
})

describe('the version', () => {
  const ask = (headers = {}) => app.visitor().inject('GET', '/api/changelog/currentVersion', { headers })

  test('is the one of the package, for everyone', async () => {
    const reply = await ask()
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(readVersion())
    expect(reply.json().name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
  })

  test('is not sent again to a browser that has it', async () => {
    const { etag } = (await ask()).headers
    for (const tag of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const reply = await ask({ 'if-none-match': tag })
      expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag])
    }
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('is repeated with every header of the first answer', async () => {
    const fresh = await startTestApp()
    const askFresh = async () => {
      const reply = await fresh.visitor().inject('GET', changelogEndpoints.currentVersion.path)
      const { date: _date, connection: _connection, 'x-request-id': _request, ...others } = reply.headers
      return { status: reply.statusCode, body: reply.body, ...others }
    }
    const first = await askFresh()
    const repeated = await askFresh()
    expect(repeated).toEqual(first)
    expect(repeated).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex, nofollow' })
    await fresh.stop()
  })

  test('tells a browser that has it only that it is the same', async () => {
    const { headers } = await ask({ 'if-none-match': '*' })
    const { date: _date, connection: _connection, ...others } = headers
    expect(others).toEqual({ etag: expect.any(String), 'cache-control': 'no-cache' })
  })

  test('costs no connection to the database and no point of any limit', async () => {
    const { pool } = app.platform
    const connect = pool.connect
    pool.connect = () => {
      throw new Error('asked the database')
    }
    try {
      for (let i = 0; i < 700; i++) expect((await ask()).statusCode).toBe(200)
    } finally {
      pool.connect = connect
    }
  })

  test('has the time when the pages were built, and null when they were not', () => {
    const root = mkdtempSync(join(tmpdir(), 'schulhof-version-'))
    writeFileSync(join(root, 'package.json'), '{"version": "1.4.0"}')
    expect(readVersion(root)).toEqual({ name: '1.4.0', commit: null, build_date: null })
    mkdirSync(join(root, 'dist/web'), { recursive: true })
    writeFileSync(join(root, 'dist/web/index.html'), '')
    expect(Date.parse(String(readVersion(root).build_date))).toBeGreaterThan(Date.now() - 60_000)
    rmSync(root, { recursive: true })
  })

  test.runIf(hasProgram('git'))('knows its commit in a checkout, and in an unpacked archive without one', () => {
    const root = mkdtempSync(join(tmpdir(), 'schulhof-commit-'))
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args])
    const unpacked = join(root, 'unpacked')
    mkdirSync(join(root, 'server/domains/changelog'), { recursive: true })
    mkdirSync(unpacked)
    for (const file of ['package.json', '.gitattributes', 'server/domains/changelog/commit.txt'])
      copyFileSync(file, join(root, file))
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'first')
    const commit = git('rev-parse', 'HEAD').toString().trim()
    execFileSync('tar', ['-x', '-C', unpacked], { input: git('archive', 'HEAD') })
    expect(readVersion(unpacked).commit).toBe(commit)
    expect(readVersion(root).commit).toBe(commit)
    rmSync(root, { recursive: true })
  })
})
