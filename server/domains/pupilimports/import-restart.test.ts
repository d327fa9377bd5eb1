import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import {
  pupilImportEndpoints as endpoints,
  type ImportDetail,
  isImportRunning,
} from '#contract/pupilimports/pupilimports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { effort, reportFigure } from '#server/test/effort.ts'
import { newSchool } from '#server/test/factories.ts'
import { type FetchBrowser, openFetchBrowser } from '#server/test/fetch-browser.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'

const PASSWORD = 'Ein langer Satz'
const ADMIN = { name: 'Alex Berg', email: 'alex@example.org', password: PASSWORD, password_confirmation: PASSWORD }
const ROWS = effort({ short: 3000, long: 10_000 })

let dataDir: string
let port: number
let server: ServerProcess
let browser: FetchBrowser
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-import-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755)
  port = await freePort()
  server = await startServerProcess({ dataDir, port })
  browser = openFetchBrowser(server.url)
  const params = { token: server.setupToken() ?? '' }
  await browser.call(setupEndpoints.setUp, { params, body: { admin: ADMIN, school: newSchool('fsw') } })
  expect((await browser.call(accountEndpoints.login, { body: { ...ADMIN, remember: true } })).status).toBe(200)
}, 60_000)
afterAll(async () => {
  await server?.signal('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

const listOf = (family: string) =>
  [
    'Nachname;Vorname;Geburtsdatum;Geschlecht;Klasse;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon',
    ...Array.from({ length: ROWS }, (_, index) => {
      const name = `${family}${letters(index)}`
      return `${name};Kind;${(index % 28) + 1}.${(index % 12) + 1}.2018;w;;Eva;${name};030 ${100_000 + index}`
    }),
  ].join('\n')

async function upload(text: string) {
  const reply = await fetch(`${server.url}${endpoints.upload.path}?filename=liste.csv`, {
    method: 'POST',
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'application/octet-stream',
      'idempotency-key': crypto.randomUUID(),
    },
    body: text,
  })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as ImportDetail).id
}

const detailOf = async (id: number) => (await browser.call(endpoints.get, { params: { id } })).json as ImportDetail
const countPupils = async () =>
  ((await browser.call(pupilEndpoints.list, { query: { per_page: 5 } })).json as { total: number }).total

/** Asks again until the condition holds; `seen` is called with every answer on the way. */
async function until(id: number, isSo: (detail: ImportDetail) => boolean, seen: (detail: ImportDetail) => unknown) {
  for (;;) {
    const detail = await detailOf(id)
    await seen(detail)
    if (isSo(detail)) return detail
    await pause(5)
  }
}

/** Queues the import and waits until some, but not all rows are written. */
async function beginImport(family: string) {
  const id = await upload(listOf(family))
  expect((await browser.call(endpoints.check, { params: { id } })).status).toBe(200)
  expect((await browser.call(endpoints.commit, { params: { id }, body: {} })).status).toBe(200)
  const begun = await until(
    id,
    ({ state, progress }) => !isImportRunning(state) || (progress?.done ?? 0) > 0,
    () => {},
  )
  expect(begun).toMatchObject({ state: 'running', progress: { total: ROWS } })
  expect(begun.progress?.done).toBeLessThan(ROWS)
  return id
}

test('an import whose process is killed in the middle is done by the next one, whole and once', async () => {
  const id = await beginImport('Anker')
  await server.signal('SIGKILL')
  server = await startServerProcess({ dataDir, port })
  const counts = new Set<number>()
  const done = await until(
    id,
    ({ state }) => !isImportRunning(state),
    async () => counts.add(await countPupils()),
  )
  expect(done).toMatchObject({ state: 'done', report: { created: ROWS, guardians_created: ROWS } })
  counts.add(await countPupils())
  // Nobody ever saw a partial import.
  expect([...counts].filter((count) => count !== 0)).toEqual([ROWS])
  reportFigure(`import killed in the middle: ${ROWS} rows, whole and once`)
}, 120_000)

test('a process that is asked to end lets the import end first', async () => {
  const id = await beginImport('Buche')
  expect(await server.signal('SIGTERM')).toEqual({ code: 0, signal: null })
  server = await startServerProcess({ dataDir, port })
  expect(await detailOf(id)).toMatchObject({ state: 'done', report: { created: ROWS } })
  expect(await countPupils()).toBe(2 * ROWS)
}, 120_000)
