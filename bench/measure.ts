import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'

export interface Target {
  url: string
  cookie?: string
  /** The tag that the client has already: then every answer must be 304. */
  etag?: string
  /** The paths that are asked for one after the other, in place of the one of `url`; each connection has its own part. */
  paths?: readonly string[]
}

/** Deals the paths out to the connections, so that no two ask for the same one. */
const dealer = (paths: readonly string[], connections: number) => {
  let next = 0
  return (client: { setRequests(requests: readonly { method: 'GET'; path: string }[]): void }) => {
    const own = next
    next = (next + 1) % connections
    client.setRequests(paths.filter((_, index) => index % connections === own).map((path) => ({ method: 'GET', path })))
  }
}

const headersOf = ({ cookie, etag }: Target) => ({
  ...(cookie ? { cookie } : {}),
  ...(etag ? { 'if-none-match': etag } : {}),
})

/**
 * Requests per second and latencies in milliseconds. Throws when an answer was not 2xx, or not 304 where that was
 * expected: fast errors do not count.
 */
export async function load(target: Target, { connections, seconds }: { connections: number; seconds: number }) {
  const { url, etag, paths } = target
  const result = await autocannon({
    ...{ url, connections, duration: seconds, headers: headersOf(target) },
    ...(paths ? { setupClient: dealer(paths, connections) } : {}),
  })
  const wrong = etag ? result['2xx'] + result.non2xx - result['3xx'] : result.non2xx
  if (wrong > 0 || result.errors > 0) throw new Error(`${url}: ${wrong} refusals, ${result.errors} errors`)
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

export const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const timeOf = async ({ url, cookie }: Target) => {
  const start = performance.now()
  const reply = await fetch(url, { headers: cookie ? { cookie } : {} })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
  return performance.now() - start
}

/** The median in milliseconds of requests sent one after the other, without other load. */
export async function latencies(target: Target, count: number) {
  const [time = Number.NaN] = await latenciesInTurn([target], count)
  return time
}

/** The same for several targets in turn, so that a machine that slows down slows all of them. */
export async function latenciesInTurn(targets: readonly Target[], count: number) {
  const times = targets.map((): number[] => [])
  for (let run = 0; run < count; run++)
    for (const [index, target] of targets.entries()) times[index]?.push(await timeOf(target))
  return times.map(median)
}

/** A server of this folder in a separate process, so that both sides of a ratio have the same conditions. */
export async function startChild(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: String(chunk).trim(),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
