import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { postgresAccount, postgresEnvironment } from '#server/db/postgres-account.ts'

/** Nothing here outlives the run. */
const FAST = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['autovacuum=off', 'max_connections=300', 'listen_addresses=', 'timezone=UTC'],
].flatMap((setting) => ['-c', setting])

/**
 * A PostgreSQL from the programs in `bin` of this folder, without roles and databases of Schulhof. Its socket is in
 * `host`, and everybody is let in as `postgres`.
 */
export function startThrowawayPostgres(programs: string) {
  // Not in a folder of root's, and with a name that is short enough for a socket.
  const host = mkdtempSync('/tmp/schulhof-postgres-')
  if (postgresAccount.uid) chownSync(host, postgresAccount.uid, postgresAccount.gid ?? 0)
  const cluster = join(host, 'cluster')
  const call = (program: string, args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(join(programs, 'bin', program), args, {
      ...postgresAccount,
      env: postgresEnvironment,
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`)
    return stdout.trim()
  }
  const remove = () => rmSync(host, { recursive: true, force: true })
  try {
    const version = call('postgres', ['--version'])
    call('initdb', ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
    const flags = ['-k', host, ...FAST].join(' ')
    call('pg_ctl', ['-D', cluster, '-w', '-l', join(host, 'log'), '-o', flags, 'start'])
    const stop = () => {
      call('pg_ctl', ['-D', cluster, '-w', '-m', 'fast', 'stop'])
      remove()
    }
    return { version, host, stop }
  } catch (error) {
    remove()
    throw error
  }
}
