import type { FastifyInstance } from 'fastify'
import { refuseStrongRole } from '#server/db/app-role.ts'
import type { Pool } from '#server/db/database.ts'
import { probeFailingWrites } from '#server/db/failing-writes.ts'
import type { Lifecycle } from './drain.ts'
import { reasonOf } from './error-handler.ts'

const READY_TIMEOUT_MS = 1500

/**
 * Throws while requests cannot be served: no connection works, its role is refused, or PostgreSQL has no room to write.
 */
async function checkDatabase(pool: Pool) {
  await refuseStrongRole(pool)
  await probeFailingWrites(pool)
}

const inTime = (work: Promise<unknown>) => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database did not answer in time.')), READY_TIMEOUT_MS).unref()
  })
  return Promise.race([work, late])
}

/** /healthz: the process is alive. /readyz: the database serves requests and nobody asked the process to stop. */
export function registerHealth(app: FastifyInstance, pool: Pool, lifecycle: Lifecycle) {
  let checking: Promise<unknown> | undefined
  /** Simultaneous calls share one check. */
  const check = () => {
    checking ??= checkDatabase(pool).finally(() => {
      checking = undefined
    })
    return checking
  }
  let lastReason: string | undefined
  /** Logs only changes: a load balancer asks every few seconds. */
  const note = (reason?: string) => {
    if (reason === lastReason) return
    lastReason = reason
    if (reason === undefined) app.log.warn('ready again')
    else app.log.error({ reason }, 'not ready')
  }
  const isDatabaseReady = async () => {
    try {
      await inTime(check())
      note()
      return true
    } catch (error) {
      note(reasonOf(error as Error))
      return false
    }
  }
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const isReady = !lifecycle.isStopping && (await isDatabaseReady())
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable' })
  })
}
