import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { formatKey } from '#server/secret-keys.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'
import type { GeneratorOptions, MinuteLine } from './morning-generator.ts'

/** Lists of cores as `taskset` knows them, such as `0,1`; the servers and PostgreSQL have theirs, the load has others. */
export interface Cores {
  servers: string
  load: string
}

export const standardCores = (): Cores => {
  const all = cpus().map((_, index) => index)
  const isSmall = all.length < 4
  return { servers: all.slice(0, 2).join(','), load: (isSmall ? all : all.slice(2)).join(',') }
}

/** This process and whatever it starts from now on runs on these cores only. */
export const stayOn = (cores: string) => {
  const { status } = spawnSync('taskset', ['-acp', cores, String(process.pid)])
  if (status !== 0) throw new Error('taskset is missing (package util-linux).')
}

export async function startServers(count: number, { host, mailUrl }: { host: string; mailUrl: string }) {
  const env = {
    DATABASE_URL: `postgres://schulhof_owner@/schulhof?host=${encodeURIComponent(host)}`,
    DATABASE_APP_URL: `postgres://schulhof_app@/schulhof?host=${encodeURIComponent(host)}`,
    SECRET_KEY: formatKey({ id: 'bench', bytes: Buffer.alloc(32, 7) }),
    SMTP_URL: mailUrl,
    MAIL_FROM: 'schule@example.org',
    TRUST_PROXY: '1',
    BACKUP_BEFORE_UPGRADE: '0',
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-morning-'))
  const servers: ServerProcess[] = []
  for (let started = 0; started < count; started += 1)
    servers.push(await startServerProcess({ dataDir, port: await freePort(), env }))
  return {
    dataDir,
    urls: servers.map(({ url }) => url.replace('localhost', '127.0.0.1')),
    pids: servers.map(({ pid }) => pid),
    outputs: () => servers.map(({ output }) => output()),
    stop: () => Promise.all(servers.map((server) => server.signal('SIGTERM'))),
  }
}

/** Plays a morning with so many processes; `hear` gets the line of each process and minute as it comes. */
export async function playMorning(
  options: Omit<GeneratorOptions, 'share'>,
  { generators, hear }: { generators: number; hear?: (line: MinuteLine) => void },
) {
  const lines: MinuteLine[] = []
  const play = async (index: number) => {
    const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'morning-generator.ts')], {
      env: { ...process.env, BENCH_MORNING: JSON.stringify({ ...options, share: { index, of: generators } }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('no output')
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as MinuteLine
      lines.push(line)
      hear?.(line)
    })
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`A generator ended with ${code}.`)
  }
  await Promise.all(Array.from({ length: generators }, (_, index) => play(index)))
  return lines
}

const statOf = (pid: number | string) => {
  const [, rest = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return rest.split(' ')
}

/** Seconds on a processor so far, and megabytes of memory that are really there; 0 for a process that has ended. */
export const costOf = (pid: number) => {
  try {
    const fields = statOf(pid)
    const ticks = Number(fields[11]) + Number(fields[12])
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return { seconds: ticks / 100, megabytes: rss / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return { seconds: 0, megabytes: 0, files: 0 }
  }
}

/** Megabytes that no other process shares; 0 for a process that has ended. */
export const anonymousMegabytes = (pid: number) => {
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0
  }
}

/** The processes of PostgreSQL, the one that started all others first. */
export const postgresPids = (dataDir: string) => {
  const [main = ''] = readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [main, ...children].map(Number)
}

/** Seconds on a processor of all of them, with those that have ended. */
export const postgresSeconds = (dataDir: string) => {
  const pids = postgresPids(dataDir)
  const fields = statOf(pids[0] ?? 0)
  const ended = (Number(fields[13]) + Number(fields[14])) / 100
  return pids.reduce((sum, pid) => sum + costOf(pid).seconds, ended)
}

/** Seconds that somebody worked on these cores since the start of the machine. */
export const busySeconds = (cores: string) => {
  const wanted = cores.split(',').map((core) => `cpu${core}`)
  return readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([name = '']) => wanted.includes(name))
    .reduce((sum, [, user, nice, system, _idle, _wait, irq, softirq]) => {
      return sum + [user, nice, system, irq, softirq].reduce((all, ticks) => all + Number(ticks), 0) / 100
    }, 0)
}
