import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { etagOf, isKnown } from './etags.ts'
import type { Platform } from './platform.ts'

/** So long an answer is taken to stand still without a look at the database (security case 31). */
const STILL_MS = 5000
const KNOWN_MAX = 5000

interface KnownReply {
  etag: string
  /** Instant of the answer, in milliseconds. */
  at: number
}

declare module 'fastify' {
  interface FastifyInstance {
    polledReplies: PolledReplies
  }
}

/** Who asks for what, of which school; the cookie itself is not kept. */
const keyOf = ({ headers, url }: FastifyRequest['raw']) =>
  hash('sha256', `${headers.cookie}\n${headers['x-school']}\n${url}`, 'base64')

/**
 * What was answered to open pages in the last seconds. It says only "as before", never what: who is signed out
 * meanwhile, in another process, learns nothing from it. Whatever is written here ends it, for all.
 */
class PolledReplies {
  readonly paths = new Set<string>()
  readonly #known = new Map<string, KnownReply>()
  /** Which writes an answer being made may not have seen. */
  readonly #begun = new WeakMap<FastifyRequest['raw'], number>()
  #writes = 0
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }
  /** The tag of the answer that is still as it was; undefined: it must be made anew. */
  stillTag(raw: FastifyRequest['raw']) {
    if (raw.method !== 'GET' || !this.paths.has(raw.url?.split('?', 1)[0] ?? '')) return undefined
    const asked = raw.headers['if-none-match']
    const known = asked === undefined ? undefined : this.#known.get(keyOf(raw))
    const age = known ? this.#now() - known.at : STILL_MS
    if (known && age >= 0 && age < STILL_MS && isKnown(asked, known.etag)) return known.etag
    // Only an answer that is made anew can miss a write.
    this.#begun.set(raw, this.#writes)
    return undefined
  }
  keep(raw: FastifyRequest['raw'], etag: string) {
    if (this.#begun.get(raw) !== this.#writes) return
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    this.#known.set(keyOf(raw), { etag, at: this.#now() })
  }
  forget() {
    this.#writes += 1
    this.#known.clear()
  }
}

/** Options of the route of an endpoint that open pages ask again and again: its answer carries a tag, 304 while it stays the same. */
export const polledRoute = (app: FastifyInstance, path: string): Pick<RouteShorthandOptions, 'onSend' | 'logLevel'> => {
  app.polledReplies.paths.add(path)
  return {
    logLevel: 'warn',
    onSend: async (request, reply, payload) => {
      if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
      const etag = etagOf(payload)
      app.polledReplies.keep(request.raw, etag)
      reply.header('ETag', etag)
      if (!isKnown(request.headers['if-none-match'], etag)) return payload
      reply.code(304).removeHeader('Content-Type')
      return null
    },
  }
}

/** Must be registered before what else looks at a request; needs no database for what stands still. */
export function answerPolls(app: FastifyInstance, { now }: Pick<Platform, 'now'>) {
  const replies = new PolledReplies(() => now().getTime())
  app.decorate('polledReplies', replies)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const etag = replies.stillTag(raw)
    if (etag === undefined) return done()
    reply.hijack()
    reply.raw.writeHead(304, ['ETag', etag, 'Cache-Control', 'no-store']).end()
  })
  app.addHook('onResponse', ({ method }, _reply, done) => {
    if (method !== 'GET') replies.forget()
    done()
  })
}
