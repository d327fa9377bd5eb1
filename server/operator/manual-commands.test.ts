import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { manualCommands, manualStatements } from '#scripts/manual/read-manual.ts'
import { postgresFolders } from '#server/db/postgres-folders.ts'
import { postgresProgramFolder } from '#server/db/postgres-program.ts'
import { newSchool } from '#server/test/factories.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'
import { makeManualPlace } from '#server/test/manual-place.ts'
import { hasProgram } from '#server/test/nginx-process.ts'
import { freePort } from '#server/test/server-process.ts'
import { startThrowawayPostgres } from '#server/test/throwaway-postgres.ts'

// The commands of the manual in a real shell, word for word, on an installation of their own (`own-installation.test.ts`
// has those for accounts, keys and faults).

const ROOT = join(import.meta.dirname, '../..')
const LONG_MS = 180_000
const ADMIN = {
  name: 'Alex Berg',
  email: 'leitung@example.org',
  password: 'Ein langer Satz',
  password_confirmation: 'Ein langer Satz',
}

/** Says what this machine lacks. */
const onlyWith = (...programs: string[]) => {
  const missing = programs.filter((name) => !hasProgram(name))
  if (missing.length > 0) process.stdout.write(`manual: ${missing.join(', ')} not installed; NOT tried here.\n`)
  return test.runIf(missing.length === 0)
}

const setUp = async (url: string, output: string) => {
  const token = /einrichtung\/([\w-]+)/.exec(output)?.[1] ?? ''
  const body = { admin: ADMIN, school: newSchool('fsw') }
  expect((await openFetchBrowser(url).call(setupEndpoints.setUp, { params: { token }, body })).status).toBe(201)
}
const logIn = async (url: string) => {
  const { email, password } = ADMIN
  return (await openFetchBrowser(url).call(accountEndpoints.login, { body: { email, password, remember: false } }))
    .status
}

describe('an installation', () => {
  let port: number
  let metrics: number
  let place: ReturnType<typeof makeManualPlace>
  let server: Awaited<ReturnType<typeof place.start>>
  const url = () => `http://localhost:${port}`
  const work = (line: string, more: Parameters<typeof place.type>[1] = {}) => {
    const { code, said } = place.type(line, more)
    expect(code, `${line}\n${said}`).toBe(0)
    return said
  }

  beforeAll(async () => {
    port = await freePort()
    metrics = await freePort()
    place = makeManualPlace({ PORT: String(port), METRICS_PORT: String(metrics), LOG_LEVEL: 'info' })
    const [start = '', ...others] = manualCommands('## Upgrade')
    expect(others).toEqual([])
    server = await place.start(start)
    await setUp(url(), server.output())
  }, LONG_MS)
  afterAll(() => place.remove())

  test('the command line', () => {
    mkdirSync(join(place.folder, 'etc/schulhof'), { recursive: true })
    writeFileSync(join(place.folder, 'etc/schulhof/schulhof.env'), `DATA_DIR=${place.dataDir}\n`, { mode: 0o600 })
    const [help, status] = manualCommands('## The command line').map((line) => work(line))
    expect(help).toContain('doctor')
    expect(status).toContain('PostgreSQL')
  })

  test(
    'a backup by hand, and the drill: the restored installation beside the real one',
    async () => {
      for (const path of ['mnt/sicherung', 'media/tresor', 'tmp/probe'])
        mkdirSync(join(place.folder, path), { recursive: true })
      for (const line of manualCommands('## Backup')) expect(work(line)).toContain('Gesichert und geprüft')
      cpSync(join(place.folder, 'mnt/sicherung/umzug.backup'), join(place.folder, 'newest.backup'))
      cpSync(join(place.folder, 'media/tresor/schulhof.key'), join(place.folder, 'schulhof.key'))
      const [restore = '', start = '', ...others] = manualCommands('## Restore, and the drill')
      expect(others).toEqual([])
      expect(work(restore)).toContain('Zurückgespielt')
      const beside = await freePort()
      const restored = await place.start(start.replace('3999', String(beside)), { METRICS_PORT: '' })
      expect(await logIn(`http://localhost:${beside}`)).toBe(200)
      await restored.stop()
    },
    LONG_MS,
  )

  onlyWith('curl')('the figures', () => {
    const [curl = ''] = manualCommands('## Prometheus and Grafana')
    expect(work(curl.replace('9464', String(metrics)))).toContain('schulhof_')
  })

  onlyWith('promtool')('the rules of Prometheus', () => {
    const [, ...lines] = manualCommands('## Prometheus and Grafana')
    mkdirSync(join(place.folder, 'etc/prometheus'))
    const here = lines.map((line) => line.replace('/usr/lib/schulhof/', ''))
    expect(here.map((line) => work(line, { cwd: ROOT })).join()).toContain('SUCCESS')
  })

  onlyWith('jq')('what the log is asked', () => {
    const [, failed = '', about = '', wrong = '', ...others] = manualCommands('## The log')
    expect(others).toEqual([])
    const lines = [
      { level: 'info', msg: 'job failed', request: '1' },
      { level: 'info', msg: 'mail sent', request: '0b6f…' },
      { level: 'info', msg: 'request completed', res: { statusCode: 503 } },
    ].map((line) => JSON.stringify(line))
    expect(existsSync(place.log)).toBe(true)
    writeFileSync(place.log, `Started schulhof@3000.service.\n${lines.join('\n')}\n`)
    expect([failed, about, wrong].map((line) => work(line).trim())).toEqual(lines)
  })

  test(
    'the way back',
    async () => {
      const { socket } = postgresFolders(place.dataDir)
      const newer = new pg.Client({ host: socket, user: 'schulhof_owner', database: 'schulhof' })
      await newer.connect()
      await newer.query("insert into schema_migration (name) values ('9999-of-a-newer-program.sql')")
      await newer.end()
      await server.stop()
      cpSync(
        join(place.folder, 'mnt/sicherung/vor-dem-umzug.backup'),
        join(place.dataDir, 'backups/schulhof-2026-11-20T013000Z.backup'),
      )
      const [back = '', start = '', ...others] = manualCommands('## Going back').filter((line) =>
        line.startsWith('npm '),
      )
      expect(others).toEqual([])
      expect(work(back)).toContain('Zurück zum Stand vom')
      server = await place.start(start)
      expect(await logIn(url())).toBe(200)
      await server.stop()
    },
    LONG_MS,
  )
})

describe('a PostgreSQL of your own', () => {
  onlyWith('psql')(
    'is made ready, and a role that became too strong is mended, by the manual',
    async () => {
      const heading = '## A PostgreSQL of your own'
      const postgres = startThrowawayPostgres(join(postgresProgramFolder()))
      const port = await freePort()
      const urlOf = (role: string) => `postgres://${role}:geheim@/schulhof?host=${encodeURIComponent(postgres.host)}`
      const place = makeManualPlace({
        ...{ PORT: String(port), PGHOST: postgres.host, PGUSER: 'postgres' },
        ...{ DATABASE_URL: urlOf('schulhof_owner'), DATABASE_APP_URL: urlOf('schulhof_app') },
        SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
      })
      try {
        const [roles = '', ...others] = manualCommands(heading)
        expect(others).toEqual([])
        const made = place.type(roles.replaceAll('…', 'geheim'), { cwd: ROOT })
        expect(made.code, made.said).toBe(0)
        const server = await place.start('npm start')
        await setUp(`http://localhost:${port}`, server.output())
        const ready = async () => (await fetch(`http://localhost:${port}/readyz`)).status
        expect(await ready()).toBe(200)
        const superuser = new pg.Client({ host: postgres.host, user: 'postgres', database: 'schulhof' })
        superuser.on('error', () => {})
        await superuser.connect()
        await superuser.query(
          'alter role schulhof_app superuser bypassrls; create table own_table (); alter table own_table owner to schulhof_app',
        )
        await expect.poll(ready, { timeout: 30_000 }).toBe(503)
        for (const statement of manualStatements(heading)) await superuser.query(statement)
        await superuser.end()
        await expect.poll(ready, { timeout: 30_000 }).toBe(200)
        expect(await logIn(`http://localhost:${port}`)).toBe(200)
        await server.stop()
      } finally {
        place.remove()
        postgres.stop()
      }
    },
    LONG_MS,
  )
})
