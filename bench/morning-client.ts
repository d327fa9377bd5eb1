import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'

interface Question {
  path: string
  /** The address that the proxy would name. */
  from: string
  cookie?: string
  /** The tag of the answer that the page has: 304 is as good as 200. */
  tag?: string | undefined
  /** With a body it is a POST. */
  body?: unknown
  token?: string
  /** Each try has a key of its own unless this says which report it is. */
  once?: string
  isReport?: true
  allowed?: readonly number[]
}

interface Answer {
  status: number
  etag: string | undefined
  cookies: ReadonlyMap<string, string>
}

export interface Ask {
  (question: Question): Promise<Answer>
  versionTag(): string | undefined
}

/** What a deed asked for and did not get: it ends there, as a page would. */
class Refused extends Error {}

export interface Outcome {
  status: number | string
  /** Of a 503 or 429. */
  hasRetryAfter: boolean
  /** The first request of a deed counts from the moment when it was due. */
  milliseconds: number
  isReport: boolean
}

const LONGEST_MS = 30_000

const cookiesOf = ({ headers }: IncomingMessage) =>
  new Map(
    (headers['set-cookie'] ?? []).map((line): [string, string] => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return [name, value]
    }),
  )

const optionsOf = ({ path, from, cookie, tag, body, token, once }: Question) => ({
  method: body === undefined ? 'GET' : 'POST',
  path,
  headers: {
    'x-forwarded-for': from,
    ...(cookie ? { cookie } : {}),
    ...(tag ? { 'if-none-match': tag } : {}),
    ...(token ? { 'x-xsrf-token': token } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': once ?? randomUUID() }),
  },
})

const GOOD = [200, 201, 304]

/** Requests over kept connections, to one process after the other, like a proxy without memory. */
export function openClient(urls: readonly string[], note: (outcome: Outcome) => void) {
  const agents = urls.map((url) => ({ url: new URL(url), agent: new Agent({ keepAlive: true, scheduling: 'fifo' }) }))
  let asked = 0
  let versionTag: string | undefined

  const send = (question: Question) =>
    new Promise<Answer & { hasRetryAfter: boolean; failure?: string }>((resolve) => {
      asked += 1
      const { url, agent } = agents[asked % agents.length] as (typeof agents)[number]
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({
          status: 0,
          etag: undefined,
          cookies: new Map(),
          hasRetryAfter: false,
          failure: error.code ?? error.message,
        })
      const sending = request(
        { host: url.hostname, port: url.port, agent, timeout: LONGEST_MS, ...optionsOf(question) },
        (reply) => {
          reply.resume()
          reply.on('error', fail)
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              etag: reply.headers.etag,
              cookies: cookiesOf(reply),
              hasRetryAfter: reply.headers['retry-after'] !== undefined,
            }),
          )
        },
      )
      sending.on('timeout', () => sending.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })))
      sending.on('error', fail)
      sending.end(question.body === undefined ? undefined : JSON.stringify(question.body))
    })

  /** The requests of one deed that was due at this instant of `performance.now()`. */
  const askFrom = (due: number) => {
    let isFirst = true
    const ask = async (question: Question) => {
      const start = isFirst ? due : performance.now()
      isFirst = false
      const { hasRetryAfter, failure, ...answer } = await send(question)
      const { status } = answer
      const isReport = question.isReport === true
      note({ status: failure ?? status, hasRetryAfter, milliseconds: performance.now() - start, isReport })
      if (!GOOD.includes(status) && !question.allowed?.includes(status)) throw new Refused()
      if (question.path.endsWith('currentVersion')) versionTag = answer.etag ?? versionTag
      return answer
    }
    return Object.assign(ask, { versionTag: () => versionTag })
  }

  return {
    async run(due: number, deed: (ask: Ask) => Promise<void>) {
      await deed(askFrom(due)).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
    },
    close() {
      for (const { agent } of agents) agent.destroy()
    },
  }
}
