import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { formatKey } from '#server/secret-keys.ts'
import { makePupil } from './child-factories.ts'
import { effort, reportFigure } from './effort.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { openFetchBrowser } from './fetch-browser.ts'
import { DEPLOY, hasProgram, startNginx } from './nginx-process.ts'
import { freeLowPort, type ServerProcess, startServerProcess } from './server-process.ts'
import { startSmallProxy } from './small-proxy.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

const ROUNDS = effort({ short: 1, long: 10 })
const REQUESTS = effort({ short: 600, long: 50_000 })
const CLIENTS = effort({ short: 4, long: 8 })
/** One of this many requests writes. */
const WRITE_EVERY = 5
/** A drill waits as long as deploy/nginx, the short form less; both are longer than a process needs to close. */
const FAIL_SECONDS = effort({ short: 6, long: 10 })

let app: TestApp
let dataDir: string
let school: number
let email: string
let pupilId: number
const servers = new Map<number, ServerProcess>()
const exits: unknown[] = []
const faults: string[] = []
let start: (port: number) => Promise<void>
let proxy: Awaited<ReturnType<typeof startSmallProxy>>
let control: Awaited<ReturnType<typeof startControl>>

beforeAll(async () => {
  app = await startTestApp()
  school = await makeSchool(app, 'fsw')
  email = (await makeUser(app, { role: 'schooladmin', schools: [school] })).email
  pupilId = await makePupil(app, school)
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-rolling-'))
  const ports = [await freeLowPort(), await freeLowPort()]
  const { host, database } = app.database.connection
  const env = {
    DATABASE_URL: `postgres://schulhof_owner@/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) }),
    TRUST_PROXY: '1',
  }
  start = async (port) => void servers.set(port, await startServerProcess({ dataDir, port, env }))
  await Promise.all(ports.map(start))
  proxy = await (hasProgram('nginx', '-v') ? startNginx : startSmallProxy)(ports, FAIL_SECONDS)
  control = await startControl()
}, 150_000)
afterAll(async () => {
  await control?.stop()
  await Promise.all([...servers.values()].map((server) => server.signal('SIGTERM')))
  await proxy?.stop()
  await app?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 150_000)

/** A substitute for systemd: `/stop/3000` and `/start/3000` answer when it is done, `/leave/3000` at once. */
async function startControl() {
  const stopped = new Map<number, Promise<unknown>>()
  const leave = (port: number) => {
    const server = servers.get(port)
    if (server && !stopped.has(port)) stopped.set(port, server.signal('SIGTERM'))
    return stopped.get(port)
  }
  const work: Record<string, (port: number) => Promise<unknown>> = {
    leave: async (port) => void leave(port),
    stop: async (port) => exits.push(await leave(port)),
    start: async (port) => {
      stopped.delete(port)
      await start(port)
    },
  }
  const server = createServer(async ({ url = '' }, reply) => {
    const [, action = '', port = ''] = url.split('/')
    await work[action]?.(Number(port)).then(
      () => reply.end(),
      (error: Error) => {
        faults.push(error.message)
        reply.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, stop: () => new Promise((resolve) => server.close(resolve)) }
}

const SYSTEMCTL = (port: number) => `#!/bin/sh
action=$1
if [ "$2" = --no-block ]; then action=leave; shift; fi
exec curl -fs "http://127.0.0.1:${port}/$action/\${2#schulhof@}"
`

/** For machines without curl: the calls that the script and our systemctl need. */
const CURL = `#!${process.execPath}
const [flags] = process.argv.slice(2)
fetch(process.argv.at(-1), { method: flags.includes('I') ? 'HEAD' : 'GET' }).then(
  ({ ok, headers }) => {
    if (flags.includes('I')) for (const [name, value] of headers) console.log(name + ': ' + value)
    process.exit(ok || !flags.includes('f') ? 0 : 22)
  },
  () => process.exit(7),
)
`

/** The script of the manual, with a systemctl for our processes. */
const restartAll = () =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const programs = join(dataDir, 'programs')
    const child = spawn('sh', [join(DEPLOY, 'rolling-restart.sh'), ...[...servers.keys()].map(String)], {
      env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, SCHULHOF_PROXY: proxy.askUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    child.once('close', (code) => resolve({ code, said }))
  })

/** Users behind one proxy, on keep-alive connections: every request must get its answer. */
function startLoad(cookies: ReadonlyMap<string, string>, noteId: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    'content-type': 'application/json',
  }
  const seen = { sent: 0, written: 0, changed: 0, failed: [] as string[] }
  const run = { isOn: true }
  const ask = (method: string, path: string, body?: string) =>
    new Promise<string>((resolve) => {
      const sending = request(`${proxy.url}${path}`, { method, agent, headers }, (reply) => {
        reply.resume()
        reply.on('end', () => resolve(String(reply.statusCode)))
      })
      sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      sending.end(body)
    })
  const notes = pupilNoteEndpoints.add.path.replace(':id', String(pupilId))
  /** A request and its required answer. A proxy may send a PUT twice, but never a POST. */
  const callOf = (count: number) => {
    const body = JSON.stringify({ body_markdown: `Notiz ${count}` })
    if (count % WRITE_EVERY > 0)
      return { method: 'GET', path: count % 2 ? '/api/basedata' : '/api/changelog/currentVersion', expected: '200' }
    if (count % (2 * WRITE_EVERY) === 0) return { method: 'PUT', path: `${notes}/${noteId}`, body, expected: '200' }
    return { method: 'POST', path: notes, body, expected: '201' }
  }
  const one = async (count: number) => {
    const { method, path, body, expected } = callOf(count)
    const status = await ask(method, path, body)
    if (status !== expected) seen.failed.push(`${method} ${status}`)
    else if (method === 'POST') seen.written += 1
    else if (method === 'PUT') seen.changed += 1
  }
  const work = async () => {
    while (run.isOn || seen.sent < REQUESTS) {
      seen.sent += 1
      await one(seen.sent)
    }
  }
  const done = Promise.all(Array.from({ length: CLIENTS }, work))
  return {
    seen,
    async stop() {
      run.isOn = false
      await done
      agent.destroy()
    },
  }
}

test(
  'a rolling restart of two processes behind the proxy fails no request and loses no write',
  async () => {
    const programs = { systemctl: SYSTEMCTL(control.port), ...(hasProgram('curl') ? {} : { curl: CURL }) }
    const folder = join(dataDir, 'programs')
    mkdirSync(folder)
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(folder, name), text)
      chmodSync(join(folder, name), 0o755)
    }
    const browser = openFetchBrowser(proxy.url)
    expect((await browser.call(accountEndpoints.login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200)
    const note = await browser.call(pupilNoteEndpoints.add, {
      params: { id: pupilId },
      body: { body_markdown: 'Die eine, die sich ändert' },
    })
    const load = startLoad(browser.cookies, (note.json as { id: number }).id)
    for (let round = 0; round < ROUNDS; round++) {
      const { code, said } = await restartAll()
      if (code !== 0) faults.push(said)
    }
    await load.stop()
    expect(faults).toEqual([])
    const notes = await insideSchool(app, school, (tx) => tx.selectFrom('pupil_note').select('body_markdown').execute())
    const { sent, written, changed, failed } = load.seen
    reportFigure(
      `rolling restart behind ${proxy.name}: ${ROUNDS} restarts of two processes, ${sent} requests, ${written} new notes acknowledged, ${notes.length - 1} in the database, ${changed} changes, ${failed.length} failed`,
    )
    expect(failed).toEqual([])
    // Each new note exists once, and besides them only the changed one with its new text.
    expect(notes).toHaveLength(written + 1)
    expect(new Set(notes.map(({ body_markdown }) => body_markdown)).size).toBe(written + 1)
    expect(changed).toBeGreaterThan(0)
    expect(exits).toEqual(Array.from({ length: 2 * ROUNDS }, () => ({ code: 0, signal: null })))
  },
  effort({ short: 240_000, long: 900_000 }),
)
