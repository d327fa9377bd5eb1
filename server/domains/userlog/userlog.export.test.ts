import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { isKnownAction } from '#contract/userlog/userlog-labels.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { emptyLog, writeLog } from '#server/test/log-rows.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let planted: Awaited<ReturnType<typeof plantSchool>>
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  planted = await plantSchool(app, fsw, 'KANARIE')
})
afterAll(() => app.stop())

const as = async (role: Role, schools: number[], change = {}) => {
  const { id } = await makeUser(app, { role, schools, ...change })
  return { id, browser: await app.signedIn(id) }
}

const list = async (browser: TestVisitor, query = {}) => {
  const reply = await browser.call(userlogEndpoints.list, { query })
  expect(reply.statusCode, reply.body).toBe(200)
  return userlogEndpoints.list.response.parse(reply.json())
}

describe('the export', () => {
  beforeEach(() => emptyLog(app))

  const exportAs = async (browser: TestVisitor, body = {}) => {
    const reply = await browser.call(userlogEndpoints.export, { body })
    expect(reply.statusCode, reply.body).toBe(200)
    return userlogEndpoints.export.response.parse(reply.json())
  }

  test('is a German table of what matches, and is itself in the log with count and columns', async () => {
    await writeLog(app, fsw, [
      { name: '=1+1', action: 'registration_status_changed', type: 'registration', id: planted.accepted, user: 5 },
      { name: 'Später', at: '2026-11-21T06:00:00Z', user: 5 },
    ])
    const { id, browser } = await as('schooladmin', [fsw])
    const { filename, content } = await exportAs(browser, { until: '2026-11-20' })
    expect(filename).toBe('benutzeraktionen-2026-11-20.csv')
    const [heads, row, rest] = content.replace('\ufeff', '').split('\r\n')
    expect(heads).toBe('Zeit;Person;Rolle;Aktion;Objekt;Nummer;Name;Geänderte Felder;Ergebnis;Netz')
    expect(row?.split(';')).toEqual([
      '20.11.2026 07:00',
      "'=1+1",
      'Schulleitung',
      'hat den Status einer Bewerbung geändert',
      'Bewerbung',
      String(planted.accepted),
      expect.stringMatching(/^KANARIE KANARIE/),
      '',
      'gelungen',
      '192.0.2.0/24',
    ])
    expect(rest).toBe('')
    const { data } = await list(browser, { action: 'export_created' })
    expect(data).toMatchObject([
      { user_id: id, entity_type: 'user_log', changed_fields: expect.arrayContaining(['rows:1', 'Zeit', 'Name']) },
    ])
  })

  test('holds no word of another school', async () => {
    await writeLog(app, fow, [{ name: 'Fremd' }])
    const { browser } = await as('schooladmin', [fsw])
    expect((await exportAs(browser)).content.split('\r\n').length).toBe(2)
  })
})

describe('a refused call', () => {
  beforeEach(() => emptyLog(app))

  test('is in the log of the school with its address and no id, and says no more than before', async () => {
    const { id, browser } = await as('viewer', [fsw])
    const reply = await browser.call(registrationEndpoints.get, { params: { id: planted.accepted } })
    expect(reply.statusCode).toBe(403)
    const { browser: head } = await as('schooladmin', [fsw])
    const { data } = await list(head, { user_id: id })
    expect(data).toMatchObject([
      {
        action: 'access_denied',
        entity_type: 'GET /api/admin/schoolRegistration/:id',
        entity_id: null,
        result: 'denied',
        role: 'viewer',
        ip_trunc: '127.0.0.0/24',
      },
    ])
  })

  test('cannot flood the log', async () => {
    const { id, browser } = await as('viewer', [fsw])
    for (let i = 0; i < 30; i++) {
      expect((await browser.call(setupEndpoints.addSchool, { body: {} })).statusCode).toBe(403)
    }
    const { browser: head } = await as('schooladmin', [fsw])
    expect((await list(head, { user_id: id })).total).toBe(20)
  })

  test('of nobody signed in, and what is simply not there, are not logged', async () => {
    const { browser: head } = await as('schooladmin', [fsw])
    await app.visitor().call(registrationEndpoints.list)
    await head.call(pupilDetailsEndpoints.get, { params: { id: 987_654 } })
    await head.call(publicSchoolEndpoints.list)
    expect((await list(head)).total).toBe(0)
  })
})

describe('rows a year old', () => {
  test('are deleted, also those of the installation, and names of deleted accounts are removed from the others', async () => {
    await emptyLog(app)
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const old = new Date(Date.now() - 370 * 86_400_000).toISOString()
    const recent = new Date(Date.now() - 300 * 86_400_000).toISOString()
    for (const school of [fsw, fow, null])
      await writeLog(app, school, [
        { at: old, name: 'Alt', action: 'logout' },
        { at: recent, name: 'Person', user: id },
      ])
    await app.database.owner.query(`update app_user set deactivated_at = now() - interval '7 months' where id = $1`, [
      id,
    ])
    await app.platform.pool.query('select tidy_installation(now() + interval $$1 hour$$)')
    const rest = async (school: number | null) => {
      const client = await app.database.owner.connect()
      await client.query(`select set_config('app.school_id', $1, false)`, [String(school ?? '')])
      const { rows } = await client.query('select user_name, action, user_id from user_log')
      client.release(true)
      return rows
    }
    for (const school of [fsw, fow, null])
      expect(await rest(school)).toEqual([{ user_name: null, action: 'login', user_id: String(id) }])
    expect((await list((await as('schooladmin', [fsw])).browser)).data).toMatchObject([
      { user_name: null, user_id: id },
    ])
  })
})

describe('every action', () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))

  test('that the program names has German words', () => {
    const named = sources(join(import.meta.dirname, '../..')).flatMap((text) =>
      [...text.matchAll(/\baction: '(\w+)',\s+entityType|nameAction\(\w+, '\w+', '(\w+)'\)/g)].map(
        ([, event, row]) => event ?? row,
      ),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((action) => !isKnownAction(String(action)))).toEqual([])
  })

  test('tells fields of every logged table in German, or leaves them out as bookkeeping', async () => {
    const { rows } = await app.database.owner.query<{ field: string }>(
      `select distinct a.attname as field from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid
       where t.tgname = 'log_update' and a.attnum > 0 and not a.attisdropped`,
    )
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.filter(({ field }) => changedFieldLabels([field])[0] === field)).toEqual([])
  })

  test('of every logged table has German words', async () => {
    const { rows: tables } = await app.database.owner.query(
      `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'log_insert'`,
    )
    const actions = tables.flatMap(({ name }) => ['created', 'updated', 'deleted'].map((verb) => `${name}_${verb}`))
    expect(actions.length).toBeGreaterThan(20)
    expect(actions.filter((action) => !isKnownAction(action))).toEqual([])
  })
})
