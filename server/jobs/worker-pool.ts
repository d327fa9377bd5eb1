import type { Pool } from '#server/db/database.ts'

type Received = Parameters<Pool['connect']>[0]

/**
 * The pool as graphile-worker may have it. When a worker stops while its subscription to new jobs is still unanswered
 * and the database is lost, graphile-worker gives back the same connection twice. pg-pool throws on the second time,
 * in a promise that nobody awaits, which would end the process. Here the second time does nothing.
 */
export function poolForWorker(pool: Pool): Pool {
  const connectAndCall = (received: Received) =>
    pool.connect((error, client, release?: () => void) => {
      // A pool that has ended answers with an error alone.
      let giveBack = release
      received(error, client, () => {
        giveBack?.()
        giveBack = undefined
      })
    })
  const connect = (received?: Received) => (received ? connectAndCall(received) : pool.connect())
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
