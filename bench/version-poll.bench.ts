import { randomBytes } from 'node:crypto'
import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { load, median, startChild } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROUNDS = 5
const LOAD = { connections: 16, seconds: 3 }
const GOAL = 0.7

/**
 * The poll of every open page each minute, mostly answered 304, compared with a route that does nothing (architecture
 * §9).
 */
export async function benchVersionPoll(): Promise<BenchRow> {
  const key = `bench:${randomBytes(32).toString('base64url')}`
  // Without a database, because the poll must not need one.
  const [app, empty] = await Promise.all([
    startChild('app-server.ts', { BENCH_KEY: key }),
    startChild('empty-server.ts', {}),
  ])
  try {
    const url = `${app.url}${changelogEndpoints.currentVersion.path}`
    const { headers } = await fetch(url)
    const poll = { url, etag: String(headers.get('etag')) }
    for (const target of [poll, empty]) await load(target, { ...LOAD, seconds: 2 })
    const rounds = []
    for (let i = 0; i < ROUNDS; i++) {
      const [ours, theirs] = [await load(poll, LOAD), await load(empty, LOAD)]
      rounds.push({ ratio: ours.rps / theirs.rps, shown: `${Math.round(ours.rps)}/${Math.round(theirs.rps)}` })
    }
    const ratio = Number(median(rounds.map(({ ratio }) => ratio)).toPrecision(3))
    return {
      what: 'version poll (304)',
      against: 'an empty Fastify route',
      ratio,
      goal: `≥ ${GOAL}`,
      isMet: ratio >= GOAL,
      figures: `${rounds.map(({ shown }) => shown).join(' ')} requests/s`,
    }
  } finally {
    await Promise.all([app.stop(), empty.stop()])
  }
}
