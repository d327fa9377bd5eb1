import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { HaCluster } from './ha-cluster.ts'
import type { HaNode } from './ha-node.ts'

interface Loss {
  /** When the leader was lost, in milliseconds. */
  lostAt: number
  /** Mends the machine, after another one leads. */
  mend: () => void
}
type Fault = (cluster: HaCluster, leader: HaNode) => Promise<Loss>

const lost = (mend: () => void, lostAt = performance.now()): Loss => ({ lostAt, mend })

const WAITERS = `from pg_stat_activity where wait_event = 'SyncRep' and usename <> 'postgres'`
const CANCEL_MS = 3000

/** Ends every wait for a standby as long as commits come; resolves with how many it ended. */
async function cancelWaits({ port }: HaNode, { passwords }: HaCluster) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.superuser,
    ssl: { rejectUnauthorized: false },
  })
  client.on('error', () => {})
  await client.connect()
  const end = performance.now() + CANCEL_MS
  let ended = 0
  // The first round cancels, and later ones end whole connections, so that both happen.
  while (performance.now() < end) {
    const { rowCount } = await client.query(`select pg_${ended < 4 ? 'cancel' : 'terminate'}_backend(pid) ${WAITERS}`)
    ended += rowCount ?? 0
    await wait(50)
  }
  await client.end().catch(() => {})
  return ended
}

export const FAULTS = {
  /** The machine loses its power. */
  kill: async (_cluster, leader) => {
    leader.signalAll('SIGKILL')
    return lost(() => leader.start())
  },
  /** PostgreSQL and Patroni stand still, their connections stay open; later they go on as if nothing had happened. */
  hang: async (_cluster, leader) => {
    leader.signalAll('SIGSTOP')
    return lost(() => leader.signalAll('SIGCONT'))
  },
  /** The network of the machine is gone: etcd, the other nodes and HAProxy hear nothing of it, and it hears nothing. */
  cut: async (_cluster, leader) => {
    leader.setNetwork('swallow')
    return lost(() => leader.setNetwork('pass'))
  },
  /** Somebody moves the leader, for maintenance. */
  switchover: async (cluster, leader) => {
    const start = performance.now()
    await cluster.patronictl('switchover', '--leader', leader.name, '--force')
    return lost(() => {}, start)
  },
  /**
   * No standby receives anything, somebody ends the waits of the commits, and then the machine loses its power: what was
   * committed on it alone is gone.
   */
  cancel: async (cluster, leader) => {
    const standbys = cluster.nodes.filter((node) => node !== leader)
    for (const node of standbys) node.signalReceiver('SIGSTOP')
    const ended = await cancelWaits(leader, cluster)
    if (ended === 0) throw new Error('Nothing waited for a standby.')
    leader.signalAll('SIGKILL')
    for (const node of standbys) node.signalReceiver('SIGCONT')
    return lost(() => leader.start())
  },
} satisfies Record<string, Fault>
export type FaultName = keyof typeof FAULTS

/** Each fault as often as the others, in an order that the seed decides. */
export const shuffledFaults = (rounds: number, seed: number) => {
  const names = Object.keys(FAULTS) as FaultName[]
  let state = seed
  // The generator of Park and Miller.
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: rounds }, (_, at) => ({ name: names[at % names.length] as FaultName, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => name)
}
