import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isDrill, randomSeed, reportFigure } from './effort.ts'
import { type HaCluster, startHaCluster } from './ha-cluster.ts'
import { FAULTS, type FaultName, shuffledFaults } from './ha-faults.ts'
import { type HaSchool, openHaSchool } from './ha-school.ts'
import { type HaWriters, startHaWriters } from './ha-writers.ts'

// PostgreSQL on three machines with Patroni, etcd and HAProxy, from the files of deploy/ha (ADR 0059). Only a drill: it
// needs programs that no other test needs, and each round takes as long as a failover.

const ROUNDS = 10
const WRITES_AGAIN_MS = 30_000
const START_MS = 300_000

let cluster: HaCluster
let school: HaSchool
let writers: HaWriters
beforeAll(async () => {
  if (!isDrill) return
  cluster = await startHaCluster()
  await cluster.well()
  school = await openHaSchool(cluster)
  writers = await startHaWriters(school)
}, START_MS)
afterAll(async () => {
  writers?.abandon()
  await school?.stop()
  await cluster?.stop()
}, 60_000)

/** The longest time from `start` on in which nothing was acknowledged, in milliseconds. */
const longestGap = (start: number, at: readonly number[]) => {
  const moments = [start, ...at.filter((moment) => moment > start)]
  return Math.max(...moments.map((moment, index) => (moments[index + 1] ?? moment) - moment))
}

const until = async (isSo: () => boolean | Promise<boolean>, { within, what }: { within: number; what: string }) => {
  const end = performance.now() + within
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} after ${within} ms\n${cluster.logs()}`)
    await wait(50)
  }
}

/** One fault of the leader, from the last write before it until all three machines are well again. */
async function suffer(name: FaultName) {
  const { seen } = writers
  const before = seen.acknowledged.length
  await until(() => seen.acknowledged.length > before + 20, { within: 20_000, what: 'No writes' })
  const leader = await cluster.findLeader()
  if (!leader) throw new Error('There is no leader.')
  const { lostAt, mend } = await FAULTS[name](cluster, leader)
  const isReplaced = async () => {
    const now = await cluster.findLeader()
    return now !== undefined && now !== leader
  }
  await until(isReplaced, { within: 60_000, what: `No other leader after ${name}` })
  const replaced = performance.now()
  const hasWritten = () => (seen.at.at(-1) ?? 0) > replaced
  await until(hasWritten, { within: 60_000, what: `No write after ${name}` })
  const gap = Math.round(longestGap(lostAt, seen.at))
  mend()
  await cluster.well()
  const figure = `failover by ${name} of ${leader.name}: writes again after ${gap} ms, all three well after ${Math.round(performance.now() - lostAt)} ms`
  process.stdout.write(`${figure}\n`)
  reportFigure(figure)
  return gap
}

/** Marks that the database has another number of times than once, with that number. */
const wrongMarks = (expected: readonly string[], found: ReadonlyMap<string, number>) =>
  expected.filter((mark) => found.get(mark) !== 1).map((mark) => `${mark}: ${found.get(mark) ?? 0} times`)

test.runIf(isDrill)(
  'ten failovers under writes lose nothing that was acknowledged, and people write again within half a minute',
  async () => {
    const { seen } = writers
    const { server } = school
    let hasEnded = false
    server.exited.then(() => {
      hasEnded = true
    })
    const gaps: number[] = []
    for (const name of shuffledFaults(ROUNDS, randomSeed('failover'))) {
      gaps.push(await suffer(name))
      expect(hasEnded).toBe(false)
      await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), { timeout: 10_000 })
    }
    await writers.settle()
    const found = await school.readMarks(cluster.port)
    const answers = [...seen.answers].map(([status, count]) => `${count} × ${status}`).join(', ')
    reportFigure(
      `failover: ${ROUNDS} rounds, ${seen.acknowledged.length} acknowledged writes (${answers}), ${seen.settled} settled by their key, ${wrongMarks(seen.acknowledged, found).length} lost or twice, writes again after ${Math.max(...gaps)} ms at most, 0 restarts`,
    )
    expect(wrongMarks(seen.acknowledged, found)).toEqual([])
    expect(found.size).toBe(seen.acknowledged.length)
    for (const node of cluster.nodes) expect((await school.readMarks(node.port)).size, node.name).toBe(found.size)
    // 201, or 503 with the request to try again: no other words, and no broken connection to Schulhof.
    expect([...seen.answers.keys()].toSorted()).toEqual(['201', '503'])
    expect(Math.max(...gaps)).toBeLessThan(WRITES_AGAIN_MS)
  },
)
