import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { berlinToday } from '#contract/dates.ts'
import type { Access, Endpoint, Scope } from '#contract/endpoint.ts'
import type { FileReply } from '#contract/file-reply.ts'
import type { Queries } from '#server/db/database.ts'
import { openRequest, readRequest } from '#server/db/open-request.ts'
import { type TransactionOf, transactionOf } from '#server/db/school-transaction.ts'
import type { SchoolViewer, Viewer } from '#server/db/viewer.ts'
import { admit, checkSchool, checkStill, parse } from './admit-request.ts'
import type { ApiError } from './api-error.ts'
import { type FixedEndpoint, mountFixed } from './fixed-reply.ts'
import { type IsValid, type KeyRoom, type OnceWork, once } from './idempotency.ts'
import { householdOf, truncateAddress } from './ip-address.ts'
import { loggingDenials } from './log-denial.ts'
import type { Platform } from './platform.ts'
import { polledRoute } from './polled-replies.ts'
import { PUBLIC_REQUESTS } from './rate-limit.ts'
import { replyWriter } from './reply-writer.ts'
import { evenRestricted } from './restricted-pages.ts'
import { sendFile } from './send-file.ts'
import { type CookieJar, cookieJar, sessionToken } from './session.ts'
import { bodyOptions, checkBodyKind } from './upload-room.ts'

/** Null is possible only where no session is needed; the school only where the endpoint needs one. */
type ViewerOf<A extends Access, S extends Scope> = A extends 'public'
  ? Viewer | null
  : S extends 'installation'
    ? Viewer
    : SchoolViewer

type TransactionFor<A extends Access, S extends Scope> = TransactionOf<ViewerOf<A, S>>

/** The browser's side of the request, for the few handlers that need it. */
export interface Visitor {
  /** The network address in the form that limits count: an IPv4 address or an IPv6 /64. */
  household: string
  userAgent: string
  /** The address in the form that the log stores: IPv4 /24, IPv6 /48. */
  ipTrunc: string
  cookies: CookieJar
  sessionToken: string | undefined
}

interface RequestInput<P, Q, B, V> {
  params: P
  query: Q
  body: B
  viewer: V
  visitor: Visitor
  /** The person whom the endpoint's page is about is restricted: only a head gets here (ADR 0042). */
  isRestricted: boolean
  /** The instant of the request, and its calendar day in Berlin as YYYY-MM-DD. */
  now: Date
  today: string
}

/** The argument of a handler: validated input, the viewer, and the request's transaction, bound to user and school. */
export interface Call<P, Q, B, V> extends RequestInput<P, Q, B, V> {
  tx: TransactionOf<V>
}

/**
 * For work that must not block the transaction (argon2, files): it opens a transaction, bound like the request's, on
 * demand.
 */
export interface DetachedCall<P, Q, B, V> extends RequestInput<P, Q, B, V> {
  inTransaction<T>(work: (tx: TransactionOf<V>) => Promise<T>): Promise<T>
  /** The same, once for each `Idempotency-Key`: a repeat gets the first answer. The work must return the reply. */
  inTransactionOnce<T>(work: (tx: TransactionOf<V>) => Promise<T>): Promise<T>
  /** The same inside a transaction, for checks before a stored answer is given. */
  once<T>(tx: TransactionOf<V>, work: OnceWork<T>, isValid?: IsValid<T>): Promise<T>
}

/** Who asked, for what is done after the reply; the last one when the work had to run again. */
const viewers = new WeakMap<FastifyRequest, Viewer>()

/** Refuses in this order: 401, 419, 403, 422, 409. */
function ask<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
  S extends Scope,
>(
  platform: Platform,
  endpoint: Endpoint<P, Q, B, R, A, S>,
  http: { request: FastifyRequest; reply: FastifyReply; viewer: Viewer | null },
): RequestInput<z.output<P>, z.output<Q>, z.output<B>, ViewerOf<A, S>> {
  const { request, reply, viewer } = http
  admit(platform, endpoint, { request, viewer })
  checkBodyKind(endpoint, request.body)
  const params = parse(endpoint.params, request.params)
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, request.body)
  checkSchool(request, endpoint, viewer)
  if (viewer && endpoint.opens) viewers.set(request, viewer)
  const now = platform.now()
  const visitor: Visitor = {
    household: householdOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    ipTrunc: truncateAddress(request.ip),
    cookies: cookieJar(request, reply, platform),
    sessionToken: viewer ? sessionToken(request, platform.appUrl) : undefined,
  }
  // `admit` and `checkSchool` have refused all others.
  const today = berlinToday(now)
  return { params, query, body, viewer: viewer as ViewerOf<A, S>, visitor, isRestricted: false, now, today }
}

/** A GET changes nothing, and the database enforces it. */
const isReadOnly = ({ method, isLogged }: Endpoint) => method === 'GET' && !isLogged

/** Only reads may begin before the viewer is certain; public reads set cookies and count tries, so they may not. */
const openingOf = (endpoint: Endpoint): typeof readRequest => {
  if (isReadOnly(endpoint) && endpoint.access !== 'public') return readRequest
  return (pool, origin, work) => openRequest(pool, { ...origin, isReadOnly: isReadOnly(endpoint) }, work)
}

const roomOf = ({ viewer, visitor }: { viewer: Viewer | null; visitor: Visitor }): KeyRoom => ({
  session: visitor.sessionToken,
  schoolId: viewer?.school_id ?? null,
})

interface SettledCall {
  endpoint: Endpoint
  asked: Pick<RequestInput<unknown, unknown, unknown, Viewer | null>, 'params' | 'viewer' | 'visitor' | 'isRestricted'>
  tx: Queries
  request: FastifyRequest
  keys: Platform['keys']
}

/** Work with a key happens once; what is asked about a restricted person is asked again for heads. */
const settle = <T>({ endpoint, asked, tx, request, keys }: SettledCall, work: () => Promise<T>) =>
  endpoint.idempotent
    ? once({ tx, keys, request, room: roomOf(asked) }, work)
    : evenRestricted({ endpoint, asked, tx }, work)

const originOf = (request: FastifyRequest, appUrl: string) => ({
  token: sessionToken(request, appUrl),
  requestId: request.id,
  ipTrunc: truncateAddress(request.ip),
})

/**
 * Public requests are counted for each household and endpoint before any other work: a flood on one page does not keep
 * a school's network from signing in.
 */
const countPublic = async (platform: Platform, endpoint: Endpoint, request: FastifyRequest) => {
  if (endpoint.access === 'public')
    await platform.limits.use(PUBLIC_REQUESTS, `${householdOf(request.ip)} ${endpoint.path}`)
}

/** A file is read only after its sender is known; returns the active school. */
const admitUpload = (platform: Platform, endpoint: Endpoint, request: FastifyRequest) => {
  const origin = () => originOf(request, platform.appUrl)
  return loggingDenials(platform, { endpoint, request, origin }, () =>
    openRequest(platform.pool, { ...origin(), isReadOnly: true }, async (_tx, viewer) => {
      admit(platform, endpoint, { request, viewer })
      return viewer?.school_id ?? null
    }),
  )
}

/** What an answer still needs: tests compare it with the contract, and who opened a person's page is noted. */
const passAnswer = (platform: Platform, call: { endpoint: Endpoint; request: FastifyRequest }, answer: unknown) => {
  const { endpoint, request } = call
  if (platform.checkReplies) endpoint.response.parse(answer)
  const { opens: subject } = endpoint
  const viewer = subject && viewers.get(request)
  if (!viewer || viewer.school_id === null) return
  const { id } = request.params as { id: string }
  platform.views.note({ schoolId: viewer.school_id, userId: viewer.user_id, subject, id: Number(id) }, platform.now())
}

/** Fastify asks for a writer of each status that has a schema; what the schema says, only the writer knows. */
const replyOptions = ({ isFile, response }: Endpoint, status: number) =>
  isFile ? {} : { schema: { response: { [status]: {} } }, serializerCompiler: () => replyWriter(response) }

/** Mounts endpoints of the contract on the server; there is no other way to serve a path. */
export function routesFor(app: FastifyInstance, platform: Platform) {
  const mount = (endpoint: Endpoint, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => {
    const status = endpoint.status ?? 200
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...replyOptions(endpoint, status),
      ...(endpoint.isPolled ? polledRoute(app, endpoint.path) : {}),
      ...bodyOptions(endpoint, (request) => admitUpload(platform, endpoint, request)),
      handler: async (request, reply) => {
        await countPublic(platform, endpoint, request)
        const call = { endpoint, request, origin: () => originOf(request, platform.appUrl) }
        const result = await loggingDenials(platform, call, () => answer(request, reply))
        passAnswer(platform, call, result)
        return endpoint.isFile ? sendFile(reply, result as FileReply) : reply.code(status).send(result)
      },
    })
  }

  /** Binds an endpoint to its handler: one request, one transaction, one school. */
  function route<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
    S extends Scope,
  >(
    endpoint: Endpoint<P, Q, B, R, A, S>,
    handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>, ViewerOf<A, S>>) => Promise<z.output<R>>,
  ) {
    const open = openingOf(endpoint)
    mount(endpoint, (request, reply) =>
      open(platform.pool, originOf(request, platform.appUrl), async (tx, viewer) => {
        const asked = ask(platform, endpoint, { request, reply, viewer })
        const work = () => handler({ ...asked, tx: transactionOf(tx, asked.viewer) })
        return settle({ endpoint, asked, tx, request, keys: platform.keys }, work)
      }),
    )
  }

  /** The same for handlers with slow work outside the database; they open their own short transactions. */
  function routeDetached<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
    S extends Scope,
  >(
    endpoint: Endpoint<P, Q, B, R, A, S>,
    handler: (call: DetachedCall<z.output<P>, z.output<Q>, z.output<B>, ViewerOf<A, S>>) => Promise<z.output<R>>,
  ) {
    mount(endpoint, async (request, reply) => {
      const origin = originOf(request, platform.appUrl)
      const asked = await openRequest(platform.pool, origin, async (_tx, viewer) =>
        ask(platform, endpoint, { request, reply, viewer }),
      )
      const inTransaction = <T>(work: (tx: TransactionFor<A, S>) => Promise<T>) =>
        openRequest(platform.pool, origin, (tx, viewer) => {
          checkStill(endpoint, asked.viewer, viewer)
          return work(transactionOf(tx, asked.viewer))
        })
      const onceIn = <T>(tx: TransactionFor<A, S>, work: OnceWork<T>, isValid?: IsValid<T>) =>
        once({ tx, keys: platform.keys, request, room: roomOf(asked) }, work, isValid)
      const inTransactionOnce: typeof inTransaction = (work) => inTransaction((tx) => onceIn(tx, () => work(tx)))
      return handler({ ...asked, inTransaction, inTransactionOnce, once: onceIn })
    })
  }

  /** A public answer that is the same for everyone while this process runs; it costs almost nothing. */
  const routeFixed = <R extends z.ZodType>(endpoint: FixedEndpoint<R>, value: z.output<R>) =>
    mountFixed(app, endpoint, value)

  /** A closed endpoint: every call gets the same refusal and is not looked at. */
  const routeClosed = (endpoint: Endpoint, refusal: () => ApiError) => mount(endpoint, () => Promise.reject(refusal()))

  return { route, routeDetached, routeFixed, routeClosed }
}
export type Routes = ReturnType<typeof routesFor>
