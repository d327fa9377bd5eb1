import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isRoot, postgresUid } from './postgres-account.ts'

const ask = async (connection: ClientConfig, sql: string) => {
  const client = new pg.Client(connection)
  // When a database is killed, its connections end with an error that nobody waits for.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>({ text: sql })).rows
  } finally {
    await client.end()
  }
}

const program = new URL('embedded-postgres.ts', import.meta.url).href

/** A separate node process that starts the database, writes one acknowledged row and reports it. */
const startElsewhere = async (dataDir: string) => {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(program)})
    const { owner, dataDir } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    const { default: pg } = await import('pg')
    const client = new pg.Client(owner)
    await client.connect()
    await client.query('create table if not exists note (id int)')
    await client.query('insert into note values (1)')
    console.log(dataDir)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

const kill = async (child: ChildProcess) => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const postmasterId = (home: string) => Number(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the embedded PostgreSQL', () => {
  let folder: string
  let running: EmbeddedPostgres[] = []

  const start = async (dataDir: string, flags = ['-c', 'fsync=off']) => {
    const database = await startEmbeddedPostgres({ dataDir, flags })
    running.push(database)
    return database
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'schulhof-embedded-'))
  })

  afterEach(async () => {
    for (const database of running) {
      await database.stop()
      rmSync(database.dataDir, { recursive: true, force: true })
    }
    running = []
    rmSync(folder, { recursive: true, force: true })
  })

  test('keeps what was written, through stop and start', async () => {
    const first = await start(folder)
    await ask(first.owner, 'create table note (id int)')
    await first.stop()
    await first.stop()
    const second = await start(folder)
    expect(await ask(second.owner, 'select count(*)::int as found from note')).toEqual([{ found: 0 }])
  })

  test('gives the app a role that owns nothing and has no rights of its own', async () => {
    const { app, owner, superuser } = await start(folder)
    const roles = await ask(
      superuser,
      `select rolname, rolsuper or rolreplication or rolbypassrls as unbound,
      rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where rolname like 'schulhof%' order by rolname`,
    )
    expect(roles).toEqual([
      { rolname: 'schulhof_app', unbound: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: true },
      { rolname: 'schulhof_owner', unbound: false, rolcreaterole: true, rolcreatedb: true, rolcanlogin: true },
    ])
    await expect(ask(app, 'create table stolen (id int)')).rejects.toThrow('permission denied')
    await expect(ask(app, 'set role schulhof_owner')).rejects.toThrow('permission denied')
    expect(
      await ask(owner, `select pg_get_userbyid(datdba) as owner from pg_database where datname = 'schulhof'`),
    ).toEqual([{ owner: 'schulhof_owner' }])
    await ask(owner, 'set role schulhof_app')
  })

  test('sorts German and knows the extensions the schema needs', async () => {
    const { owner } = await start(folder)
    await ask(owner, `create collation person (provider = icu, locale = 'de-u-co-phonebk-kn')`)
    const sorted = await ask(
      owner,
      `select name from (values ('Mütze'), ('Mufti'), ('Muenz')) as names (name) order by name collate person`,
    )
    expect(sorted.map(({ name }) => name)).toEqual(['Muenz', 'Mütze', 'Mufti'])
    expect(await ask(owner, `select lower('ÄÖÜ') as low, similarity('müller', 'müllner') > 0.4 as alike`)).toEqual([
      { low: 'äöü', alike: true },
    ])
    const extensions = await ask(owner, `select extname from pg_extension order by extname`)
    expect(extensions.map(({ extname }) => extname)).toEqual(['btree_gist', 'pg_trgm', 'plpgsql'])
  })

  test('is reached only through a folder closed to others', async () => {
    const { owner, superuser } = await start(folder)
    expect(await ask(superuser, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socket = statSync(owner.host)
    expect(socket.mode & 0o777).toBe(0o700)
    expect(socket.uid).toBe(postgresUid)
  })

  test('sets up anew what an interrupted set-up left', async () => {
    const { dataDir, stop } = await start(folder)
    await stop()
    renameSync(join(dataDir, 'cluster'), join(dataDir, 'cluster.new'))
    rmSync(join(dataDir, 'cluster.new/global'), { recursive: true })
    const again = await start(folder)
    expect(await ask(again.app, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('leaves no orphan when node is killed, and loses nothing acknowledged', async () => {
    const node = await startElsewhere(folder)
    const pid = postmasterId(join(folder, 'postgres'))
    expect(isAlive(pid)).toBe(true)
    await kill(node)
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    const again = await startElsewhere(folder)
    await kill(again)
    // Starts at once, while the old PostgreSQL is still shutting down.
    const last = await start(folder, [])
    expect(await ask(last.owner, 'select count(*)::int as found from note')).toEqual([{ found: 2 }])
  }, 30_000)

  test('reports that PostgreSQL was killed, and starts again while its last backend is still running', async () => {
    const { dataDir, owner, crashed } = await start(folder)
    // The backend is busy and does not sleep: a sleeping one would notice at once that PostgreSQL is gone.
    const busy = ask(owner, 'select count(*) as busy from generate_series(1, 15000000)').catch(() => undefined)
    const working = `select count(*)::int as found from pg_stat_activity where state = 'active' and query like '%as busy%'`
    await expect.poll(() => ask(owner, working), { timeout: 10_000 }).toEqual([{ found: 2 }])
    process.kill(postmasterId(dataDir), 'SIGKILL')
    await Promise.all([crashed, busy, start(folder)])
    const [, again] = running
    expect(await ask(again?.owner ?? {}, 'select 1 as one')).toEqual([{ one: 1 }])
  }, 30_000)

  test('ignores a lock whose process id now belongs to another program', async () => {
    const { dataDir, stop } = await start(folder)
    await stop()
    const cluster = join(dataDir, 'cluster')
    // When the test runs as root, the other program does not belong to `nobody`, and PostgreSQL recognises that by
    // itself.
    writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n1 1\nready\n`)
    if (isRoot) chownSync(join(cluster, 'postmaster.pid'), postgresUid ?? 0, 65534)
    const again = await start(folder)
    expect(await ask(again.app, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('refuses a second start of the same folder and leaves the first alone', async () => {
    const { app } = await start(folder)
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow('schon in Gebrauch')
    expect(await ask(app, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('works below a path too long for a socket, also the second time', async () => {
    const long = join(folder, 'a-folder-with-a-very-long-name-'.repeat(4))
    const first = await start(long)
    await first.stop()
    rmSync(first.app.host, { recursive: true })
    const second = await start(long)
    expect(await ask(second.app, 'select 1 as one')).toEqual([{ one: 1 }])
    rmSync(second.app.host, { recursive: true, force: true })
  })

  test('does not trust a folder others can write', async () => {
    mkdirSync(join(folder, 'postgres'))
    chmodSync(join(folder, 'postgres'), 0o777)
    await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow('anderen Konto')
  })

  describe.runIf(isRoot)('as root', () => {
    test('does not trust a folder or a link of someone else', async () => {
      mkdirSync(join(folder, 'postgres'))
      chownSync(join(folder, 'postgres'), 1234, 1234)
      await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow('anderen Konto')
    })

    test('works below a closed folder, which keeps its database when it moves', async () => {
      const closed = mkdtempSync(join(homedir(), 'schulhof-closed-'))
      try {
        const first = await start(join(closed, 'here'))
        await ask(first.owner, 'create table note (id int)')
        await first.stop()
        expect(lstatSync(join(closed, 'here/postgres')).isSymbolicLink()).toBe(true)
        renameSync(join(closed, 'here'), join(closed, 'there'))
        const second = await start(join(closed, 'there'))
        expect(second.dataDir).toBe(first.dataDir)
        expect(await ask(second.owner, 'select count(*)::int as found from note')).toEqual([{ found: 0 }])
        await second.stop()
        rmSync(second.dataDir, { recursive: true })
        await expect(startEmbeddedPostgres({ dataDir: join(closed, 'there') })).rejects.toThrow('fehlt dort')
      } finally {
        rmSync(closed, { recursive: true })
      }
    })
  })
})
