import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { type CircularDetails, circularEndpoints } from '#contract/circulars/circulars.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { CIRCULAR_TEXT } from './circular-school.ts'
import { effort, reportFigure } from './effort.ts'
import { newSchool } from './factories.ts'
import { openFetchBrowser } from './fetch-browser.ts'
import { startMailServer } from './mail-server.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'

// The real program is killed while it hands over the mails of a circular to a slow mail server.

const PUPILS = effort({ short: 20, long: 1000 })
const KILLS = effort({ short: 3, long: 10 })
/** A worker hands over as many mails at a time. */
const AT_ONCE = 3
const ADMIN = {
  name: 'Alex Berg',
  email: 'alex@example.org',
  password: 'Ein langer Satz',
  password_confirmation: 'Ein langer Satz',
}

let dataDir: string
let post: Awaited<ReturnType<typeof startMailServer>>
let server: ServerProcess | undefined
let port: number

const start = async () => {
  const env = { SMTP_URL: post.url, MAIL_FROM: 'Schulhof <schulhof@example.org>' }
  server = await startServerProcess({ dataDir, port, env })
  return server
}
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-circular-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755)
  post = await startMailServer()
  port = await freePort()
}, 60_000)
afterAll(async () => {
  await server?.signal('SIGKILL')
  await post.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

const logIn = async (url: string) => {
  const browser = openFetchBrowser(url)
  expect((await browser.call(accountEndpoints.login, { body: { ...ADMIN, remember: true } })).status).toBe(200)
  return browser
}

/** Letters only, because a name may not contain digits. */
const nameOf = (count: number) => `Kind${String(count).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

async function openSchool({ url, setupToken }: ServerProcess) {
  const reply = await openFetchBrowser(url).call(setupEndpoints.setUp, {
    params: { token: setupToken() ?? '' },
    body: { admin: ADMIN, school: newSchool('fsw') },
  })
  expect(reply.status).toBe(201)
  const browser = await logIn(url)
  const classes = (await browser.call(schoolclassEndpoints.list, {})).json as {
    id: number
    schoolgrade: { id: number }
  }[]
  const [schoolclass] = classes
  for (let count = 1; count <= PUPILS; count++) {
    const lastname = nameOf(count)
    const parent = (firstname: string) => ({
      firstname,
      lastname,
      relationship: firstname === 'Anna' ? 'mother' : 'father',
      has_custody: true,
      mail: `${firstname}.${lastname}@example.org`.toLowerCase(),
    })
    const added = await browser.call(pupilChangeEndpoints.add, {
      body: {
        ...{ firstname: 'Mia', lastname, gender: 'f', birthdate: '2019-03-31', force: true },
        ...{ date_entry: new Date().toISOString().slice(0, 10), schoolclass_id: schoolclass?.id },
        ...{ schoolgrade_id: schoolclass?.schoolgrade.id, guardians: [parent('Anna'), parent('Jan')] },
      },
    })
    expect(added.status, JSON.stringify(added.json)).toBe(201)
  }
  return browser
}

/** Kills the program while the mail server has taken a mail and not answered yet. */
const killAtMail = (running: ServerProcess, from: number) =>
  new Promise<void>((resolve) => {
    let isKilled = false
    post.state.meanwhile = async () => {
      await wait(5)
      if (isKilled || post.mails.length < from) return
      isKilled = true
      await running.signal('SIGKILL')
      resolve()
    }
  })

test('killed in the middle, a circular reaches everybody, and who may have it twice is named', async () => {
  let running = await start()
  let browser = await openSchool(running)
  const all = 2 * PUPILS
  const began = performance.now()
  let killed = killAtMail(running, Math.ceil(all / (KILLS + 1)))
  const added = await browser.call(circularEndpoints.add, {
    body: { is_whole_school: true, class_ids: [], ...CIRCULAR_TEXT, reader_count: all },
  })
  const queued = performance.now() - began
  expect(added.status, JSON.stringify(added.json)).toBe(201)
  const { id } = added.json as { id: number }

  for (let kill = 1; kill <= KILLS; kill++) {
    await killed
    post.state.meanwhile = () => wait(5)
    const next = Math.ceil(((kill + 1) * all) / (KILLS + 1))
    running = await start()
    killed = kill < KILLS ? killAtMail(running, next) : Promise.resolve()
  }
  browser = await logIn(running.url)
  const read = async () => (await browser.call(circularEndpoints.get, { params: { id } })).json as CircularDetails
  await expect.poll(async () => (await read()).counts.waiting, { timeout: 300_000, interval: 250 }).toBe(0)

  const { counts, recipients } = await read()
  expect(counts).toMatchObject({ all, sent: all, failed: 0, dropped: 0 })
  const arrived = Map.groupBy(post.mails, ({ envelope }) => envelope[0] ?? '')
  expect(arrived.size).toBe(all)
  const twice = [...arrived.values()].filter((mails) => mails.length > 1)
  // Each time under the id of the first try, so that most mail programs show one.
  for (const mails of twice) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  const doubtful = recipients.filter(({ is_doubtful }) => is_doubtful)
  const nameIn = (mail: string) => mail.replace(/@.*/, '').replace('.', ' ')
  const named = doubtful.map(({ name }) => name.toLowerCase())
  expect(twice.map(([mail]) => nameIn(mail?.envelope[0] ?? '')).filter((name) => !named.includes(name))).toEqual([])
  expect(doubtful.length).toBeGreaterThan(0)
  expect(doubtful.length).toBeLessThanOrEqual(KILLS * AT_ONCE)
  reportFigure(
    `circular: ${all} mails queued in ${Math.round(queued)} ms, ${KILLS} kills, 0 lost, ${twice.length} twice, ${doubtful.length} called doubtful`,
  )
}, 600_000)
