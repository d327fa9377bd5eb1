import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresAccount } from '#server/db/postgres-account.ts'
import { findLeader, readLogs, waitUntilWell } from './ha-health.ts'
import { type HaNode, type HaPlace, makeNode, readEnvFile } from './ha-node.ts'
import { askHttps, endProgram, startProgram } from './ha-processes.ts'
import { findHaPrograms, type HaPrograms, runToEnd } from './ha-programs.ts'
import { DEPLOY, readDeployed } from './nginx-process.ts'
import { freeLowPort } from './server-process.ts'

const NAMES = ['db1', 'db2', 'db3'] as const
const ETCD_MS = 60_000
const PASSWORDS = { superuser: 'superuser-of-the-drill', replication: 'replication-of-the-drill' }

/** A folder of the account of PostgreSQL. */
const makeFolder = (path: string) => {
  mkdirSync(path, { mode: 0o700 })
  own(path)
}
const own = (path: string) => {
  const { uid, gid } = postgresAccount
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** The certificates, by the script that the manual names. */
const makeCertificates = async (folder: string, { openssl }: HaPrograms) => {
  const certs = join(folder, 'certs')
  makeFolder(certs)
  const env = { PATH: `${join(openssl, '..')}:/usr/bin:/bin` }
  await runToEnd('sh', [join(DEPLOY, 'ha/make-certificates.sh'), 'node=127.0.0.1'], { cwd: certs, env })
  for (const file of ['ca.crt', 'node.crt', 'node.key']) own(join(certs, file))
  return certs
}

const etcdMember = (place: HaPlace, { etcd }: HaPrograms, { at, peers }: { at: number; peers: readonly number[] }) => {
  const name = `etcd${at + 1}`
  const url = (port: number | undefined) => `https://127.0.0.1:${port}`
  const env = {
    PATH: '/usr/bin:/bin',
    ...Object.fromEntries(
      Object.entries(readEnvFile('ha/etcd.env')).map(([key, value]) => [
        key,
        String(value).replace('/etc/schulhof-ha', place.certs),
      ]),
    ),
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(place.folder, name),
    ETCD_LISTEN_CLIENT_URLS: url(place.etcdPorts[at]),
    ETCD_ADVERTISE_CLIENT_URLS: url(place.etcdPorts[at]),
    ETCD_LISTEN_PEER_URLS: url(peers[at]),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: url(peers[at]),
    ETCD_INITIAL_CLUSTER: peers.map((port, member) => `etcd${member + 1}=${url(port)}`).join(','),
  }
  return startProgram(etcd, [], { env, log: join(place.folder, `${name}.log`) })
}

/** Resolves when the members have found each other; Patroni ends when it finds no etcd at its start. */
const etcdReady = async ({ certs, etcdPorts }: HaPlace) => {
  const [ca, cert, key] = ['ca.crt', 'node.crt', 'node.key'].map((file) => readFileSync(join(certs, file)))
  const end = performance.now() + ETCD_MS
  for (const port of etcdPorts)
    while (!(await askHttps({ port, path: '/health', ca, cert, key })).text.includes('"true"')) {
      if (performance.now() > end) throw new Error('etcd does not start.')
      await wait(200)
    }
}

const startHaproxy = (place: HaPlace, { haproxy }: HaPrograms, { port, nodes }: { port: number; nodes: HaNode[] }) => {
  let text = readDeployed('ha/haproxy.cfg')
    .replaceAll('/etc/schulhof-ha', place.certs)
    .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
    // Both need root.
    .replace(/^ {2}(user|group) haproxy\n/gm, '')
  for (const [at, { relays }] of nodes.entries())
    text = text.replace(
      `10.0.0.1${at + 1}:5432`,
      `127.0.0.1:${relays.postgres.address.port} port ${relays.api.address.port}`,
    )
  const file = join(place.folder, 'haproxy.cfg')
  writeFileSync(file, text)
  return startProgram(haproxy, ['-db', '-f', file], { env: {}, log: join(place.folder, 'haproxy.log') })
}

const freePorts = async (count: number) => {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freeLowPort())
  return [...ports]
}

/** Three etcd, three Patroni and HAProxy on this machine, from the files of deploy/ha, as an account without rights. */
export async function startHaCluster() {
  const programs = findHaPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-ha-'))
  chmodSync(folder, 0o755)
  own(folder)
  const [port = 0, ...rest] = await freePorts(13)
  const [etcdPorts, peers, nodePorts, apiPorts] = [0, 3, 6, 9].map((from) => rest.slice(from, from + 3)) as number[][]
  const { bin, patroni } = programs
  const place: HaPlace = {
    folder,
    certs: await makeCertificates(folder, programs),
    bin,
    patroni,
    etcdPorts: etcdPorts ?? [],
    passwords: PASSWORDS,
  }
  const members = [0, 1, 2].map((at) => etcdMember(place, programs, { at, peers: peers ?? [] }))
  await etcdReady(place)
  const nodes: HaNode[] = []
  for (const [at, name] of NAMES.entries()) {
    makeFolder(join(folder, name))
    nodes.push(await makeNode(name, { postgres: nodePorts?.[at] ?? 0, api: apiPorts?.[at] ?? 0 }, place))
  }
  for (const node of nodes) node.start()
  const proxy = startHaproxy(place, programs, { port, nodes })

  const [first] = nodes as [HaNode, ...HaNode[]]
  return {
    programs,
    nodes,
    passwords: PASSWORDS,
    caFile: join(place.certs, 'ca.crt'),
    /** Where Schulhof connects to: HAProxy. */
    port,
    findLeader: () => findLeader(nodes),
    /** Resolves when a leader, a synchronous standby and a third machine run. */
    well: () => waitUntilWell(nodes, folder),
    logs: () => readLogs(folder),
    /** patronictl of the manual; its output. */
    patronictl: (...args: string[]) =>
      runToEnd(programs.patronictl, ['-c', first.config, ...args], { env: first.ctlEnv, cwd: '/' }),
    async stop() {
      await endProgram(proxy)
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all(members.map((member) => endProgram(member, 'SIGKILL')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type HaCluster = Awaited<ReturnType<typeof startHaCluster>>
