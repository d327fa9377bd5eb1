import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const INSTALL = 'apt-get install patroni python3-idna etcd-server haproxy postgresql openssl'

/** With TLS Patroni needs it, and Debian only recommends it. */
const hasIdna = () => spawnSync('/usr/bin/python3', ['-c', 'import idna']).status === 0

/** Debian keeps daemons where ordinary accounts do not look. */
const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/sbin']
const VERSIONS = '/usr/lib/postgresql'

/** The folder with the programs of the newest PostgreSQL of Debian. */
const postgresFolder = (root: string) => {
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_rewind')))
}

/** The full paths of all programs that a database on several machines takes; throws one sentence when some are missing. */
export function findHaPrograms({ places = PLACES, versions = VERSIONS } = {}) {
  const bin = postgresFolder(versions)
  const find = (name: string) => places.map((place) => join(place, name)).find((path) => existsSync(path))
  const paths = {
    patroni: find('patroni'),
    patronictl: find('patronictl'),
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    openssl: find('openssl'),
    psql: bin && join(bin, 'psql'),
    postgres: bin && join(bin, 'postgres'),
  }
  const missing = Object.entries(paths).flatMap(([name, path]) => (path ? [] : [name]))
  if (!hasIdna()) missing.push('python3-idna')
  if (!bin || missing.length > 0)
    throw new Error(
      `The failover drill needs programs that are not installed here: ${missing.join(', ')} (${INSTALL}).`,
    )
  return { ...(paths as Record<keyof typeof paths, string>), bin }
}
export type HaPrograms = ReturnType<typeof findHaPrograms>

const execute = promisify(execFile)

/** Runs a program to its end, while this process goes on; rejects with what it said when it failed. */
export const runToEnd = (program: string, args: string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}) =>
  execute(program, args, { encoding: 'utf8', timeout: 60_000, ...options }).then(({ stdout }) => stdout)
