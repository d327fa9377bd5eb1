import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askHttps, endProgram, postgresIn, signalFamily, startProgram } from './ha-processes.ts'
import { readDeployed } from './nginx-process.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** What all nodes have in common. */
export interface HaPlace {
  folder: string
  /** With ca.crt, node.crt and node.key. */
  certs: string
  bin: string
  patroni: string
  etcdPorts: readonly number[]
  passwords: { superuser: string; replication: string }
}

/** The settings of an env file in deploy/ha, without the comments. */
export const readEnvFile = (file: string) =>
  Object.fromEntries(
    [...readDeployed(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

interface Ports {
  postgres: number
  api: number
}

const openRelays = async ({ postgres, api }: Ports, { etcdPorts }: HaPlace) => ({
  postgres: await startTcpProxy({ port: postgres }),
  api: await startTcpProxy({ port: api }),
  etcd: await Promise.all(etcdPorts.map((port) => startTcpProxy({ port }))),
})
type Relays = Awaited<ReturnType<typeof openRelays>>

/** deploy/ha/patroni.yml with the folders and ports of this node. */
const configOf = ({ postgres, api }: Ports, { certs, bin }: HaPlace, home: string) =>
  readDeployed('ha/patroni.yml')
    .replaceAll('/etc/schulhof-ha', certs)
    .replace('/var/lib/postgresql/15/schulhof', join(home, 'data'))
    .replace('/var/lib/postgresql/schulhof.pgpass', join(home, 'pgpass'))
    .replace('/usr/lib/postgresql/15/bin', bin)
    .replace('/var/run/postgresql', home)
    .replace('0.0.0.0:8008', `127.0.0.1:${api}`)
    .replace('0.0.0.0:5432', `127.0.0.1:${postgres}`)

const addressOf = ({ address }: TcpProxy) => `${address.host}:${address.port}`

const etcdOf = ({ etcd }: Relays) => ({
  PATRONI_ETCD_HOSTS: etcd.map(addressOf).join(','),
  // Otherwise it would learn the addresses behind the relays from etcd.
  PATRONI_ETCD_USE_PROXIES: 'true',
})

/** deploy/ha/patroni.env with the name and the addresses of this node, all of them relays. */
const environmentOf = (name: string, relays: Relays, { bin, passwords }: HaPlace) => ({
  PATH: `${bin}:/usr/bin:/bin`,
  LC_ALL: 'C.UTF-8',
  ...readEnvFile('ha/patroni.env'),
  PATRONI_NAME: name,
  PATRONI_RESTAPI_CONNECT_ADDRESS: addressOf(relays.api),
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: addressOf(relays.postgres),
  ...etcdOf(relays),
  PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
  PATRONI_REPLICATION_PASSWORD: passwords.replication,
})

/** One database machine: Patroni with its PostgreSQL. Whatever it sends or receives goes through relays that can fall silent. */
export async function makeNode(name: string, ports: Ports, place: HaPlace) {
  const relays = await openRelays(ports, place)
  const all = [relays.postgres, relays.api, ...relays.etcd]
  const home = join(place.folder, name)
  const config = join(place.folder, `${name}.yml`)
  writeFileSync(config, configOf(ports, place, home))
  const env = { HOME: home, ...environmentOf(name, relays, place) }
  const postgres = postgresIn(join(home, 'data'))
  let patroni: ChildProcess | undefined
  const signalAll = (signal: NodeJS.Signals) => {
    if (patroni) signalFamily(patroni, signal)
    postgres.signalAll(signal)
  }
  return {
    name,
    config,
    /** For patronictl, which needs no password. */
    ctlEnv: { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8', ...etcdOf(relays) },
    relays,
    /** Past the relay, for whoever looks on. */
    port: ports.postgres,
    start() {
      patroni = startProgram(place.patroni, [config], { env, log: join(place.folder, `${name}.log`) })
    },
    signalAll,
    signalReceiver: postgres.signalReceiver,
    setNetwork(mode: 'pass' | 'swallow') {
      for (const relay of all) {
        relay.set(mode)
        // What was lost in between has broken every encrypted connection.
        if (mode === 'pass') relay.cut()
      }
    },
    /** What Patroni answers, past the relay. */
    ask: (path: string) => askHttps({ port: ports.api, path, ca: readFileSync(join(place.certs, 'ca.crt')) }),
    async stop() {
      signalAll('SIGCONT')
      signalAll('SIGKILL')
      await endProgram(patroni, 'SIGKILL')
      await Promise.all(all.map((relay) => relay.stop()))
    },
  }
}
export type HaNode = Awaited<ReturnType<typeof makeNode>>
