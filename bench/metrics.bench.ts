import { randomBytes } from 'node:crypto'
import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { load, median, startChild } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROUNDS = 7
const LOAD = { connections: 16, seconds: 2 }
const GOAL = 0.9

/** The price of counting each answer, for the request that does the least: any other one feels it less. */
export async function benchMetrics(): Promise<BenchRow> {
  const key = `bench:${randomBytes(32).toString('base64url')}`
  const [counting, plain] = await Promise.all([
    startChild('app-server.ts', { BENCH_KEY: key, BENCH_METRICS: '1' }),
    startChild('app-server.ts', { BENCH_KEY: key }),
  ])
  try {
    const path = changelogEndpoints.currentVersion.path
    const targets = [counting, plain].map(({ url }) => ({ url: `${url}${path}` })) as [{ url: string }, { url: string }]
    for (const target of targets) await load(target, LOAD)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = round % 2 === 0 ? targets : ([targets[1], targets[0]] as const)
      const loads = new Map([
        [first, await load(first, LOAD)],
        [second, await load(second, LOAD)],
      ])
      const [ours, theirs] = targets.map((target) => loads.get(target)?.rps ?? Number.NaN) as [number, number]
      rounds.push({ ratio: ours / theirs, shown: `${Math.round(ours)}/${Math.round(theirs)}` })
    }
    const ratio = Number(median(rounds.map((one) => one.ratio)).toPrecision(3))
    return {
      what: 'the cheapest request, with metrics',
      against: 'the same without',
      ratio,
      goal: `≥ ${GOAL}`,
      isMet: ratio >= GOAL,
      figures: `${rounds.map(({ shown }) => shown).join(' ')} requests/s`,
    }
  } finally {
    await Promise.all([counting.stop(), plain.stop()])
  }
}
