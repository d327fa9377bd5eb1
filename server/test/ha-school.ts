import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { accountEndpoints } from '#contract/account/account.ts'
import { connectionsTo } from '#server/db/connections.ts'
import { migrate } from '#server/db/migrate.ts'
import { formatKey } from '#server/secret-keys.ts'
import { makePupil } from './child-factories.ts'
import { makeSchool, makeUser } from './factories.ts'
import { openFetchBrowser } from './fetch-browser.ts'
import type { HaCluster } from './ha-cluster.ts'
import { runToEnd } from './ha-programs.ts'
import { DEPLOY } from './nginx-process.ts'
import { openTestDatabase } from './replicated-postgres.ts'
import { freeLowPort, startServerProcess } from './server-process.ts'
import { startTestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

const PASSWORDS = { owner: 'owner-of-the-drill', app: 'app-of-the-drill' }
const PUPILS = 60

interface Login {
  role: string
  password: string
  port: number
}

const urlOf = ({ caFile }: HaCluster, { role, password, port }: Login) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/schulhof?sslmode=verify-full&sslrootcert=${caFile}`

/** Roles and database, by the command of the manual: through HAProxy, with the file of deploy/postgres. */
const createRoles = ({ port, caFile, passwords, programs }: HaCluster) => {
  const database = `host=127.0.0.1 port=${port} user=postgres dbname=postgres sslmode=verify-full`
  const env = {
    PATH: '/usr/bin:/bin',
    PGPASSWORD: passwords.superuser,
    PGSSLROOTCERT: caFile,
    OWNER_PASSWORD: PASSWORDS.owner,
    APP_PASSWORD: PASSWORDS.app,
  }
  return runToEnd(programs.psql, ['--dbname', database, '--file', join(DEPLOY, 'postgres/roles.sql')], { env })
}

/** A school in the database of the cluster, with a head and pupils. */
async function makeHaSchool(cluster: HaCluster) {
  await createRoles(cluster)
  const { port } = cluster
  const urls = {
    DATABASE_URL: urlOf(cluster, { role: 'schulhof_owner', password: PASSWORDS.owner, port }),
    DATABASE_APP_URL: urlOf(cluster, { role: 'schulhof_app', password: PASSWORDS.app, port }),
  }
  const connections = connectionsTo(urls)
  await migrate(connections.owner)
  const app = await startTestApp({ database: openTestDatabase(connections), now: new Date() })
  try {
    const school = await makeSchool(app, 'fsw')
    const { email } = await makeUser(app, { role: 'schooladmin', schools: [school] })
    const pupils: number[] = []
    for (let count = 0; count < PUPILS; count++) pupils.push(await makePupil(app, school, { grade: 1 }))
    return { urls, email, pupils }
  } finally {
    await app.stop()
  }
}

/** Schulhof in front of the cluster, with a head who has signed in. */
export async function openHaSchool(cluster: HaCluster) {
  const { urls, email, pupils } = await makeHaSchool(cluster)
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-ha-server-'))
  const server = await startServerProcess({
    dataDir,
    port: await freeLowPort(),
    env: { ...urls, SECRET_KEY: formatKey({ id: 'k1', bytes: randomBytes(32) }) },
  })
  const browser = openFetchBrowser(server.url)
  const login = await browser.call(accountEndpoints.login, { body: { email, password: TEST_PASSWORD } })
  if (login.status !== 200) throw new Error(`Nobody could sign in: ${login.status}`)
  return {
    server,
    browser,
    pupils,
    /** What the database behind a port has, read past Schulhof: absences and applications, and how often each. */
    async readMarks(port: number) {
      const { superuser: password } = cluster.passwords
      const client = new pg.Client({ connectionString: urlOf(cluster, { role: 'postgres', password, port }) })
      await client.connect()
      const { rows } = await client.query<{ mark: string; count: number }>(
        `select mark, count(*)::int as count from (
          select pupil_id || ' ' || date_start as mark from pupil_sicknote
          union all select child_lastname from registration) as marks group by mark`,
      )
      await client.end()
      return new Map(rows.map(({ mark, count }) => [mark, count]))
    },
    async stop() {
      await server.signal('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type HaSchool = Awaited<ReturnType<typeof openHaSchool>>
