import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { firstMessages } from '#contract/first-messages.ts'
import { logCall } from './call-log.ts'
import { waits } from './waits.ts'

/** The value type for the caller; coerced numbers accept anything on the wire, but callers pass a number. */
type Given<In, Out> = unknown extends In ? Out : In
type GivenObject<In, Out> = { [K in keyof In]: K extends keyof Out ? Given<In[K], Out[K]> : In[K] }
type Part<Name extends string, S extends z.ZodType> = S extends z.ZodUndefined
  ? { [K in Name]?: undefined }
  : z.input<S> extends infer In
    ? // biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every key may be missing
      {} extends In
      ? { [K in Name]?: GivenObject<In, z.output<S>> }
      : { [K in Name]: GivenObject<In, z.output<S>> }
    : never

interface CallOptions {
  /** Sent as `Idempotency-Key`: a repeat with the same key gets the first answer. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The request outlives the page, for saving when it is left; at most 64 kB. */
  keepalive?: boolean
  /** The tag of the cached reply: the server does not send it again while it is unchanged. */
  ifNoneMatch?: string
  /** Nobody waits for the answer: there is no message about waiting, and no second try. */
  isBackground?: boolean
}

/** `params`, `query` and `body` by the endpoint's schemas; other keys are refused. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B> & CallOptions
    : never

export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never

/** The input may be left out only when none of it is required. */
// biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every key may be missing
export type InputArgs<E> = {} extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** The common shape of all inputs for the code below, which no longer needs their types. */
interface RawInput extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A call that was refused or got no answer. `status` 0: the network failed; `errors`: the first message of each field. */
export class ApiFailure extends Error {
  readonly status: number
  readonly errors: Record<string, string>
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly body: unknown
  /** Whether the call has already repeated its request to the busy server for as long as it may. */
  readonly isRepeated: boolean

  constructor(reply: { status: number; body?: unknown; retryAfter?: number | undefined; isRepeated?: boolean }) {
    const { message, errors } = readErrorBody(reply.body)
    super(message)
    this.name = 'ApiFailure'
    this.status = reply.status
    this.errors = errors
    this.retryAfter = reply.retryAfter
    this.body = reply.body
    this.isRepeated = reply.isRepeated ?? false
  }
}

/** Whether the failure names refused fields. */
export const hasFieldErrors = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && Object.keys(failure.errors).length > 0

const readErrorBody = (body: unknown) => {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: Record<string, string[]> }
  return {
    message: typeof message === 'string' ? message : '',
    errors: firstMessages(errors ?? {}),
  }
}

let loadedSchool: number | undefined

/**
 * The school this page was loaded for; every call names it, so that two tabs never write into the wrong school.
 */
export const setLoadedSchool = (schoolId: number | undefined) => {
  loadedSchool = schoolId
}

export const readCookie = (name: string) => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

// The reply is read to its end, because an unread reply counts as still running.
const fetchXsrfCookie = async () => (await request('GET', '/sanctum/csrf-cookie', {})).text()

const addressOf = (endpoint: Pick<Endpoint, 'path'>, { params, query }: RawInput) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one))
    }
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** An upload is sent as raw bytes. */
const isFile = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array

const headersOf = (method: string, { body, idempotencyKey, ifNoneMatch }: RawInput) => {
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined) headers.set('Content-Type', isFile(body) ? 'application/octet-stream' : 'application/json')
  if (method !== 'GET') headers.set('X-XSRF-TOKEN', readCookie('XSRF-TOKEN') ?? '')
  if (loadedSchool !== undefined) headers.set('X-School', String(loadedSchool))
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (ifNoneMatch) headers.set('If-None-Match', ifNoneMatch)
  return headers
}

const request = async (method: string, address: string, input: RawInput): Promise<Response> => {
  const { body, signal, keepalive } = input
  const started = performance.now()
  const log = (response?: Response) =>
    logCall({
      method,
      path: address.split('?')[0] ?? '',
      status: response?.status ?? 0,
      durationMs: Math.round(performance.now() - started),
      requestId: response?.headers.get('X-Request-Id') ?? null,
    })
  try {
    const response = await fetch(address, {
      method,
      headers: headersOf(method, input),
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: isFile(body) ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    })
    log(response)
    return response
  } catch (cause) {
    if (signal?.aborted) throw cause
    log()
    throw new ApiFailure({ status: 0 })
  }
}

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page is no JSON: it has no message to show.
    return undefined
  }
}

/** Sends the request, and a second time with a new token when the first one was too old. */
const askOnce = async (endpoint: Endpoint, raw: RawInput): Promise<Response> => {
  const address = addressOf(endpoint, raw)
  if (endpoint.method !== 'GET' && !readCookie('XSRF-TOKEN')) await fetchXsrfCookie()
  const response = await request(endpoint.method, address, raw)
  if (response.status !== 419) return response
  await fetchXsrfCookie()
  return request(endpoint.method, address, raw)
}

const retryAfterOf = (response: Response) => Number(response.headers.get('Retry-After')) || undefined

/** For this long the request to a busy server is repeated before the call fails. */
const PATIENCE_SECONDS = 60
/** A server that names a longer wait is not only busy: its reason is shown at once. */
const BUSY_SECONDS = 10

let isPatient = false

/** From now on calls wait for a busy server; the staff's pages show this in one place (`waits`). */
export const outlastBusyServer = (isOn = true) => {
  isPatient = isOn
}

/** Whether a repeat has no further effect and somebody waits for the answer. PUT is idempotent (RFC 9110, 9.2.2). */
const isRepeatable = ({ method, idempotent }: Endpoint, { isBackground, keepalive }: RawInput) =>
  isPatient && !isBackground && !keepalive && (method === 'GET' || method === 'PUT' || idempotent === true)

/**
 * Sends the request, and repeats it while the server is busy and names a time; only requests that may be sent twice.
 */
const ask = async (endpoint: Endpoint, raw: RawInput): Promise<Response> => {
  if (raw.isBackground || raw.keepalive) return askOnce(endpoint, raw)
  const wait = waits.begin()
  try {
    for (let waited = 0; ; ) {
      const response = await askOnce(endpoint, raw)
      const seconds = response.status === 503 ? retryAfterOf(response) : undefined
      const isBusy = seconds !== undefined && seconds <= BUSY_SECONDS
      if (!isBusy || waited + seconds > PATIENCE_SECONDS || !isRepeatable(endpoint, raw)) return response
      waited += seconds
      await wait.pause(seconds, raw.signal)
    }
  } finally {
    wait.end()
  }
}

const failureOf = (response: Response, body: unknown, isRepeated = false) =>
  new ApiFailure({
    status: response.ok ? 0 : response.status,
    body,
    retryAfter: retryAfterOf(response),
    isRepeated,
  })

/**
 * Calls an endpoint of the contract and returns its reply; throws `ApiFailure` for every refusal and when there is no
 * answer.
 */
export const call = async <E extends Endpoint>(endpoint: E, ...[input]: InputArgs<E>): Promise<Reply<E>> => {
  const raw = (input ?? {}) as RawInput
  const response = await ask(endpoint, raw)
  const body = await readBody(response)
  if (response.ok && body !== undefined) return body as Reply<E>
  throw failureOf(response, body, isRepeatable(endpoint, raw))
}

/** The reply of a polled endpoint (`isPolled`), and its tag. */
export interface TaggedReply<R> {
  reply: R
  etag: string | undefined
}

/** The same for a polled endpoint; returns the cached reply when it is unchanged. */
export const callAgain = async <E extends Endpoint>(
  endpoint: E,
  known: TaggedReply<Reply<E>> | undefined,
  ...[input]: InputArgs<E>
): Promise<TaggedReply<Reply<E>>> => {
  const raw = { ...input, ...(known?.etag ? { ifNoneMatch: known.etag } : {}) } as RawInput
  const response = await ask(endpoint, raw)
  if (response.status === 304 && known) return known
  const body = await readBody(response)
  if (!response.ok || body === undefined) throw failureOf(response, body, isRepeatable(endpoint, raw))
  return { reply: body as Reply<E>, etag: response.headers.get('ETag') ?? undefined }
}

export interface LoadedFile {
  name: string
  content: Blob
}

const nameIn = (disposition: string | null) => {
  const [, encoded = 'Datei'] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? []
  return decodeURIComponent(encoded)
}

/** The same for an endpoint that returns a file (`isFile`). */
export const callForFile = async <E extends Endpoint>(endpoint: E, ...[input]: InputArgs<E>): Promise<LoadedFile> => {
  const response = await ask(endpoint, (input ?? {}) as RawInput)
  if (!response.ok) throw failureOf(response, await readBody(response))
  const content = await response.blob().catch(() => {
    throw new ApiFailure({ status: 0 })
  })
  return { name: nameIn(response.headers.get('Content-Disposition')), content }
}
