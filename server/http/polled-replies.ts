import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { etagOf, isKnown } from './etags.ts'
import type { Platform } from './platform.ts'

/** For this long an answer counts as unchanged without asking the database (security case 31). */
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

/** The key of session, school and address; the cookie itself is not stored. */
const keyOf = ({ headers, url }: FastifyRequest['raw']) =>
  hash('sha256', `${headers.cookie}\n${headers['x-school']}\n${url}`, 'base64')

/**
 * The answers to open pages of the last seconds. It only says "unchanged", never the content: somebody who was signed
 * out in another process learns nothing from it. Any write through this process ends it, for all.
 */
class PolledReplies {
  readonly paths = new Set<string>()
  readonly #known = new Map<string, KnownReply>()
  /** Writes that an answer may not have seen, because they happened while it was being made. */
  readonly #begun = new WeakMap<FastifyRequest['raw'], number>()
  #writes = 0
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }
  /** The tag of an answer that is unchanged; undefined when the answer must be made anew. */
  stillTag(raw: FastifyRequest['raw']) {
    if (raw.method !== 'GET' || !this.paths.has(raw.url?.split('?', 1)[0] ?? '')) return undefined
    const knownTag = raw.headers['if-none-match']
    const known = knownTag === undefined ? undefined : this.#known.get(keyOf(raw))
    const age = known ? this.#now() - known.at : STILL_MS
    if (known && age >= 0 && age < STILL_MS && isKnown(knownTag, known.etag)) return known.etag
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

/**
 * Route options of an endpoint that open pages poll: its answer carries a tag, and 304 follows while it is unchanged.
 */
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

/** Must be registered before other hooks; unchanged answers need no database. */
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
