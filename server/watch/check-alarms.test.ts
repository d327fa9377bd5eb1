import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/dates.ts'
import type { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { CALM_FACTS } from '#contract/systemstates/systemstates.test-data.ts'
import { systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { checkAlarms } from './check-alarms.ts'

let app: TestApp
let post: PostOffice
let admin: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  const school = await makeSchool(app, 'fsw')
  const { id } = await makeUser(app, { role: 'admin', schools: [school], email: 'admin.eins@example.org' })
  await makeUser(app, { role: 'admin', schools: [school], email: 'admin.zwei@example.org' })
  await makeUser(app, { role: 'schooladmin', schools: [school], email: 'leitung@example.org' })
  const { id: gone } = await makeUser(app, { role: 'admin', schools: [school], email: 'admin.fort@example.org' })
  await app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [gone])
  admin = await app.signedIn(id)
})
beforeEach(() => {
  app.setNow(TEST_NOW)
  post.mails.length = 0
})
afterEach(async () => {
  await app.database.owner.query(
    'delete from system_alarm; delete from account_mail; delete from graphile_worker._private_jobs',
  )
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

/** An instant as PostgreSQL writes whole seconds. */
const stamp = (ms: number) => at(ms).toISOString().replace('.000Z', 'Z')
const at = (ms: number) => new Date(TEST_NOW.getTime() + ms)
const facts = (change: (calm: SystemFacts) => void = () => {}) => {
  const changed = structuredClone(CALM_FACTS)
  change(changed)
  return changed
}
const full = (share = 0.95) =>
  facts(({ disks }) => {
    for (const disk of disks) disk.used_share = share
  })
/** A look of a machine whose last backup is from this moment. */
const look = async (seen: SystemFacts, { after = 0, host = 'schule' } = {}) => {
  const now = at(after)
  app.setNow(now)
  const newest = { name: 'x', at: now.toISOString(), bytes: 1 }
  const backup = CALM_FACTS.backup && { ...CALM_FACTS.backup, newest }
  const { pool, keys } = app.platform
  await checkAlarms({ pool, keys, facts: { ...seen, backup }, now, host })
}
const sent = async () => {
  await post.runAll()
  return post.mails.splice(0).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)
}
const shown = async () => (await admin.call(systemStateEndpoints.alarms)).json()
const HELP = 'Schulhof braucht Ihre Hilfe'
const toBoth = (subject: string) =>
  ['admin.eins@example.org', 'admin.zwei@example.org'].map((to) => `${to}: ${subject}`)

test('a calm installation opens no alarm and writes to nobody', async () => {
  await look(facts())
  expect([await shown(), await sent()]).toEqual([[], []])
})

test('a full disk is shown and mailed once to each active admin, however many processes look', async () => {
  await Promise.all([look(full()), look(full()), look(full())])
  expect(await shown()).toEqual([{ key: 'disk_full', subject: '/data', host: 'schule', since: stamp(0) }])
  expect((await sent()).sort()).toEqual(toBoth(HELP))
  await look(full(), { after: 30 * MINUTE_MS })
  expect(await sent()).toEqual([])
})

test('the mail says what to do and leads to the page', async () => {
  await look(full())
  await post.runAll()
  const [mail] = post.mails
  expect(mail?.text).toContain('Ein Datenträger ist zu über 90 % voll: /data auf schule, seit 20.11.2026 07:40 Uhr.')
  expect(mail?.text).toContain('Schaffen Sie bald Platz.')
  expect(mail?.text).toContain('http://localhost:3000/app/admin/systemzustand')
})

describe('while an alarm stays', () => {
  test('admins are written to again after 24 hours, not before', async () => {
    await look(full())
    await sent()
    await look(full(), { after: 24 * HOUR_MS - 1 })
    expect(await sent()).toEqual([])
    await look(full(), { after: 24 * HOUR_MS })
    expect((await sent()).sort()).toEqual(toBoth(HELP))
  })

  test('a further one is mailed at once, with both in one mail', async () => {
    await look(full())
    await sent()
    const both = full()
    const at10 = {
      failures: 3,
      count: 1,
      since: at(0).toISOString(),
      tried_at: at(0).toISOString(),
      is_given_up: false,
    }
    both.database.jobs.failed = [{ task: 'backup', ...at10 }]
    await look(both, { after: HOUR_MS })
    expect((await sent()).sort()).toEqual(toBoth(`${HELP}: 2 Punkte`))
  })
})

describe('when it is well again', () => {
  test('those who were written to read it, and the next time counts anew', async () => {
    await look(full())
    await sent()
    await Promise.all([1, 2, 3].map(() => look(facts(), { after: HOUR_MS })))
    expect(await shown()).toEqual([])
    expect((await sent()).sort()).toEqual(toBoth('Schulhof: Alles wieder in Ordnung'))
    await look(facts(), { after: 2 * HOUR_MS })
    expect(await sent()).toEqual([])
    await look(full(), { after: 3 * HOUR_MS })
    expect(await shown()).toMatchObject([{ since: stamp(3 * HOUR_MS) }])
    expect((await sent()).sort()).toEqual(toBoth(HELP))
  })

  test('before the mail could leave, no mail leaves at all', async () => {
    await look(full())
    await look(facts(), { after: MINUTE_MS })
    const mails = await sent()
    expect(mails.filter((one) => one.includes('Hilfe'))).toEqual([])
  })
})

test('mails that wait are shown, but mail does not say so', async () => {
  const held = facts(({ database }) => {
    Object.assign(database.mails, {
      waiting: 2,
      since: at(-2 * HOUR_MS).toISOString(),
      held_since: at(-2 * HOUR_MS).toISOString(),
    })
  })
  await look(held)
  expect(await shown()).toEqual([{ key: 'mails_wait', subject: '', host: '', since: stamp(-2 * HOUR_MS) }])
  await look(facts(), { after: MINUTE_MS })
  expect([await shown(), await sent()]).toEqual([[], []])
})

test('without a mail server nobody is written to: such mails would only wait', async () => {
  await look({ ...full(), has_mail_server: false })
  expect(await shown()).toHaveLength(1)
  expect(await post.countJobs()).toBe(0)
})

describe('of several machines', () => {
  test('each sees its own disk and ends only its own alarm', async () => {
    await look(full(), { host: 'eins' })
    await look(facts(), { host: 'zwei' })
    expect(await shown()).toMatchObject([{ host: 'eins' }])
    await look(facts(), { host: 'eins' })
    expect(await shown()).toEqual([])
  })

  test('one that is gone is not shown after a quarter of an hour, and forgotten after a day', async () => {
    await look(full(), { host: 'eins' })
    await look(facts(), { host: 'zwei', after: 15 * MINUTE_MS })
    expect(await shown()).toHaveLength(1)
    await look(facts(), { host: 'zwei', after: 15 * MINUTE_MS + 1 })
    expect(await shown()).toEqual([])
    await sent()
    await look(facts(), { host: 'zwei', after: 24 * HOUR_MS + 1 })
    expect(await sent()).toEqual([])
    const { rows } = await app.database.owner.query('select ended_at, mailed_at from system_alarm')
    expect(rows).toMatchObject([{ mailed_at: null }])
    expect(rows[0].ended_at).not.toBeNull()
  })

  test('what all see is one alarm', async () => {
    const failed = facts(({ database }) => {
      const one = {
        failures: 3,
        count: 1,
        since: at(0).toISOString(),
        tried_at: at(0).toISOString(),
        is_given_up: true,
      }
      database.jobs.failed = [{ task: 'tidy_up', ...one }]
    })
    await look(failed, { host: 'eins' })
    await look(failed, { host: 'zwei' })
    expect(await shown()).toMatchObject([{ key: 'job_failed', subject: 'tidy_up', host: '' }])
  })
})

test('an ended alarm is deleted after a week', async () => {
  await look(full())
  await look(facts(), { after: HOUR_MS })
  const count = async () => (await app.database.owner.query('select from system_alarm')).rowCount
  await look(facts(), { after: HOUR_MS + 7 * 24 * HOUR_MS })
  expect(await count()).toBe(1)
  await look(facts(), { after: HOUR_MS + 7 * 24 * HOUR_MS + 1 })
  expect(await count()).toBe(0)
})
