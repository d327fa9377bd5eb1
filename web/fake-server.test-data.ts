import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { Reply } from './api/client.ts'
import { json } from './page.test-data.ts'

/** The server of a test: it answers `fetch`, and nothing else of the program is replaced. */

/** A call as the contract reads it. */
type Heard<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> } : never

interface Call {
  method: string
  url: URL
  text: string | undefined
}

type Answered = Response | undefined | Promise<Response | undefined>
/** Answers a call, or gives undefined when the call is for another endpoint. */
export type Answer = (call: Call) => Answered

/** Undefined leaves the call to the next answer. */
type Replied<E extends Endpoint> = Reply<E> | Response | undefined
type Replying<E extends Endpoint> = (call: Heard<E>) => Replied<E> | Promise<Replied<E>>

type Address = Pick<Endpoint, 'method' | 'path'>

const oneOrMany = (values: string[]) => (values.length > 1 ? values : values[0])
const queryOf = (search: URLSearchParams) =>
  Object.fromEntries([...new Set(search.keys())].map((key) => [key, oneOrMany(search.getAll(key))]))

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** A file is sent as it is; the contract reads it on the server alone. */
const bodyOf = ({ body, isUpload }: Endpoint, text: string | undefined) =>
  isUpload ? undefined : body?.parse(text === undefined ? undefined : JSON.parse(text))

/** The reply to one endpoint. The contract checks both the call and what is answered; a `Response` is a refusal. */
export const answer = <E extends Endpoint>(endpoint: E, reply: Replying<E>): Answer => {
  const pattern = patternOf(endpoint.path)
  return async ({ method, url, text }) => {
    const found = method === endpoint.method ? pattern.exec(url.pathname) : null
    const params = endpoint.params?.safeParse({ ...found?.groups })
    if (!found || params?.success === false) return undefined
    const query = endpoint.query?.parse(queryOf(url.searchParams))
    const given = await reply({ params: params?.data, query, body: bodyOf(endpoint, text) } as Heard<E>)
    if (given === undefined) return undefined
    return given instanceof Response ? given : json(endpoint.status ?? 200, endpoint.response.parse(given))
  }
}

/** Answers nothing: the call stays on its way, as on a slow line. */
export const stillOnItsWay = () => new Promise<Response>(() => {})

/** The refusal for somebody who started from an older version. */
export const refuseStale = (changedBy = 'Alex Amtmann') =>
  json(409, { message: ERROR_TEXTS.stale, changed_by: changedBy, changed_at: '2026-11-20T08:00:00.000Z' })

/** The refusal of one field. */
export const refuseField = (field: string, text: string) => json(422, { message: '', errors: { [field]: [text] } })

const isFor = ({ method, path }: Address, call: Call) =>
  method === call.method && patternOf(path).test(call.url.pathname)

const readCall = (address: string | URL | Request, init?: RequestInit): Call => ({
  method: init?.method ?? 'GET',
  url: new URL(String(address), window.location.origin),
  text: typeof init?.body === 'string' ? init.body : undefined,
})

/** A server of these answers, the first that fits; what nobody answers is not found. */
export const fakeServer = (prepared: readonly Answer[] = []) => {
  const answers = [...prepared]
  const calls: Call[] = []
  const sentTo = (endpoint: Address) => calls.filter((call) => isFor(endpoint, call))
  return {
    /** Somebody has a session: the program opens with its cookie. */
    hasSession: false,
    /** Answers an endpoint from now on; what was prepared before no longer holds. */
    on: <E extends Endpoint>(endpoint: E, reply: Replying<E>) => {
      answers.unshift(answer(endpoint, reply))
    },
    /** Lists the addresses that were called at this endpoint, in the order of sending. */
    sentTo: (endpoint: Address) => sentTo(endpoint).map(({ url }) => url),
    /** Lists the bodies that were sent to this endpoint, as they were sent. */
    bodiesOf: (endpoint: Address) =>
      sentTo(endpoint).map(({ text }): unknown => (text === undefined ? undefined : JSON.parse(text))),
    fetch: async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const call = readCall(address, init)
      calls.push(call)
      for (const one of answers) {
        const reply = await one(call)
        if (reply) return reply
      }
      return json(404, { message: 'Nicht gefunden.' })
    },
  }
}

export type FakeServer = ReturnType<typeof fakeServer>
