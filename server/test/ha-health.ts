import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { HaNode } from './ha-node.ts'

/** A machine that is copied anew takes its time. */
const WELL_MS = 120_000

const Cluster = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.int().optional(),
      lag: z.union([z.int(), z.string()]).optional(),
    }),
  ),
})

/** The last words of all programs. */
export const readLogs = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .map((file) => `${file}:\n${readFileSync(join(folder, file), 'utf8').split('\n').slice(-25).join('\n')}`)
    .join('\n')

/** The node that Patroni lets write; undefined while there is none. */
export const findLeader = async (nodes: readonly HaNode[]) => {
  for (const node of nodes) if ((await node.ask('/primary')).status === 200) return node
  return undefined
}

/** Why the cluster is not as it should be; undefined when a leader, a synchronous standby and a third one run. */
const findFault = async (nodes: readonly HaNode[]) => {
  const leader = await findLeader(nodes)
  if (!leader) return 'no leader'
  const { text } = await leader.ask('/cluster')
  const members = Cluster.safeParse(text ? JSON.parse(text) : {}).data?.members ?? []
  const roles = members.map(({ role }) => role).toSorted()
  const isRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
  const isLevel = new Set(members.map(({ timeline }) => timeline)).size === 1
  const isNear = members.every(({ lag = 0 }) => Number(lag) < 1_000_000)
  const isWell = roles.join() === 'leader,replica,sync_standby' && isRunning && isLevel && isNear
  return isWell ? undefined : JSON.stringify(members)
}

/** Waits until all three nodes are well, and says what is wrong when it takes too long. */
export async function waitUntilWell(nodes: readonly HaNode[], folder: string) {
  const end = performance.now() + WELL_MS
  for (;;) {
    const fault = await findFault(nodes)
    if (!fault) return
    if (performance.now() > end) throw new Error(`The cluster does not recover: ${fault}\n${readLogs(folder)}`)
    await wait(250)
  }
}
