import type { FastifyInstance } from 'fastify'
import type { Pool } from '#server/db/database.ts'
import type { Lifecycle } from './drain.ts'

const READY_TIMEOUT_MS = 1500

const databaseAnswers = async (pool: Pool) => {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READY_TIMEOUT_MS).unref())
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}

/** /healthz: the process lives. /readyz: the database answers and nobody asked the process to stop. */
export function registerHealth(app: FastifyInstance, pool: Pool, lifecycle: Lifecycle) {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const isReady = !lifecycle.isStopping && (await databaseAnswers(pool))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable' })
  })
}
