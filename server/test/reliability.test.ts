import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { fill, REGULAR } from '#contract/registrations/registrations.sample.test-data.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { effort, reportFigure } from './effort.ts'
import { newSchool } from './factories.ts'
import { type FetchBrowser, openFetchBrowser } from './fetch-browser.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'

const ADMIN = {
  name: 'Alex Berg',
  email: 'alex@example.org',
  password: 'Ein langer Satz',
  password_confirmation: 'Ein langer Satz',
}

let dataDir: string
let port: number
let server: ServerProcess
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-reliability-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755)
  port = await freePort()
  server = await startServerProcess({ dataDir, port })
})
afterEach(async () => {
  await server.signal('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const logIn = async () => {
  const browser = openFetchBrowser(server.url)
  expect((await browser.call(accountEndpoints.login, { body: { ...ADMIN, remember: true } })).status).toBe(200)
  return browser
}

async function openSchool() {
  const token = server.setupToken() ?? ''
  const reply = await openFetchBrowser(server.url).call(setupEndpoints.setUp, {
    params: { token },
    body: { admin: ADMIN, school: newSchool('fsw') },
  })
  expect(reply.status).toBe(201)
  const browser = await logIn()
  const { json } = await browser.call(registrationEndpoints.formOptions)
  const { schoolyears } = json as { schoolyears: { id: number; name: string }[] }
  return { browser, year: schoolyears.at(-1) ?? { id: 0, name: '' } }
}
type School = Awaited<ReturnType<typeof openSchool>>

const application = (year: School['year'], name: string) => ({
  ...fill(REGULAR, {
    school_year_id: year.id,
    'meta.child_lastname': name,
    'meta.child_birthdate': `${Number(year.name.slice(0, 4)) - 6}-03-31`,
  }),
  send_optin: false,
})

/** Letters only, because a name may not contain digits. */
const nameOf = (count: number) => `Kind${String(count).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

/** Writes one application after the other until stopped; remembers the acknowledged ones. */
function startWriters(browser: FetchBrowser, year: School['year'], writers: number) {
  const acknowledged = new Map<string, string>()
  const statuses = new Map<number, number>()
  const run = { isOn: true, count: 0 }
  const write = async () => {
    while (run.isOn) {
      run.count += 1
      const name = nameOf(run.count)
      const reply = await browser
        .call(registrationEndpoints.add, { body: application(year, name) })
        .catch(() => undefined)
      const status = reply?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (reply?.status === 201) acknowledged.set(name, (reply.json as { number: string }).number)
      if (status === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const done = Promise.all(Array.from({ length: writers }, write))
  const until = async (isEnough: () => boolean) => {
    while (!isEnough()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    acknowledged,
    statuses,
    until,
    async stop() {
      run.isOn = false
      await done
    },
  }
}

/** The process id of the running PostgreSQL. */
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

const storedNames = async (browser: FetchBrowser) => {
  const { json } = await browser.call(registrationEndpoints.list, { query: { per_page: 0 } })
  return (json as { data: { number: string; meta: { child_lastname: string } }[] }).data
}

const expectAllStored = async (browser: FetchBrowser, acknowledged: Map<string, string>) => {
  const rows = await storedNames(browser)
  for (const [name, number] of acknowledged) {
    expect(rows.filter(({ meta }) => meta.child_lastname === name).map((row) => row.number)).toEqual([number])
  }
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
}

const SERVER_KILLS = effort({ short: 1, long: 20 })
const POSTGRES_KILLS = effort({ short: 1, long: 10 })

describe('kill -9', () => {
  test('of the server during writes loses nothing that was acknowledged', async () => {
    const { browser, year } = await openSchool()
    const everything = new Map<string, string>()
    for (let round = 1; round <= SERVER_KILLS; round++) {
      const writers = startWriters(await logIn(), year, 4)
      await writers.until(() => writers.acknowledged.size >= 25)
      await server.signal('SIGKILL')
      await writers.stop()
      for (const [name, number] of writers.acknowledged) everything.set(`${round}${name}`, number)
      server = await startServerProcess({ dataDir, port })
      // Sessions are in the database, too.
      expect((await browser.call(accountEndpoints.basedata)).status).toBe(200)
    }
    const numbers = (await storedNames(browser)).map(({ number }) => number)
    for (const number of everything.values()) expect(numbers.filter((one) => one === number)).toHaveLength(1)
    expect(everything.size).toBeGreaterThanOrEqual(25 * SERVER_KILLS)
    reportFigure(
      `kill -9 of the server: ${SERVER_KILLS} kills, ${everything.size} acknowledged writes, 0 lost, 0 twice`,
    )
  }, 600_000)

  test('of PostgreSQL during writes loses nothing either; the server lives on and answers 503 meanwhile', async () => {
    const { browser, year } = await openSchool()
    const writers = startWriters(browser, year, 4)
    for (let kill = 1; kill <= POSTGRES_KILLS; kill++) {
      const before = writers.acknowledged.size
      await writers.until(() => writers.acknowledged.size >= before + 20)
      const refused = writers.statuses.get(503) ?? 0
      process.kill(postmaster(), 'SIGKILL')
      await writers.until(() => (writers.statuses.get(503) ?? 0) > refused)
      const killed = writers.acknowledged.size
      await writers.until(() => writers.acknowledged.size >= killed + 20)
    }
    await writers.stop()
    expect(server.output()).toMatch(
      /PostgreSQL hat sich beendet und wird neu gestartet\. Es sagte zuletzt: (LOG|FATAL): /,
    )
    expect([...writers.statuses.keys()].filter((status) => ![201, 503].includes(status))).toEqual([])
    await expectAllStored(browser, writers.acknowledged)
    reportFigure(
      `kill -9 of PostgreSQL: ${POSTGRES_KILLS} kills, ${writers.acknowledged.size} acknowledged writes, 0 lost, 0 twice`,
    )
  }, 600_000)
})

describe('SIGTERM', () => {
  /** A load balancer: asks /readyz all the time and sends nothing more after a refusal. */
  function startBalancer() {
    const balancer = { isReady: true, isOn: true }
    const watch = async () => {
      while (balancer.isReady && balancer.isOn) {
        const status = await fetch(`${server.url}/readyz`).then((reply) => reply.status)
        balancer.isReady = status === 200
      }
    }
    return { balancer, watched: watch() }
  }

  /** Requests base data on open connections as long as the balancer sends; counts broken answers. */
  function startReaders(balancer: { isReady: boolean }, cookie: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: 12 })
    const seen = { good: 0, broken: [] as string[] }
    const ask = () =>
      new Promise<void>((resolve) => {
        const request = get(`${server.url}/api/basedata`, { agent, headers: { cookie } }, (reply) => {
          reply.resume()
          reply.on('end', () => {
            if (reply.statusCode === 200) seen.good += 1
            else seen.broken.push(String(reply.statusCode))
            resolve()
          })
        })
        request.on('error', (error: NodeJS.ErrnoException) => {
          seen.broken.push(error.code ?? error.message)
          resolve()
        })
      })
    const read = async () => {
      while (balancer.isReady) await ask()
    }
    return { seen, done: Promise.all(Array.from({ length: 12 }, read)) }
  }

  test('says so first, ends every request that was begun and exits cleanly', async () => {
    const { browser } = await openSchool()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { balancer, watched } = startBalancer()
    const { seen, done } = startReaders(balancer, cookie)
    while (seen.good < 300) await new Promise((resolve) => setTimeout(resolve, 5))
    const exited = server.signal('SIGTERM')
    await Promise.all([watched, done])
    expect(seen.broken).toEqual([])
    expect(await exited).toEqual({ code: 0, signal: null })
  }, 120_000)

  test('given twice is the same as once', async () => {
    server.signal('SIGTERM')
    expect(await server.signal('SIGTERM')).toEqual({ code: 0, signal: null })
  }, 120_000)
})

test('the log of a server holds no names, addresses, links or tokens', async () => {
  await server.signal('SIGTERM')
  server = await startServerProcess({ dataDir, port, env: { LOG_LEVEL: 'info' } })
  const link = server.setupToken() ?? ''
  const { browser, year } = await openSchool()
  const writers = startWriters(browser, year, 1)
  await writers.until(() => writers.acknowledged.size >= 3)
  await writers.stop()
  await fetch(
    `${server.url}/app/registration_contact_optin/fsw/1/9b2e5a3c-0000-4000-8000-000000000000?mail=anna@example.org`,
  )
  await browser.call(registrationEndpoints.list, { query: { search: 'Kinda' } })
  await server.signal('SIGTERM')
  const log = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  expect(log).toContain('/api/admin/schoolRegistration')
  for (const secret of [
    'Kind',
    'Müller',
    'example.org',
    '9b2e5a3c',
    link,
    ADMIN.password,
    browser.cookies.get('session') ?? '',
  ]) {
    expect(log.includes(secret), secret).toBe(false)
  }
}, 120_000)
