import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readDeployed } from './nginx-process.ts'

// The PostgreSQL of TEST_DATABASE_URL instead of the one that comes with the project. It is reached through a socket in
// a folder of our own, so that the tests know one kind of address only.

const SOCKET = '.s.PGSQL.5432'
const OWN_ROLES = ['schulhof_owner', 'schulhof_app']
/** Databases that the suite makes: the first one, and what tests copy, fill and restore. */
const OWN_DATABASES = /^(schulhof|template|(test|target)_[0-9a-f]{32}(_pruefung_\w+)?)$/

const THINGS = `select 'role' as kind, rolname as name from pg_roles where rolname not like 'pg\\_%'
  union all select 'database', datname from pg_database
  union all select 'tablespace', spcname from pg_tablespace order by 1, 2`

interface Thing {
  kind: string
  name: string
}

const listThings = async (client: pg.Client) => (await client.query<Thing>(THINGS)).rows
const isOurs = ({ kind, name }: Thing) =>
  kind === 'role' ? OWN_ROLES.includes(name) : kind === 'database' && OWN_DATABASES.test(name)
const named = (things: Thing[]) => things.map(({ kind, name }) => `${kind} ${name}`).join(', ')

const relayTo = (path: string, { host, port }: { host: string; port: number }) =>
  new Promise<() => void>((resolve) => {
    const relay = createServer((near) => {
      const far = connect(port, host)
      near.setNoDelay(true)
      far.setNoDelay(true)
      near.pipe(far).pipe(near)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const)
        one.on('error', () => {}).on('close', () => other.destroy())
    })
    relay.unref()
    relay.listen(path, () => resolve(() => relay.close()))
  })

/** A folder with a socket that leads to the server of the URL. */
const openWay = async ({ host, port }: { host: string; port: number }) => {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-own-'))
  const path = join(folder, SOCKET)
  let close = () => {}
  if (host.startsWith('/')) symlinkSync(join(host, `.s.PGSQL.${port}`), path)
  else close = await relayTo(path, { host, port })
  return {
    folder,
    close: () => {
      close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs `deploy/postgres/roles.sql` as psql would; both roles get the password of the URL. */
const createRoles = async (client: pg.Client) => {
  const password = client.password ? client.escapeLiteral(client.password) : 'null'
  const statements = readDeployed('postgres/roles.sql')
    .replaceAll(/^(--|\\).*$/gm, '')
    .replaceAll(/:'\w+'/g, password)
    .split(';')
  for (const statement of statements) if (statement.trim()) await client.query(statement)
}

/**
 * Makes roles and a first database in the PostgreSQL at `url`, whose role must be a superuser. Refuses one that has
 * anything of these names, because it could be somebody's; `stop` leaves nothing behind.
 */
export async function openOwnPostgres(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const before = await listThings(client)
  const foreign = before.filter(isOurs)
  if (foreign.length > 0) {
    await client.end()
    throw new Error(
      `TEST_DATABASE_URL is not empty: ${named(foreign)}. The tests would drop that, so they do not begin.`,
    )
  }
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  await createRoles(client)
  const way = await openWay(client)
  // Connections of the tests and of the servers that they start have no password in their addresses.
  if (client.password) process.env.PGPASSWORD = client.password
  const connection = { host: way.folder, port: 5432, ssl: false } as const
  const stop = async () => {
    const own = (await listThings(client)).filter(isOurs)
    for (const { kind, name } of own)
      if (kind === 'database') await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`)
    for (const name of OWN_ROLES.toReversed()) await client.query(`drop role ${name}`)
    const known = new Set(before.map((thing) => named([thing])))
    const left = (await listThings(client)).filter((thing) => !known.has(named([thing])))
    await client.end()
    way.close()
    if (left.length > 0) throw new Error(`The tests left something behind: ${named(left)}`)
  }
  return {
    version: rows[0]?.version,
    superuser: { ...connection, user: client.user ?? 'postgres', database: 'postgres' },
    owner: { ...connection, user: 'schulhof_owner', database: 'schulhof' },
    stop,
  }
}
