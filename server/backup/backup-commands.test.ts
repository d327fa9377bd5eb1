import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { formatKey } from '#server/secret-keys.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder, sumTables } from '#server/test/backup-drill.ts'
import { startCommand } from '#server/test/command-process.ts'
import { effort, reportFigure } from '#server/test/effort.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'

/** The time depends on the number of rows, so these are wide (2 kB): 90 MB of COPY text, in a drill 400 MB. */
const ROWS = effort({ short: 45_000, long: 200_000 })
/**
 * A command that streams needs 220 MB whatever the size, 130 of them for the command line itself; one that collects the
 * rows would need their size on top.
 */
const MOST_MEGABYTES = 240
const secretKey = formatKey({ id: 'k7', bytes: randomBytes(32) })

const folder = makeFolder()
const file = join(folder.path, 'schule.backup')
const keyFile = join(folder.path, 'tresor', 'schule.key')
let database: TestDatabase
let target: Awaited<ReturnType<typeof makeEmptyDatabase>>

const urlOf = ({ host, database: name }: { host: string; database: string }) =>
  `postgres://schulhof_owner@/${name}?host=${encodeURIComponent(host)}`
const settings = (connection: { host: string; database: string }, ring = secretKey) => ({
  DATABASE_URL: urlOf(connection),
  SECRET_KEY: ring,
  DATA_DIR: join(folder.path, 'nothing'),
  INIT_CWD: folder.path,
})
const start = (command: string, args: string[], env: NodeJS.ProcessEnv) =>
  startCommand('server/operator/main.ts', [command, ...args], env)
const run = (command: string, args: string[], env: NodeJS.ProcessEnv) => start(command, args, env).ended

beforeAll(async () => {
  database = await makeTestDatabase()
  const eye = await asSuperuser(database.connection.database)
  await eye.query(
    `insert into school (short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street, house_number, zip, city, phone, mail, privacy_officer_contact)
     select s, 'Schule ' || s, 'primary', 1, 6, 1, 't', 's', '1', '15999', 'o', '0', 'a@b.de', 'x' from unnest('{fsw,fow}'::text[]) s`,
  )
  const small = await run('backup', ['klein.backup'], settings(database.connection))
  expect(small).toMatchObject({ code: 0, output: expect.stringContaining('Gesichert und geprüft') })
  expect(small.output).toContain('Nur mit dem Inhalt von SECRET_KEY lässt sie sich lesen')
  await eye.query(
    `insert into user_log (school_id, action, entity_type, entity_id, user_name, changed_fields)
     select case when i % 3 = 0 then null else (select id from school order by id offset i % 3 - 1 limit 1) end, 'a', 'pupil', i,
       repeat(md5(i::text), 60), '{}' from generate_series(1, $1) i`,
    [ROWS],
  )
  await eye.end()
  mkdirSync(dirname(keyFile))
  const args = ['schule.backup', '--key', 'tresor/schule.key']
  const { code, output, peakMegabytes } = await run('backup', args, settings(database.connection))
  expect(output).toContain('Gesichert und geprüft')
  expect(code).toBe(0)
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES)
  reportFigure(`backup of ${ROWS} wide rows: at most ${Math.round(peakMegabytes)} MB of memory`)
}, 300_000)
beforeEach(async () => {
  // The refused restore changed nothing.
  if (target && (await isEmpty(target.name))) return
  await target?.drop()
  target = await makeEmptyDatabase()
})
afterAll(async () => {
  await Promise.all([database.drop(), target?.drop()])
  folder.remove()
})

const isEmpty = async (name: string) => {
  const eye = await asSuperuser(name)
  const { rows } = await eye.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
  await eye.end()
  return rows.length === 0
}
const sumsIn = async (name: string) => {
  const eye = await asSuperuser(name)
  const sums = await sumTables(eye)
  await eye.end()
  return sums
}
/** Number and checksum of the rows of the log, without sorting them and without those about backups themselves. */
const logIn = async (name: string) => {
  const eye = await asSuperuser(name)
  const { rows } = await eye.query(
    "select count(*), sum(hashtextextended(l::text, 0)) from user_log l where entity_type <> 'installation'",
  )
  await eye.end()
  return rows[0]
}
const restore = ({ name = 'klein.backup', args = [] as string[], ring = secretKey } = {}) =>
  run('restore', [name, ...args], settings(target.owner, ring))

describe('a backup', () => {
  test('writes the key only where it is told to, for its owner only, as SECRET_KEY takes it', () => {
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(secretKey)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path).sort()).toEqual(['klein.backup', 'schule.backup', 'tresor'])
  })

  test.each([
    ['beside the backup', 'zwei.key', 'gehört nicht in denselben Ordner'],
    ['beside the backup by another way', 'tresor/dort/zwei.key', 'gehört nicht in denselben Ordner'],
    ['over another file', 'tresor/schule.key', 'gibt es schon'],
    ['into a folder that is missing', 'fehlt/zwei.key', 'Diese Datei oder ihr Ordner fehlt'],
  ])('does not write the key %s, and nothing else either', async (_, key, message) => {
    rmSync(join(folder.path, 'tresor/dort'), { force: true })
    symlinkSync(folder.path, join(folder.path, 'tresor/dort'))
    const before = readdirSync(folder.path)
    const { code, output } = await run('backup', ['zwei.backup', '--key', key], settings(database.connection))
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(message) })
    expect(readdirSync(folder.path)).toEqual(before)
  })

  test('overwrites nothing', async () => {
    const again = await run('backup', ['schule.backup'], settings(database.connection))
    expect(again).toMatchObject({ code: 1, output: `${file} gibt es schon. Bitte einen anderen Namen wählen.\n` })
  })

  test('that is interrupted leaves nothing', async () => {
    const command = start('backup', ['drei.backup'], settings(database.connection))
    const unfinished = () => readdirSync(folder.path).some((name) => name.startsWith('drei.backup.'))
    await expect.poll(unfinished, { interval: 5, timeout: 15_000 }).toBe(true)
    command.kill('SIGINT')
    expect(await command.ended).toMatchObject({ code: 1, output: 'Abgebrochen; es bleibt keine halbe Sicherung.\n' })
    expect(readdirSync(folder.path).filter((name) => name.startsWith('drei'))).toEqual([])
  })

  test('whose connection breaks leaves nothing and says so', async () => {
    const command = start('backup', ['vier.backup'], settings(database.connection))
    const eye = await asSuperuser('postgres')
    const broken = async () => {
      const { rowCount } = await eye.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ilike 'copy%user_log%'`,
        [database.connection.database],
      )
      return rowCount
    }
    await expect.poll(broken, { interval: 5, timeout: 15_000 }).toBe(1)
    await eye.end()
    expect((await command.ended).code).toBe(1)
    expect(readdirSync(folder.path).filter((name) => name.startsWith('vier'))).toEqual([])
  })
})

describe('a restore', () => {
  test('of many megabytes streams, into a database that was migrated already, too', async () => {
    await migrate(target.owner)
    const { code, output, peakMegabytes } = await restore({ name: 'schule.backup' })
    expect(output).toContain('Zurückgespielt: der Stand vom')
    expect(code).toBe(0)
    expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES)
    expect(await logIn(target.name)).toEqual(await logIn(database.connection.database))
    reportFigure(`restore of ${ROWS} wide rows: at most ${Math.round(peakMegabytes)} MB of memory`)
  }, 300_000)

  test('that is killed in the middle leaves the database as it was', async () => {
    await migrate(target.owner)
    const before = await sumsIn(target.name)
    const command = start('restore', ['schule.backup'], settings(target.owner))
    const eye = await asSuperuser(target.name)
    const isLoading = async () => {
      const { rows } = await eye.query<{ rows: string }>(
        `select tuples_processed as rows from pg_stat_progress_copy where datname = current_database() and command = 'COPY FROM'`,
      )
      return Number(rows[0]?.rows ?? 0)
    }
    await expect.poll(isLoading, { interval: 2, timeout: 30_000 }).toBeGreaterThan(1000)
    command.kill('SIGKILL')
    expect((await command.ended).code).toBeNull()
    const others = async () =>
      (await eye.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'))
        .rowCount
    await expect.poll(others, { interval: 10, timeout: 15_000 }).toBe(0)
    await eye.end()
    expect(await sumsIn(target.name)).toEqual(before)
    // Nothing prevents another try.
    expect((await restore()).code).toBe(0)
  }, 300_000)

  const wrongKey = formatKey({ id: 'k7', bytes: randomBytes(32) })
  const refusals = [
    { why: 'a wrong key', ring: wrongKey, message: 'Der Schlüssel passt nicht' },
    {
      why: 'a SECRET_KEY other than the key file',
      args: ['--key', 'tresor/schule.key'],
      ring: wrongKey,
      message: 'SECRET_KEY enthält nicht',
    },
    { why: 'a key file that is none', args: ['--key', 'klein.backup'], message: 'ist keine Schlüsseldatei' },
    { why: 'a file that is missing', name: 'fehlt.backup', message: 'Diese Datei oder ihr Ordner fehlt' },
    { why: 'an unknown option', args: ['--force'], message: 'werden nicht verstanden', code: 2 },
    { why: 'a second file', args: ['mehr.backup'], message: 'Das ist zu viel', code: 2 },
  ]
  test.each(refusals)(
    'with $why is refused in German and touches nothing',
    async ({ message, code: expected = 1, ...given }) => {
      const { code, output } = await restore(given)
      expect(code).toBe(expected)
      expect(output).toContain(message)
      expect(await isEmpty(target.name)).toBe(true)
    },
  )

  test('of half a file is refused', async () => {
    const whole = readFileSync(join(folder.path, 'klein.backup'))
    writeFileSync(join(folder.path, 'halb.backup'), whole.subarray(0, whole.length - 100))
    expect(await restore({ name: 'halb.backup' })).toMatchObject({
      code: 1,
      output: 'Die Sicherung ist beschädigt oder unvollständig.\n',
    })
  })

  test('into a database with a school changes no row of it', async () => {
    expect((await restore()).code).toBe(0)
    const eye = await asSuperuser(target.name)
    await eye.query(`update school set name = 'Inzwischen umbenannt'`)
    await eye.end()
    const before = await sumsIn(target.name)
    const { code, output } = await restore()
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('enthält schon Daten') })
    expect(await sumsIn(target.name)).toEqual(before)
  })

  test('while a server is connected is refused', async () => {
    const opened = target.open()
    await opened.pool.query('select 1')
    const { code, output } = await restore()
    await Promise.all([opened.pool.end(), opened.owner.end()])
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('Der Server läuft noch') })
  })
})

test('both commands explain themselves', async () => {
  for (const script of ['backup', 'restore']) {
    const { code, output } = await run(script, ['--help'], {})
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`${script} DATEI`) })
  }
})
