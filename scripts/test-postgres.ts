import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresAccount, postgresEnvironment } from '#server/db/postgres-account.ts'
import { endToolsWithUs, runTool } from './run-tool.ts'

const HELP = `npm run test:postgres -- FOLDER [FILES OF TESTS …]

Runs the server's tests against another PostgreSQL: FOLDER has its bin/postgres and bin/initdb, such as
/usr/lib/postgresql/15. A throw-away database is made from it, used through TEST_DATABASE_URL, and deleted.`

// As forgetful as the one that the tests start themselves.
const FAST = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['autovacuum=off', 'max_connections=300', 'listen_addresses=', 'timezone=UTC'],
].flatMap((setting) => ['-c', setting])

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
const [programs, ...files] = positionals
if (!programs || values.help) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}

const folder = mkdtempSync('/tmp/schulhof-postgres-')
if (postgresAccount.uid) chownSync(folder, postgresAccount.uid, postgresAccount.gid ?? 0)
const cluster = join(folder, 'cluster')
const call = (program: string, args: string[]) => {
  const how = { ...postgresAccount, env: postgresEnvironment, cwd: '/', encoding: 'utf8' } as const
  const { status, stdout, stderr, error } = spawnSync(join(programs, 'bin', program), args, {
    ...how,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`)
  return stdout.trim()
}

endToolsWithUs()
try {
  console.log(call('postgres', ['--version']))
  call('initdb', ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  const flags = ['-k', folder, ...FAST].join(' ')
  call('pg_ctl', ['-D', cluster, '-w', '-l', join(folder, 'log'), '-o', flags, 'start'])
  try {
    process.env.TEST_DATABASE_URL = `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`
    const run = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...files] as [string, ...string[]]
    const { isFine } = await runTool(run, 'stream')
    if (!isFine) process.exitCode = 1
  } finally {
    call('pg_ctl', ['-D', cluster, '-w', '-m', 'fast', 'stop'])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
