import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { MULTI_SCHOOL_KEY, userEndpoints, userSettingEndpoints } from '#contract/users/users.ts'
import { formatKey, parseSecretRing } from '#server/secret-keys.ts'
import { makeSchool, makeUser } from './factories.ts'
import { openFetchBrowser } from './fetch-browser.ts'
import { connectProvider, startForger } from './identity-provider.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'
import { SoftwarePasskey } from './software-passkey.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

// Two real processes on one database: a change by one of them takes effect at the next request to the other (issue 3).

const LOGIN_FAILURES_ALLOWED = 5

let app: TestApp
let dataDir: string
let processes: ServerProcess[]
let fsw: number
let fow: number
beforeAll(async () => {
  const key = formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) })
  app = await startTestApp({ keys: parseSecretRing(key) })
  ;[fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-two-'))
  const { host, database } = app.database.connection
  const env = {
    DATABASE_URL: `postgres://schulhof_owner@/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: key,
  }
  const ports = [await freePort(), await freePort()]
  processes = await Promise.all(ports.map((port) => startServerProcess({ dataDir, port, env })))
}, 60_000)
afterAll(async () => {
  await Promise.all((processes ?? []).map((server) => server.signal('SIGTERM')))
  await app?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

/** A browser on the first or second process. */
const visit = (index: 0 | 1) => openFetchBrowser(processes[index]?.url ?? '')
const signIn = async (index: 0 | 1, email: string, password = TEST_PASSWORD) => {
  const browser = visit(index)
  const { status } = await browser.call(accountEndpoints.login, { body: { email, password } })
  return { browser, status }
}
/** The same person's session at the other process, like behind a load balancer. */
const follow = (browser: ReturnType<typeof visit>, index: 0 | 1) => {
  const other = visit(index)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  return other
}
const makeTeacher = () => makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
const baseData = async (browser: ReturnType<typeof visit>) => {
  const { status, json } = await browser.call(accountEndpoints.basedata)
  return { status, ...(json as { permissions?: string[]; school?: { short: string }; attachedSchools?: object[] }) }
}

test('a session begun at one process is known to the other, and ended for both', async () => {
  const { browser } = await signIn(0, (await makeTeacher()).email)
  const other = follow(browser, 1)
  expect((await baseData(other)).status).toBe(200)
  expect((await other.call(accountEndpoints.logout)).status).toBe(200)
  expect((await baseData(browser)).status).toBe(401)
})

test('role, schools and deactivation act at the next request of the other process (security case 13)', async () => {
  const admin = await makeUser(app, { role: 'admin', schools: [fsw, fow] })
  const { id, email } = await makeTeacher()
  const [{ browser: boss }, { browser }] = [await signIn(0, admin.email), await signIn(1, email)]
  expect((await baseData(browser)).permissions).not.toContain('manage pupil')

  await boss.call(userEndpoints.change, { params: { id }, body: { roles: ['schooladmin'] } })
  expect((await baseData(browser)).permissions).toContain('manage pupil')

  await boss.call(userSettingEndpoints.save, { body: { key: MULTI_SCHOOL_KEY, user_id: id, value: [fsw, fow] } })
  expect((await baseData(browser)).attachedSchools).toHaveLength(2)
  await browser.call(accountEndpoints.changeSchool, { body: { school_id: fow } })
  expect((await baseData(follow(browser, 0))).school?.short).toBe('fow')
  await boss.call(userSettingEndpoints.reset, { params: { userId: id } })
  expect((await baseData(browser)).school?.short).toBe('fsw')

  await boss.call(userEndpoints.change, { params: { id }, body: { roles: [] } })
  expect((await baseData(browser)).permissions).toEqual([])
  await boss.call(userEndpoints.remove, { params: { id } })
  expect((await baseData(browser)).status).toBe(401)
  expect((await signIn(1, email)).status).toBe(422)
})

test('a changed password ends the sessions at the other process and opens new ones there (security case 13)', async () => {
  const { email } = await makeTeacher()
  const [{ browser: here }, { browser: there }] = [await signIn(0, email), await signIn(1, email)]
  const password = 'Ein anderer langer Satz'
  const body = { current_password: TEST_PASSWORD, password, password_confirmation: password }
  expect((await here.call(passwordEndpoints.change, { body })).status).toBe(200)
  expect((await baseData(there)).status).toBe(401)
  expect((await baseData(here)).status).toBe(200)
  expect([(await signIn(1, email)).status, (await signIn(1, email, password)).status]).toEqual([422, 200])
})

test('a demanded way to sign in acts at the next request of the other process, and so does its end (ADR 0077)', async () => {
  const { browser } = await signIn(0, (await makeTeacher()).email)
  const other = follow(browser, 1)
  const mayWork = async () => (await baseData(other)).permissions?.includes('view attached pupil')
  expect(await mayWork()).toBe(true)
  const keeper = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  const { browser: head } = await signIn(0, keeper.email)
  await app.database.owner.query(`update session set way = 'passkey' where user_id = $1`, [keeper.id])
  const set = (ways: 'all' | 'no_password') =>
    head.call(userEndpoints.setLoginWays, { body: { ways, provider_id: null, emergency_user_id: null } })
  expect((await set('no_password')).status).toBe(200)
  expect(await mayWork()).toBe(false)
  expect((await set('all')).status).toBe(200)
  expect(await mayWork()).toBe(true)
})

test('wrong passwords are counted together (security case 14)', async () => {
  const { email } = await makeTeacher()
  const statuses = []
  for (let count = 0; count < LOGIN_FAILURES_ALLOWED; count++)
    statuses.push((await signIn((count % 2) as 0 | 1, email, 'falsch')).status)
  expect(statuses).toEqual(Array(LOGIN_FAILURES_ALLOWED).fill(422))
  expect((await signIn(0, email)).status).toBe(429)
  expect((await signIn(1, email)).status).toBe(429)
})

test('the last admin stays, also when two processes are asked at once', async () => {
  await app.database.owner.query(`update app_user set role = 'viewer' where role = 'admin'`)
  const [one, two] = [
    await makeUser(app, { role: 'admin', schools: [fsw] }),
    await makeUser(app, { role: 'admin', schools: [fsw] }),
  ]
  const [{ browser: first }, { browser: second }] = [await signIn(0, one.email), await signIn(1, two.email)]
  const replies = await Promise.all([
    first.call(userEndpoints.remove, { params: { id: two.id } }),
    second.call(userEndpoints.remove, { params: { id: one.id } }),
  ])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a passkey begun at one process is answered at the other once, and a removed one ends there at the next request', async () => {
  const { id, email } = await makeTeacher()
  const { browser: owner } = await signIn(0, email)
  const passkey = new SoftwarePasskey(new URL(processes[0]?.url ?? ''))
  const begun = await owner.call(passkeyEndpoints.begin, { body: { password: TEST_PASSWORD } })
  const { challenge } = begun.json as { challenge: string }
  // Each process has an address of its own here.
  const originOf = (index: number) => processes[index]?.url ?? ''
  const answer = passkey.make(challenge, { origin: originOf(1) })
  const added = await follow(owner, 1).call(passkeyEndpoints.add, { body: { answer } })
  expect(added.status).toBe(200)

  const phone = visit(0)
  const asked = (await phone.call(passkeyEndpoints.beginLogin)).json as { challenge: string }
  const answers = [follow(phone, 0), follow(phone, 1)]
  const replies = await Promise.all(
    answers.map((browser, index) => {
      const body = { answer: passkey.answer(asked.challenge, { origin: originOf(index) }), remember: false }
      return browser.call(passkeyEndpoints.login, { body })
    }),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  const signedIn = answers[replies.findIndex(({ status }) => status === 200)] as ReturnType<typeof visit>
  expect((await baseData(follow(signedIn, 1))).status).toBe(200)

  const { rows } = await app.database.owner.query('select id::int from passkey where user_id = $1', [id])
  const removed = await follow(owner, 0).call(passkeyEndpoints.remove, {
    params: { id: rows[0].id },
    body: { password: TEST_PASSWORD },
  })
  expect(removed.status).toBe(200)
  expect((await baseData(follow(signedIn, 1))).status).toBe(401)
})

test('a sign-in at a service begun at one process ends at the other, and a sign-out there ends it in both', async () => {
  const { id } = await makeTeacher()
  const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
  const forger = await startForger()
  const provider_id = await connectProvider(admin, { issuer: forger.issuer, school_ids: [fsw] })
  await app.database.owner.query(
    `insert into identity (user_id, provider_id, subject, label, origin) values ($1, $2, '1', 'anna', 'self')`,
    [id, provider_id],
  )
  const here = visit(0)
  const begun = await here.call(providerLoginEndpoints.begin, { body: { provider_id } })
  const search = forger.answerFor((begun.json as { url: string }).url)
  const there = follow(here, 1)
  const answered = await there.call(providerLoginEndpoints.answer, { body: { provider_id, search } })
  expect(answered.status, JSON.stringify(answered.json)).toBe(200)
  expect((await baseData(follow(there, 0))).status).toBe(200)

  const again = await follow(here, 0).call(providerLoginEndpoints.answer, { body: { provider_id, search } })
  expect(again.status).toBe(422)

  const body = new URLSearchParams({ logout_token: await forger.logoutToken() })
  const post = (index: 0 | 1) =>
    fetch(`${processes[index]?.url}/login/provider/${provider_id}/logout`, { method: 'POST', body })
  expect((await post(0)).status).toBe(200)
  expect((await baseData(there)).status).toBe(401)
  expect((await post(1)).status).toBe(400)
  forger.stop()
})
