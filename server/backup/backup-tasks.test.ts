import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatKey } from '#server/secret-keys.ts'
import { asSuperuser, makeFolder } from '#server/test/backup-drill.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { readBackupState } from './backup-state.ts'

// Real processes: the jobs of a night, as a running server does them.

const PROCESS_MS = 180_000
/** Enough that loading it takes a while. */
const ROWS = 60_000

const folder = makeFolder()
const backups = join(folder.path, 'backups')
const hook = join(folder.path, 'hook.sh')
const copies = join(folder.path, 'copies')
let database: TestDatabase
let eye: Awaited<ReturnType<typeof asSuperuser>>
beforeAll(async () => {
  database = await makeTestDatabase()
  eye = await asSuperuser(database.connection.database)
  await eye.query(
    `insert into user_log (action, entity_type, entity_id, user_name, changed_fields)
     select 'a', 'pupil', i, repeat(md5(i::text), 60), '{}' from generate_series(1, ${ROWS}) i`,
  )
  mkdirSync(copies)
  // Refuses until somebody puts the file away.
  writeFileSync(
    hook,
    `#!/bin/sh\n[ -e "${folder.path}/closed" ] && { echo "Zugang verweigert" >&2; exit 7; }\ncp "$1" "${copies}"\n`,
  )
  chmodSync(hook, 0o755)
  writeFileSync(join(folder.path, 'closed'), '')
}, PROCESS_MS)
afterAll(async () => {
  await eye.end()
  await database.drop()
  folder.remove()
})

const start = async (more: NodeJS.ProcessEnv = {}) => {
  const { host, database: name } = database.connection
  return startServerProcess({
    dataDir: join(folder.path, 'nothing'),
    port: await freePort(),
    env: {
      DATABASE_URL: `postgres://schulhof_owner@/${name}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) }),
      BACKUP_DIR: backups,
      BACKUP_VERIFY_DAYS: '1',
      BACKUP_HOOK: hook,
      LOG_LEVEL: 'info',
      ...more,
    },
  })
}
const tonight = () => eye.query(`select graphile_worker.add_job('backup')`)
const scratch = async () => {
  const { rows } = await eye.query(`select datname from pg_database where starts_with(datname, $1)`, [
    `${database.connection.database.slice(0, 40)}_pruefung_`,
  ])
  return rows.length
}

test(
  'a backup is restored on trial and copied; a copy that is refused is said loudly and tried again until it works',
  async () => {
    const server = await start()
    await tonight()
    await expect.poll(() => readBackupState(backups).verification?.last.outcome, { timeout: 60_000 }).toBe('restored')
    await expect.poll(() => readBackupState(backups).copy?.last.is_fine, { timeout: 60_000 }).toBe(false)
    expect(readBackupState(backups).copy).toMatchObject({
      copied_at: null,
      last: { message: 'endete mit 7: Zugang verweigert' },
    })
    writeFileSync(hook, readFileSync(hook, 'utf8').replace('[ -e', '[ ! -e'))
    await expect.poll(() => readBackupState(backups).copy?.last.is_fine, { timeout: 60_000 }).toBe(true)
    await server.signal('SIGTERM')
    const [name] = readdirSync(backups).filter((one) => one.endsWith('.backup'))
    expect(readdirSync(copies)).toEqual([name])
    expect(readBackupState(backups).copy).toMatchObject({ copied_file: name, copied_at: expect.any(String) })
    const output = server.output()
    expect(output).toContain('"msg":"backup verified"')
    expect(output).toMatch(
      /"level":"error"[^\n]*"reason":"endete mit 7: Zugang verweigert"[^\n]*"msg":"backup was not copied"/,
    )
    expect(output).toContain('"msg":"backup copied"')
    expect(await scratch()).toBe(0)
  },
  PROCESS_MS,
)

test(
  'a server that is killed while it verifies leaves a scratch database until the next start, which drops it',
  async () => {
    writeFileSync(join(backups, 'verification.json'), '{}')
    const server = await start()
    await tonight()
    await expect.poll(scratch, { interval: 5, timeout: 60_000 }).toBe(1)
    await server.signal('SIGKILL')
    expect(await scratch()).toBe(1)
    const again = await start({ BACKUP_VERIFY_DAYS: '0' })
    await expect.poll(scratch, { timeout: 60_000 }).toBe(0)
    await again.signal('SIGTERM')
    expect(again.output()).toContain('scratch databases of a killed verification dropped')
  },
  PROCESS_MS,
)
