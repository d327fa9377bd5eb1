import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openClient } from './morning-client.ts'
import { addTime, type Times } from './morning-times.ts'
import { deeds, type State } from './morning-traffic.ts'

/** One of the processes that play a morning; it prints a line of JSON for each minute. */
export interface GeneratorOptions {
  urls: readonly string[]
  state: State
  seconds: number
  /** 2: twice as many of everything. */
  factor: number
  /** Where the numbering of deeds begins: each report of a run needs another child. */
  firstTurn: number
  /** Which of how many generators this is. */
  share: { index: number; of: number }
}

export interface MinuteLine {
  minute: number
  times: Record<string, Times>
  /** Answers by deed and status; `503` means one without Retry-After, which is a fault. */
  statuses: Record<string, number>
  /** Reports that were answered with 201 in this minute. */
  acknowledged: number
  /** Deeds that had not ended at the end of the minute. */
  underWay: number
  /** How late this process itself was, 99 % of the time: the load must not be limited by it. */
  ownDelay: number
}

const MINUTE_MS = 60_000

const options = JSON.parse(process.env.BENCH_MORNING ?? '{}') as GeneratorOptions
const { urls, state, seconds, factor, firstTurn, share } = options

let line: MinuteLine = { minute: 1, times: {}, statuses: {}, acknowledged: 0, underWay: 0, ownDelay: 0 }
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let underWay = 0

const noteFor = (name: string) => (outcome: Parameters<Parameters<typeof openClient>[1]>[0]) => {
  const { status, hasRetryAfter, milliseconds, isReport } = outcome
  const times = line.times[name] ?? {}
  line.times[name] = times
  addTime(times, milliseconds)
  const said = `${name}: ${status}${hasRetryAfter ? ' with Retry-After' : ''}`
  line.statuses[said] = (line.statuses[said] ?? 0) + 1
  if (isReport && status === 201) line.acknowledged += 1
}

const start = performance.now()
const end = start + seconds * 1000

/** Begins each deed when it is due by the clock, whatever became of the ones before. */
async function play({ name, perSecond, isEven, do: deed }: ReturnType<typeof deeds>[number]) {
  const client = openClient(urls, noteFor(name))
  const every = (1000 * share.of) / (perSecond * factor)
  const pause = () => (isEven ? every : -Math.log(1 - Math.random()) * every)
  let turn = firstTurn + share.index
  let due = start + (isEven ? (every * share.index) / share.of : pause())
  await new Promise<void>((resolve) => {
    const go = () => {
      for (; due <= performance.now() && due < end; due += pause()) {
        const own = turn
        turn += share.of
        underWay += 1
        client
          .run(due, (ask) => deed(own, ask))
          .finally(() => {
            underWay -= 1
          })
      }
      if (due >= end) resolve()
      else setTimeout(go, Math.max(0, due - performance.now()))
    }
    go()
  })
  return client
}

const tell = () => {
  process.stdout.write(`${JSON.stringify({ ...line, underWay, ownDelay: delay.percentile(99) / 1e6 - 5 })}\n`)
  delay.reset()
  line = { ...line, minute: line.minute + 1, times: {}, statuses: {}, acknowledged: 0 }
}

const minutes = setInterval(tell, MINUTE_MS)
const clients = await Promise.all(deeds(state).map(play))
clearInterval(minutes)
// Answers that come late count, too.
for (const last = performance.now() + 35_000; underWay > 0 && performance.now() < last; )
  await new Promise((resolve) => setTimeout(resolve, 50))
tell()
for (const client of clients) client.close()
