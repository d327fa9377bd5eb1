import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#server/watch/metrics.ts'

const PATH = '/metrics'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const isAllowed = (header: string | undefined, token: string | undefined) =>
  token === undefined || timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))

/** Counts every answer under the pattern of its route. */
export function countAnswers(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    metrics.note({ method, route: routeOptions.url, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
}

/** /metrics beside the pages: only with the token, and for everybody else the path does not exist. */
export function registerMetrics(app: FastifyInstance, { metrics, token }: { metrics: Metrics; token: string }) {
  app.get(PATH, { logLevel: 'silent' }, async (request, reply) => {
    if (!isAllowed(request.headers.authorization, token)) return reply.callNotFound()
    const { type, body } = await metrics.text()
    return reply.type(type).header('Cache-Control', 'no-store').send(body)
  })
}

interface MetricsDoor {
  metrics: Metrics
  host: string
  port: number
  /** Asked for here as well when it is set. */
  token: string | undefined
}

/** /metrics on a port of its own, which no proxy passes on. */
export async function openMetricsPort({ metrics, host, port, token }: MetricsDoor) {
  const server: Server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== PATH || !isAllowed(request.headers.authorization, token)) {
      response.writeHead(404).end()
      return
    }
    const { type, body } = await metrics.text()
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}
