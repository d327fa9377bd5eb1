import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { ApiFailure, call, callForFile, outlastBusyServer, setLoadedSchool } from './client.ts'
import { waits } from './waits.ts'

const get = endpoint({
  method: 'GET',
  path: '/api/thing/:id',
  access: 'signed in',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ search: z.string().optional(), status: z.array(z.string()).optional() }),
  response: z.object({ name: z.string() }),
  summary: 'Ding',
})
const save = endpoint({
  method: 'PUT',
  path: '/api/thing',
  access: 'signed in',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
  summary: 'Ding sichern',
})
const add = endpoint({ ...save, method: 'POST', idempotent: true })
const addTwice = endpoint({ ...save, method: 'POST' })
const exported = endpoint({
  method: 'POST',
  path: '/api/file',
  access: 'signed in',
  response: FileReply,
  isFile: true,
  summary: 'Datei',
})

interface Sent {
  method: string
  address: string
  headers: Headers
  body: unknown
}

let sent: Sent[] = []
let replies: (() => Response)[] = []

const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  replies.push(() => new Response(JSON.stringify(body), { status, headers }))
}

const dropCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no Cookie Store
  document.cookie = 'XSRF-TOKEN=; Max-Age=0'
}
const giveCookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no Cookie Store
  document.cookie = `XSRF-TOKEN=${encodeURIComponent(value)}`
}

beforeEach(() => {
  sent = []
  replies = []
  setLoadedSchool(undefined)
  giveCookie('first')
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ method: init.method ?? '', address, headers: new Headers(init.headers), body: init.body })
    if (address === '/sanctum/csrf-cookie') {
      giveCookie('fresh')
      return new Response('{}')
    }
    const next = replies.shift()
    if (!next) throw new TypeError('Failed to fetch')
    return next()
  })
})
afterEach(() => vi.unstubAllGlobals())

const failureOf = (promise: Promise<unknown>): Promise<ApiFailure> =>
  promise.then(
    () => {
      throw new Error('expected a failure')
    },
    (failure) => failure,
  )

describe('call', () => {
  it('fills in the path and leaves empty query values out', async () => {
    reply(200, { name: 'Ding' })
    await expect(call(get, { params: { id: 7 }, query: { search: '', status: ['new', 'waiting'] } })).resolves.toEqual({
      name: 'Ding',
    })
    expect(sent.map(({ address }) => address)).toEqual(['/api/thing/7?status=new&status=waiting'])
  })

  it('names the school the page was loaded for', async () => {
    setLoadedSchool(3)
    reply(200, { name: 'Ding' })
    await call(get, { params: { id: 7 } })
    expect(sent[0]?.headers.get('X-School')).toBe('3')
  })

  it('sends body, token and idempotency key', async () => {
    reply(200, { name: 'Neu' })
    await call(save, { body: { name: 'Neu' }, idempotencyKey: 'k1' })
    expect(sent[0]).toMatchObject({ method: 'PUT', address: '/api/thing', body: '{"name":"Neu"}' })
    expect(sent[0]?.headers.get('X-XSRF-TOKEN')).toBe('first')
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('k1')
  })

  it('fetches a token before the first writing call', async () => {
    dropCookie()
    reply(200, { name: 'Neu' })
    await call(save, { body: { name: 'Neu' } })
    expect(sent.map(({ address }) => address)).toEqual(['/sanctum/csrf-cookie', '/api/thing'])
    expect(sent[1]?.headers.get('X-XSRF-TOKEN')).toBe('fresh')
  })

  it('repeats once with a fresh token after a 419, and only once', async () => {
    reply(419, { message: 'abgelaufen' })
    reply(200, { name: 'Neu' })
    await call(save, { body: { name: 'Neu' }, idempotencyKey: 'k1' })
    expect(sent.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual(['first', null, 'fresh'])
    expect(sent[2]?.headers.get('Idempotency-Key')).toBe('k1')

    sent = []
    reply(419, { message: 'abgelaufen' })
    reply(419, { message: 'abgelaufen' })
    await expect(failureOf(call(save, { body: { name: 'Neu' } }))).resolves.toMatchObject({ status: 419 })
    expect(sent).toHaveLength(3)
  })

  it('keeps the first message of each field', async () => {
    reply(422, { message: 'Bitte prüfen', errors: { 'contacts.0.mail': ['erste', 'zweite'], name: [] } })
    const failure = await failureOf(call(save, { body: { name: '' } }))
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({ status: 422, message: 'Bitte prüfen', errors: { 'contacts.0.mail': 'erste' } })
  })

  it('reads how long to wait', async () => {
    reply(429, { message: 'zu oft' }, { 'Retry-After': '42' })
    await expect(failureOf(call(get, { params: { id: 1 } }))).resolves.toMatchObject({ status: 429, retryAfter: 42 })
  })

  it('has no message when a proxy answers with a page', async () => {
    replies.push(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    await expect(failureOf(call(get, { params: { id: 1 } }))).resolves.toMatchObject({
      status: 502,
      message: '',
      errors: {},
    })
  })

  it('says status 0 when there is no network', async () => {
    await expect(failureOf(call(get, { params: { id: 1 } }))).resolves.toMatchObject({ status: 0 })
  })
})

describe('a file', () => {
  it('comes with its name and its bytes', async () => {
    giveCookie('token')
    const headers = { 'Content-Disposition': "attachment; filename*=UTF-8''Klasse%201%2F2%20F%C3%BCchse.xlsx" }
    replies.push(() => new Response(new Uint8Array([80, 75, 3, 4]), { headers }))
    const file = await callForFile(exported)
    expect(file.name).toBe('Klasse 1/2 Füchse.xlsx')
    expect(file.content.size).toBe(4)
  })

  it('that is refused says why, and is asked for again with a fresh token', async () => {
    giveCookie('old')
    reply(419, { message: 'abgelaufen' })
    reply(403, { message: 'Diese Funktion steht Ihnen nicht zur Verfügung.' })
    await expect(failureOf(callForFile(exported))).resolves.toMatchObject({
      status: 403,
      message: 'Diese Funktion steht Ihnen nicht zur Verfügung.',
    })
    expect(sent.map(({ address }) => address)).toEqual(['/api/file', '/sanctum/csrf-cookie', '/api/file'])
  })
})

describe('a busy server (503 with Retry-After)', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    outlastBusyServer()
  })
  afterEach(() => {
    outlastBusyServer(false)
    vi.useRealTimers()
  })
  const busy = (seconds = 3) => reply(503, { message: 'ausgelastet' }, { 'Retry-After': String(seconds) })
  const bodies = () => sent.map(({ body, headers }) => [body, headers.get('Idempotency-Key')])

  it('is asked again when it said, also for a save that is done once: with the same content and key', async () => {
    busy()
    busy()
    reply(200, { name: 'Neu' })
    const saved = call(add, { body: { name: 'Neu' }, idempotencyKey: 'k1' })
    await vi.advanceTimersByTimeAsync(2999)
    expect(waits.get().kind).toBe('busy')
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3001)
    await expect(saved).resolves.toEqual({ name: 'Neu' })
    expect(bodies()).toEqual(Array.from({ length: 3 }, () => ['{"name":"Neu"}', 'k1']))
    busy()
    reply(200, { name: 'Ding' })
    const loaded = call(get, { params: { id: 1 } })
    await vi.advanceTimersByTimeAsync(3000)
    await expect(loaded).resolves.toEqual({ name: 'Ding' })
  })

  it('is not asked again for a save that could be done twice, and not for what nobody waits for', async () => {
    busy()
    await expect(failureOf(call(addTwice, { body: { name: 'Neu' } }))).resolves.toMatchObject({
      status: 503,
      retryAfter: 3,
    })
    busy()
    await expect(failureOf(call(get, { params: { id: 1 }, isBackground: true }))).resolves.toMatchObject({
      status: 503,
      isRepeated: false,
    })
    expect(sent).toHaveLength(2)
  })

  it('is asked for a minute', async () => {
    for (let tries = 0; tries < 7; tries++) busy(10)
    const failure = failureOf(call(get, { params: { id: 1 } }))
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(failure).resolves.toMatchObject({ status: 503, isRepeated: true })
    expect(sent).toHaveLength(7)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that names a longer wait is not only busy: its reason is said at once', async () => {
    busy(30)
    await expect(failureOf(call(get, { params: { id: 1 } }))).resolves.toMatchObject({ status: 503, retryAfter: 30 })
    expect(sent).toHaveLength(1)
  })

  it('is not asked again once the page was left', async () => {
    busy()
    const leaving = new AbortController()
    const loaded = call(get, { params: { id: 1 }, signal: leaving.signal }).catch((reason: unknown) => reason)
    await vi.advanceTimersByTimeAsync(1000)
    leaving.abort('left')
    expect(await loaded).toBe('left')
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveLength(1)
  })
})
