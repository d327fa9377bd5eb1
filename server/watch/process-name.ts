import { hostname } from 'node:os'
import type { RunningProcess } from '#contract/systemstates/systemstates.facts.ts'

/** PostgreSQL cuts the name of a connection after 63 bytes. */
const HOST_LENGTH = 32

/** The machine, as names of connections and alarms have it. */
export const ownHost = () =>
  hostname()
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, HOST_LENGTH)

/** The name of all database connections of this process: it tells other processes that this one is running. */
export const processName = (version: string) => `schulhof ${version} ${ownHost()} ${process.pid}`

/** Undefined when the connection belongs to another program. */
export function parseProcessName(name: string): RunningProcess | undefined {
  const [, version, host, pid] = /^schulhof (\S+) (\S+) (\d+)$/.exec(name) ?? []
  return version && host && pid ? { version, host, pid: Number(pid) } : undefined
}
