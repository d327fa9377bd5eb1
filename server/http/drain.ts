import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The time for callers of /readyz to notice that this process takes no more requests, when there is no proxy. */
const NOTICE_MS = 200
/** Longer than `keepalive_timeout` in deploy/nginx/schulhof.conf: after it the proxy has no idle connection left. */
const QUIET_MS = 1500
/** How long the process waits for a proxy that has not noticed yet. */
const CLOSING_MS = 3000
/** How long running requests may still take. */
const REQUESTS_MS = 3500
const LOOK_MS = 20

/** The state of the process while it ends. */
export interface Lifecycle {
  /** True from SIGTERM on: /readyz answers 503, and everything is still served. */
  isStopping: boolean
  /** True a little later: every answer closes its connection. */
  isClosing: boolean
  /** Requests that are being answered. */
  running: Set<ServerResponse>
  /** When the last request came, by `performance.now()`; health checks do not count. */
  lastRequest: number
}

export const newLifecycle = (): Lifecycle => ({
  isStopping: false,
  isClosing: false,
  running: new Set(),
  lastRequest: 0,
})

/** Counts the running requests, and lets answers close their connections while the process ends. */
export function watchRequests(app: FastifyInstance, lifecycle: Lifecycle) {
  app.server.on('request', ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url !== '/readyz' && url !== '/healthz') lifecycle.lastRequest = performance.now()
    lifecycle.running.add(response)
    response.once('close', () => lifecycle.running.delete(response))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isClosing) reply.header('Connection', 'close')
  })
}

const waitFor = async (isReached: () => boolean, longestMs: number) => {
  const end = performance.now() + longestMs
  while (!isReached() && performance.now() < end) await wait(LOOK_MS)
}

/**
 * Ends the server without losing a request. A proxy does not repeat a POST, so no connection may be closed while it
 * could be sending: first the proxy learns for `drainSeconds` that the process is leaving, then each answer closes its
 * connection until no request has come for a while, and only then the sockets close. With 0 seconds nobody waits for a
 * proxy. Takes at most `drainSeconds` and 6.5 seconds.
 */
export async function drain(app: FastifyInstance, lifecycle: Lifecycle, drainSeconds: number) {
  lifecycle.isStopping = true
  await wait(drainSeconds * 1000)
  lifecycle.isClosing = true
  const start = performance.now()
  const isQuiet = () => performance.now() - Math.max(lifecycle.lastRequest, start) >= QUIET_MS
  if (drainSeconds > 0) await waitFor(isQuiet, CLOSING_MS)
  else await wait(NOTICE_MS)
  const closed = app.close()
  await waitFor(() => lifecycle.running.size === 0, REQUESTS_MS)
  // Browsers open connections in advance that carry no request; these are simply closed.
  app.server.closeAllConnections()
  await closed
}
