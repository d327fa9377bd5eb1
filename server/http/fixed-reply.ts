import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

export type FixedEndpoint<R extends z.ZodType> = Endpoint<
  z.ZodUndefined,
  z.ZodUndefined,
  z.ZodUndefined,
  R,
  'public',
  'active school'
>

const etagOf = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether the browser holds that very answer: its tag, one of several, or any (RFC 9110 §13.1.2). */
const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === etag ||
  (ifNoneMatch?.split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim())) ?? false)

/**
 * Mounts an answer that is written once: no database, no session, no limit, and nothing to send to who has it already.
 * Every open page asks for the version each minute (spec §4).
 */
export function mountFixed<R extends z.ZodType>(app: FastifyInstance, endpoint: FixedEndpoint<R>, value: z.output<R>) {
  const body = JSON.stringify(endpoint.response.parse(value))
  const etag = etagOf(body)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Two lines for each poll would bury all others.
    logLevel: 'warn',
    handler: (request, reply) => {
      reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}
