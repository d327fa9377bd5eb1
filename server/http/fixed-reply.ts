import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { etagOf, isKnown } from './etags.ts'

export type FixedEndpoint<R extends z.ZodType> = Endpoint<
  z.ZodUndefined,
  z.ZodUndefined,
  z.ZodUndefined,
  R,
  'public',
  'active school'
>

interface FixedReply {
  etag: string
  body: string
  /** All headers of the first answer, names and values in turn; undefined before it. */
  headers: string[] | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Fixed replies by their path. */
    fixedReplies: Map<string, FixedReply>
  }
}

/** The browser stores the answer and asks each time whether it is still valid. */
const FRESHNESS = 'no-cache'

/**
 * Repeats fixed replies before anything else handles the request: the hooks after this one set the same headers each
 * time, and take more than half of the time. Must be registered before them.
 */
export function repeatFixedReplies(app: FastifyInstance) {
  const replies = new Map<string, FixedReply>()
  app.decorate('fixedReplies', replies)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const fixed = raw.method === 'GET' ? replies.get(raw.url ?? '') : undefined
    if (!fixed) return done()
    if (isKnown(raw.headers['if-none-match'], fixed.etag)) {
      reply.hijack()
      // The browser keeps the other headers of its stored answer (RFC 9110 §15.4.5).
      reply.raw.writeHead(304, ['ETag', fixed.etag, 'Cache-Control', FRESHNESS]).end()
      return
    }
    if (!fixed.headers) return done()
    reply.hijack()
    reply.raw.writeHead(200, fixed.headers).end(fixed.body)
  })
}

/** Headers that belong to one request or connection and are not repeated. */
const OF_ONE_REQUEST = ['connection', 'x-request-id']

const headersOf = (reply: FastifyReply) =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    OF_ONE_REQUEST.includes(name) ? [] : [name, String(value)],
  )

/**
 * Mounts an answer that is written once: no database, no session, no limit, and an empty reply for browsers that have
 * it already. Every open page asks for the version each minute (spec §4).
 */
export function mountFixed<R extends z.ZodType>(app: FastifyInstance, endpoint: FixedEndpoint<R>, value: z.output<R>) {
  const body = JSON.stringify(endpoint.response.parse(value))
  const fixed: FixedReply = { body, etag: etagOf(body), headers: undefined }
  app.fixedReplies.set(endpoint.path, fixed)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Two lines for each poll would hide all others.
    logLevel: 'warn',
    onSend: async ({ method }, reply) => {
      if (method === 'GET') fixed.headers = headersOf(reply)
    },
    handler: (_request, reply) => {
      reply.headers({ ETag: fixed.etag, 'Cache-Control': FRESHNESS })
      reply.header('Content-Length', Buffer.byteLength(body))
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}
