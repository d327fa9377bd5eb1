import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessFacts } from '#contract/systemstates/systemstates.facts.ts'
import type { Pool } from '#server/db/database.ts'
import { ownHost } from './process-name.ts'

/** The precision of the watch on the event loop; each look costs a timer. */
const RESOLUTION_MS = 20
const NS_PER_MS = 1e6
/** Measured over this time, so that a stall of the last minutes is seen and one of the last week is not. */
const WINDOW_MS = 5 * 60_000

/** Watches this process. Whoever opens it must stop it. */
export function openProcessState({ pool, version }: { pool: Pool; version: string }) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const timer = setInterval(() => delay.reset(), WINDOW_MS).unref()
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
  return {
    read: (): ProcessFacts => ({
      version,
      node: process.versions.node,
      host: ownHost(),
      pid: process.pid,
      started_at: startedAt,
      memory_bytes: process.memoryUsage.rss(),
      // The histogram measures from one look to the next, so a quiet loop shows the resolution itself.
      loop_delay_ms: Math.max(0, delay.percentile(99) / NS_PER_MS - RESOLUTION_MS),
      pool: {
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        max: pool.options.max ?? 0,
      },
    }),
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
