import { openMetricsPort } from '#server/http/metrics-door.ts'
import type { Platform } from '#server/http/platform.ts'
import type { JobLog } from '#server/jobs/run-task.ts'
import type { Metrics } from './metrics.ts'
import { startWatching } from './watching.ts'

interface MetricsSettings {
  METRICS_PORT?: number | undefined
  METRICS_HOST: string
  METRICS_TOKEN?: string | undefined
}

/** Figures are counted only where somebody can read them. */
export const hasMetrics = ({ METRICS_PORT, METRICS_TOKEN }: MetricsSettings) =>
  METRICS_PORT !== undefined || METRICS_TOKEN !== undefined

interface WatchOptions {
  env: MetricsSettings
  platform: Platform
  metrics: Metrics | undefined
  /** A demo has nothing that anybody must see to. */
  isDemo: boolean
  log: JobLog
}

/** The looks of every minute, and the port for Prometheus. */
export async function startWatch({ env, platform, metrics, isDemo, log }: WatchOptions) {
  const watching = isDemo ? undefined : startWatching(platform, log)
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env
  const door = metrics && port !== undefined ? await openMetricsPort({ metrics, host, port, token }) : undefined
  if (door) log.info({ part: 'watch', port: door.port }, 'metrics')
  return {
    stop: async () => {
      await Promise.all([watching?.stop(), door?.stop()])
    },
  }
}
