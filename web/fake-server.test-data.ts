import type { Endpoint } from '#contract/endpoint.ts'
import type { Reply } from './api/client.ts'
import { json } from './page.test-data.ts'

/** A call that the page under test has sent. */
export interface Sent {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

type Answer = (sent: Sent) => Response | Promise<Response>

const patternOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`)

const readSent = (address: string | URL | Request, init?: RequestInit): Sent => {
  const url = new URL(String(address), window.location.origin)
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  return { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
}

/**
 * Answers the calls of a page in place of the server. The types of the contract hold for every reply; a call that no
 * test has prepared is answered with 404 and stands in `missing`.
 */
export const fakeServer = () => {
  const answers: { pattern: RegExp; isExact: boolean; answer: Answer }[] = []
  const sent: Sent[] = []
  const missing: string[] = []
  const answerFor = ({ method, path }: Sent) => {
    const fitting = answers.filter(({ pattern }) => pattern.test(`${method} ${path}`))
    // `…/formOptions` is no `…/:id`.
    return fitting.findLast(({ isExact }) => isExact) ?? fitting.at(-1)
  }
  const prepare = (endpoint: Pick<Endpoint, 'method' | 'path'>, answer: Answer) => {
    answers.push({ pattern: patternOf(endpoint), isExact: !endpoint.path.includes(':'), answer })
  }
  return {
    /** Holds every call so far, in the order of sending. */
    sent,
    /** Holds the calls that no test has prepared. */
    missing,
    /** Lists the bodies that were sent to this endpoint. */
    bodiesOf: (endpoint: Pick<Endpoint, 'method' | 'path'>) =>
      sent.filter(({ method, path }) => patternOf(endpoint).test(`${method} ${path}`)).map(({ body }) => body),
    /** Answers an endpoint from now on; what was prepared before no longer holds. */
    on: <E extends Endpoint>(endpoint: E, reply: (sent: Sent) => Reply<E>) =>
      prepare(endpoint, (call) => json(endpoint.status ?? 200, reply(call))),
    /** Does the same with a refusal, or with an answer that takes its time. */
    onRaw: prepare,
    fetch: async (address: string | URL | Request, init?: RequestInit) => {
      const call = readSent(address, init)
      sent.push(call)
      const found = answerFor(call)
      if (!found) missing.push(`${call.method} ${call.path}`)
      return found ? found.answer(call) : json(404, { message: '' })
    },
  }
}

export type FakeServer = ReturnType<typeof fakeServer>
