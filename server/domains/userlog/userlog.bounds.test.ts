import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { permissionsOf, type Role } from '#contract/permissions.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { emptyLog, writeLog } from '#server/test/log-rows.ts'
import { plantProvider } from '#server/test/login-demands.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { exportLog } from './export-log.ts'
import { lockExport } from './userlog.queries.ts'

let app: TestApp
let fsw: number
let planted: Awaited<ReturnType<typeof plantSchool>>
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  planted = await plantSchool(app, fsw, 'KANARIE')
})
afterAll(() => app.stop())
beforeEach(() => emptyLog(app))

const as = async (role: Role) => {
  const { id } = await makeUser(app, { role, schools: [fsw] })
  return { id, browser: await app.signedIn(id) }
}
const exportAs = (browser: TestVisitor, body = {}) => browser.call(userlogEndpoints.export, { body })
const contentOf = (reply: { json(): unknown }) => userlogEndpoints.export.response.parse(reply.json()).content

/** Entries about one pupil, three for each time, many within a millisecond; the newest has the highest number. */
const fillLog = async (count: number) => {
  const client = await app.database.owner.connect()
  await client.query(`select set_config('app.school_id', $1, false)`, [String(fsw)])
  await client.query(
    `insert into user_log (school_id, created_at, action, entity_type, entity_id, user_id, user_name, request_id)
     select $1, timestamptz '2026-11-01 06:00:00Z' + i / 3 * interval '7 microseconds', 'pupil_updated', 'pupil', $2, i, 'Person ' || i, i::text
     from generate_series(1, $3) i`,
    [fsw, planted.pupil, count],
  )
  client.release(true)
}

/** The highest number of rows that a statement returned while the work ran. */
async function mostRowsDuring(work: () => Promise<unknown>) {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const results = await Promise.all(
      spy.mock.results.map(({ value }) => value as unknown as pg.QueryResult | undefined),
    )
    return Math.max(0, ...results.map((result) => result?.rows?.length ?? 0))
  } finally {
    spy.mockRestore()
  }
}

test.each([0, 201, -1])(
  'a page of %i rows is refused: all of them are for the export, which is logged',
  async (rows) => {
    const { browser } = await as('schooladmin')
    const reply = await browser.call(userlogEndpoints.list, { query: { per_page: rows } })
    expect([reply.statusCode, Object.keys(reply.json().errors ?? {})]).toEqual([422, ['per_page']])
  },
)

test('a service is named to admins and to the schools that it serves', async () => {
  const fow = await makeSchool(app, 'fow')
  const [own, others] = [await plantProvider(app, 'IServ', [fsw]), await plantProvider(app, 'Entra', [fow])]
  const nameFor = async (role: Role, id: number) => {
    const { browser } = await as(role)
    const query = { entity_type: 'identity_provider', entity_id: id }
    return (await browser.call(userlogEndpoints.list, { query })).json().names.object
  }
  expect([await nameFor('schooladmin', own), await nameFor('schooladmin', others)]).toEqual(['IServ', null])
  expect(await nameFor('admin', others)).toBe('Entra')
})

describe('the export', () => {
  test('of many rows comes in pieces, each row once and in order', async () => {
    await fillLog(2500)
    const { browser } = await as('schooladmin')
    let content = ''
    const most = await mostRowsDuring(async () => {
      content = contentOf(await exportAs(browser))
    })
    expect(most).toBeLessThanOrEqual(1000)
    const [heads, ...rows] = content.replace('\ufeff', '').split('\r\n')
    expect(heads).toMatch(/^Zeit;Person;/)
    const people = rows.filter(Boolean).map((row) => Number(row.split(';')[1]?.replace('Person ', '')))
    // One short text, because nobody reads two lists of 2,500 entries.
    const isInOrder = people.every((person, index) => person === 2500 - index)
    expect([people.length, isInOrder]).toEqual([2500, true])
    expect(content.match(/\ufeff|Zeit;Person/g)).toHaveLength(2)
    expect(content).toContain('KANARIE KANARIE')
  })

  test('names children only to who may take personal data out', async () => {
    await fillLog(1)
    const { browser } = await as('schooladmin')
    expect(contentOf(await exportAs(browser))).toContain('KANARIE')
    // No role can read the log without this right today, but taking the right away must have an effect all the same.
    const viewer = { user_id: 1, name: '', email: '', role: 'schooladmin', school_id: fsw } as const
    const permissions = permissionsOf('schooladmin', { may_view_sensitive: true, may_manage_users: true })
    const withheld = permissions.filter((permission) => permission !== 'export personal data')
    const asking = {
      viewer: { ...viewer, permissions: withheld, stays_signed_in: false, lacks_two_factor: false, lacks_way: false },
      filters: { search: '', action: 'pupil_updated' },
      today: '2026-11-20',
    }
    const { content } = await insideSchool(app, fsw, (tx) => exportLog(tx, app.platform.limits, asking))
    expect([content.includes('Person 1'), content.includes('KANARIE')]).toEqual([true, false])
  })

  test('runs once at a time for each person', async () => {
    await fillLog(1)
    const { id, browser } = await as('schooladmin')
    const { browser: other } = await as('schooladmin')
    // An export that goes on until this transaction ends.
    await insideSchool(app, fsw, async (tx) => {
      expect(await lockExport(tx, id)).toBe(true)
      const refused = await exportAs(browser)
      expect(refused.statusCode).toBe(429)
      expect(refused.json().message).toBe('Ihr letzter Export läuft noch. Bitte warten Sie, bis er fertig ist.')
      expect((await exportAs(other)).statusCode).toBe(200)
    })
    expect((await exportAs(browser)).statusCode).toBe(200)
  })

  test('is there ten times an hour', async () => {
    const { browser } = await as('schooladmin')
    for (let i = 0; i < 10; i++) expect((await exportAs(browser)).statusCode).toBe(200)
    const reply = await exportAs(browser)
    expect([reply.statusCode, Number(reply.headers['retry-after']) > 60]).toEqual([429, true])
    expect(reply.json().message).toBe(
      'Sie haben in der letzten Stunde schon zehn Mal exportiert. Bitte später noch einmal.',
    )
    expect((await exportAs((await as('schooladmin')).browser)).statusCode).toBe(200)
  })
})

describe('events without a school', () => {
  const listOf = async (browser: TestVisitor, query = {}) => {
    const reply = await browser.call(userlogEndpoints.list, { query: { without_school: true, ...query } })
    expect(reply.statusCode, reply.body).toBe(200)
    return userlogEndpoints.list.response.parse(reply.json())
  }
  beforeEach(async () => {
    await writeLog(app, fsw, [{ name: 'Der Schule', action: 'logout' }])
    await writeLog(app, null, [
      { at: '2026-11-19T06:00:00Z', name: 'Ohne Schule', user: 5 },
      { name: 'Ohne Schule', user: 5, action: 'login_failed', result: 'denied' },
    ])
  })

  test('are what an admin sees on asking for them, and nothing else', async () => {
    const { id, browser } = await as('admin')
    const { data, total, actions } = await listOf(browser)
    expect(data.map(({ action }) => action)).toEqual(['login_failed', 'login'])
    expect([total, actions]).toEqual([2, ['login', 'login_failed']])
    expect((await listOf(browser, { until: '2026-11-19' })).total).toBe(1)
    expect((await listOf(browser, { search: 'schule', per_page: 1, page: 2 })).data).toMatchObject([
      { action: 'login' },
    ])
    const content = contentOf(await exportAs(browser, { without_school: true }))
    expect([content.match(/Ohne Schule/g)?.length, content.includes('Der Schule')]).toEqual([2, false])
    const own = await browser.call(userlogEndpoints.list, { query: { user_id: id } })
    expect(own.json()).toMatchObject({ total: 1, data: [{ action: 'export_created', entity_type: 'user_log' }] })
  })

  test('are refused to heads, and the database keeps them from everyone else', async () => {
    const { browser, id } = await as('schooladmin')
    for (const reply of [
      await browser.call(userlogEndpoints.list, { query: { without_school: true } }),
      await exportAs(browser, { without_school: true }),
    ])
      expect(reply.statusCode).toBe(403)
    const { id: admin } = await as('admin')
    const client = await app.platform.pool.connect()
    const seenBy = async (user: number) => {
      await client.query(`select set_config('app.user_id', $1, false), set_config('app.school_id', $2, false)`, [
        String(user),
        String(fsw),
      ])
      const { rows } = await client.query('select school_id from installation_log()')
      const { rows: bound } = await client.query('select current_school()::int as school')
      return [rows.length, bound[0]?.school]
    }
    expect([await seenBy(id), await seenBy(admin)]).toEqual([
      [0, fsw],
      [2, fsw],
    ])
    client.release(true)
  })
})
