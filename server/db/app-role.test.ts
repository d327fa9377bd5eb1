import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { buildApp } from '#server/app.ts'
import { formatKey } from '#server/secret-keys.ts'
import { startCommand } from '#server/test/command-process.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openVisitor } from '#server/test/test-visitor.ts'
import { openPool, type Pool } from './database.ts'
import { whileNobodyMigrates } from './migrate.ts'

// Row-level security is the wall between the schools; it does not bind every role (review S3).

let app: TestApp
let superuser: pg.Client
beforeAll(async () => {
  app = await startTestApp()
  superuser = new pg.Client({ ...app.database.connection, user: inject('superuser') })
  await superuser.connect()
})
const roles: string[] = []
const pools: Pool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
  for (const role of roles.splice(0)) await superuser.query(`drop owned by ${role}; drop role ${role}`)
})
afterAll(async () => {
  await superuser.end()
  await app.stop()
})

/**
 * A separate role with the rights of the application's role; roles belong to the whole PostgreSQL, not to one database.
 */
async function makeRole(...changes: string[]) {
  const role = `test_${randomUUID().replaceAll('-', '')}`
  await superuser.query(`create role ${role} login; grant schulhof_app to ${role}`)
  roles.push(role)
  for (const change of changes) await superuser.query(change.replaceAll('ROLE', role))
  return role
}
const openAs = (user: string, options?: string) => {
  const pool = openPool({ ...app.database.connection, user, ...(options ? { options } : {}) })
  pools.push(pool)
  return pool
}

test.each([
  ['a superuser', ['alter role ROLE superuser'], 'ist Superuser'],
  ['one with BYPASSRLS', ['alter role ROLE bypassrls'], 'hat das Recht BYPASSRLS'],
  [
    'one that owns a table of a school',
    ['create table mark_of_a_pupil (school_id bigint)', 'alter table mark_of_a_pupil owner to ROLE'],
    'besitzt die Tabelle „mark_of_a_pupil“',
  ],
  [
    'one that inherits from the owner',
    ['grant schulhof_owner to ROLE'],
    /darf zur Rolle „schulhof_owner“ wechseln, die die Tabelle „\w+“ besitzt,/,
  ],
  [
    'one that inherits nothing but may become a superuser',
    ['alter role ROLE noinherit', 'grant postgres to ROLE'],
    'darf zur Rolle „postgres“ wechseln, die Superuser ist,',
  ],
])('%s serves no query, and the refusal names role and remedy', async (_, changes, reason) => {
  const role = await makeRole(...changes)
  const refused = openAs(role).query('select 1')
  await expect(refused).rejects.toThrow(`Die Datenbank-Rolle „${role}“ `)
  await expect(refused).rejects.toThrow(reason)
  await expect(refused).rejects.toThrow('docs/operations.md')
})

test('the role of the manual is taken, and the owner who changes to it; a superuser who does so is not', async () => {
  const change = '-c role=schulhof_app'
  for (const pool of [openAs('schulhof_app'), openAs('schulhof_owner', change)])
    expect((await pool.query('select current_user as it')).rows).toEqual([{ it: 'schulhof_app' }])
  await expect(openAs(inject('superuser'), change).query('select 1')).rejects.toThrow('ist Superuser')
})

test('a role that becomes too strong while the server runs: not ready, and new connections serve nobody', async () => {
  const role = await makeRole()
  const pool = openAs(role)
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const running = await buildApp({ platform: { ...app.platform, pool }, logLevel: 'warn', logStream })
  const readiness = async () => {
    const { statusCode, body } = await running.inject({ url: '/readyz' })
    return [statusCode, body]
  }
  const READY = [200, '{"status":"ready"}']
  const REFUSED = [503, '{"status":"unavailable"}']
  expect(await readiness()).toEqual(READY)

  await superuser.query(`alter role ${role} bypassrls`)
  expect(await readiness()).toEqual(REFUSED)
  // The pool's only connection ends, so the next request needs a new one.
  await pool.query(`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
  const reply = await openVisitor(running).call(accountEndpoints.basedata)
  expect([reply.statusCode, reply.json()]).toEqual([503, { message: ERROR_TEXTS.unavailable }])
  expect(await readiness()).toEqual(REFUSED)
  const reasons = lines.filter((line) => line.includes('not ready'))
  expect(reasons).toHaveLength(1)
  expect(reasons[0]).toContain(`Die Datenbank-Rolle „${role}“ hat das Recht BYPASSRLS`)

  await superuser.query(`alter role ${role} nobypassrls`)
  expect(await readiness()).toEqual(READY)
  await running.close()
})

test('an owner that inherits the role of the application is refused, until the statements of the message were run', async () => {
  const owner = await makeRole('alter role ROLE createrole')
  const connection = { ...app.database.connection, user: owner }
  const { rows: versions } = await superuser.query<{ new: boolean }>(
    "select current_setting('server_version_num')::int >= 160000 as new",
  )
  // Somebody may grant it so, whatever the role is by itself.
  if (versions[0]?.new) await superuser.query(`grant schulhof_app to ${owner} with inherit true`)
  const work = async () => 'worked'
  const refused = await whileNobodyMigrates(connection, work).then(String, ({ message }: Error) => message)
  expect(refused).toContain(`Die Datenbank-Rolle „${owner}“ erbt die Rolle „schulhof_app“`)
  const [, statements = ''] = refused.split('„A PostgreSQL of your own“): ')
  await superuser.query(statements)
  // What this role lacks now are only rights to the tables of the job queue.
  await expect(whileNobodyMigrates(connection, work)).rejects.toThrow('permission denied')
})

test('the server does not start with such a role and says why in one sentence', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-role-'))
  const { host, database } = app.database.connection
  const urlOf = (user: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  const { ended } = startCommand('server/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: '0',
    DATABASE_URL: urlOf('schulhof_owner'),
    DATABASE_APP_URL: urlOf(inject('superuser')),
    SECRET_KEY: formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) }),
  })
  const { code, output } = await ended
  rmSync(dataDir, { recursive: true, force: true })
  expect(code).toBe(1)
  expect(output).toMatch(/^Die Datenbank-Rolle „postgres“ ist Superuser .*DATABASE_APP_URL ein\.\n$/)
}, 60_000)
