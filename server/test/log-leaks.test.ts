import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { legalEndpoints } from '#contract/legal/legal.ts'
import { mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { buildApp } from '#server/app.ts'
import { insertStatusLink } from '#server/domains/registrations/family/registrations.family.queries.ts'
import { openTransport } from '#server/mail/transport.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { startMailServer } from './mail-server.ts'
import { plantSchool } from './planted-school.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { openVisitor, TEST_PASSWORD, type TestVisitor } from './test-visitor.ts'

const CANARY = 'Zzkanarie'
const MAIL = 'zzkanarie@example.org'
const PASSWORD = 'Zzkanarie fliegt um Mitternacht'
const TOKEN = `Zz${randomBytes(24).toString('base64url')}`

let app: TestApp
let logged: Awaited<ReturnType<typeof buildApp>>
let planted: Awaited<ReturnType<typeof plantSchool>>
let admin: TestVisitor
const lines: string[] = []
beforeAll(async () => {
  app = await startTestApp()
  const school = await makeSchool(app, 'fsw')
  planted = await plantSchool(app, school, CANARY)
  const logStream = { write: (line: string) => lines.push(line) }
  logged = await buildApp({ platform: app.platform, logLevel: 'trace', logStream })
  const { email } = await makeUser(app, { role: 'admin', schools: [school], email: 'zzkanarie.admin@example.org' })
  admin = openVisitor(logged)
  await admin.logIn(email)
})
afterAll(async () => {
  await logged.close()
  await app.stop()
})
beforeEach(() => {
  lines.length = 0
})

/**
 * Everything that is stored or logged about people's actions: the server's log, waiting jobs, the log of each school
 * and the one without a school.
 */
async function everythingStored() {
  const { rows: jobs } = await app.database.owner.query('select * from graphile_worker._private_jobs')
  const stored: unknown[] = [jobs]
  for (const school of [String(planted.school), '']) {
    const client = await app.database.owner.connect()
    await client.query(`select set_config('app.school_id', $1, false)`, [school])
    // It contains names of accounts on purpose, so this admin has another name.
    const { rows } = await client.query('select * from user_log')
    stored.push(rows)
    client.release(true)
  }
  return JSON.stringify([lines, stored]).toLowerCase()
}

async function expectNoLeak(least: number) {
  const everything = await everythingStored()
  expect(lines.length).toBeGreaterThanOrEqual(least)
  const cookies = [...admin.cookies].filter(([name]) => name !== 'signed_in').map(([, value]) => value)
  expect(cookies.length).toBeGreaterThan(1)
  for (const secret of [CANARY, MAIL, PASSWORD, TEST_PASSWORD, TOKEN, ...cookies])
    expect(everything.includes(secret.toLowerCase()), secret).toBe(false)
}

describe('no name, address, password, token or cookie is stored', () => {
  test('of logins, right and wrong, and of passwords set anew', async () => {
    const visitor = openVisitor(logged)
    await visitor.logIn(MAIL, PASSWORD)
    await visitor.logIn('zzkanarie.admin@example.org', PASSWORD)
    await visitor.logIn(`${CANARY} ist keine Adresse`, PASSWORD)
    await visitor.call(passwordEndpoints.forgot, { body: { email: 'zzkanarie.admin@example.org' } })
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
    await visitor.call(passwordEndpoints.reset, { body: { email: MAIL, token: TOKEN, ...passwords } })
    await admin.call(passwordEndpoints.change, { body: { current_password: PASSWORD, ...passwords } })
    await admin.call(accountEndpoints.basedata)
    await expectNoLeak(14)
  })

  test('of addresses with tokens and names, known or not', async () => {
    const visitor = openVisitor(logged)
    for (const url of [
      `/app/base/reset-password/${TOKEN}?email=${MAIL}`,
      `/app/registration_contact_optin/fsw/1/${TOKEN}`,
      `/app/susByUuid/${TOKEN}`,
      `/app/bewerbungsstatus/${TOKEN}`,
      `/app/datenabgleich/${TOKEN}`,
      `/api/public/dataCheck/${TOKEN}`,
      `/api/nichts/${TOKEN}?q=${CANARY}`,
      `/${CANARY}/%zz`,
      `/api/public/legal/${CANARY}`,
      `/app/${CANARY}${'x'.repeat(600)}`,
    ])
      await visitor.inject('GET', url, { headers: { referer: `https://x.example/${TOKEN}`, 'user-agent': CANARY } })
    await visitor.call(setupEndpoints.check, { params: { token: TOKEN } })
    await visitor.call(registrationFamilyEndpoints.status, { params: { token: TOKEN } })
    await visitor.call(registrationFamilyEndpoints.wish, {
      params: { token: TOKEN },
      body: { action: 'withdraw', reason: CANARY },
    })
    await visitor.call(publicRegistrationEndpoints.confirmOptin, {
      body: { school_short: 'fsw', contact_id: 1, contact_uuid: TOKEN },
    })
    await expectNoLeak(21)
  })

  test('of searches, refusals and changes by staff', async () => {
    await admin.call(pupilEndpoints.list, { query: { search: CANARY } })
    await admin.call(pupilDetailsEndpoints.get, { params: { id: planted.pupil } })
    await admin.call(registrationEndpoints.list, { query: { search: CANARY } })
    await admin.call(registrationEndpoints.saveNote, {
      params: { id: planted.accepted },
      body: { internal_note: CANARY, version: 1 },
    })
    await admin.call(registrationEndpoints.changeStatus, { params: { id: planted.waiting }, body: { status: CANARY } })
    await admin.call(registrationEndpoints.remove, { params: { id: planted.waiting } })
    await admin.call(userEndpoints.add, { body: { name: CANARY, email: MAIL, roles: [] } })
    await admin.call(legalEndpoints.save, {
      params: { key: 'impressum' },
      body: { template_markdown: CANARY, version_number: 0 },
    })
    await expectNoLeak(16)
  })

  test('of bodies nobody can read and of faults of the program', async () => {
    const headers = { 'content-type': 'application/json' }
    await admin.inject('POST', '/login', { body: `{"email": "${MAIL}", "password": "${PASSWORD}`, headers })
    await admin.inject('POST', '/login', { body: `"${CANARY}"`, headers: { 'content-type': 'text/plain' } })
    await admin.inject('POST', '/login', { body: { [CANARY]: CANARY.repeat(40_000) } })
    const { pool } = app.platform
    const { connect } = pool
    // An error that contains personal words, like messages of PostgreSQL and other programs may.
    pool.connect = () => {
      throw Object.assign(new Error(`Key (email)=(${MAIL}) already exists`), { code: '23505', detail: CANARY })
    }
    const fault = await admin.call(pupilEndpoints.list, { query: { search: CANARY } })
    pool.connect = connect
    expect([fault.statusCode, Object.keys(fault.json()).sort()]).toEqual([500, ['message', 'request']])
    expect(lines.some((line) => line.includes('"unexpected"') && line.includes(fault.json().request))).toBe(true)
    await expectNoLeak(9)
  })

  test('of a test mail that the mail server refuses', async () => {
    const server = await startMailServer()
    const transport = openTransport(server.url, app.platform.mailFrom)
    app.platform.mailTransport = transport
    Object.assign(server.state, { mood: 'refuse', words: `no such user ${MAIL}` })
    const reply = await admin.call(mailtestEndpoints.send, {
      body: { from: app.platform.mailFrom, to: MAIL, subject: CANARY, content: CANARY },
    })
    expect([reply.statusCode, reply.json().message]).toEqual([422, 'Der Mailserver antwortet: 550 no such user …'])
    transport.close()
    await server.stop()
    await expectNoLeak(2)
  })

  test('of a family that reads the status of its application and withdraws it', async () => {
    await insideSchool(app, planted.school, async (tx) => {
      const at = app.platform.now().toISOString()
      const { mail } = await tx
        .updateTable('registration_contact')
        .set({ mail_verified_at: at })
        .where('id', '=', planted.contact)
        .returning('mail')
        .executeTakeFirstOrThrow()
      await insertStatusLink(tx, { contactId: planted.contact, token: TOKEN, mail: mail ?? '', at })
    })
    const visitor = openVisitor(logged)
    const asked = { params: { token: TOKEN } }
    const body = { action: 'withdraw', reason: CANARY }
    expect((await visitor.call(registrationFamilyEndpoints.status, asked)).statusCode).toBe(200)
    expect((await visitor.call(registrationFamilyEndpoints.wish, { ...asked, body })).statusCode).toBe(200)
    await expectNoLeak(4)
  })
})
