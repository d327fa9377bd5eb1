import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

export const TEST_PASSWORD = 'Ein guter Satz für Tests'

interface CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  headers?: Record<string, string>
}

/** Encodes a value like a browser; the fuzz may pass an object that has no text. */
const inAddress = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inAddress).join(',')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: CallOptions) => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name]).toWellFormed()),
  )
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, inAddress(value)] as const],
  )
  return given.length > 0 ? `${path}?${new URLSearchParams(Object.fromEntries(given))}` : path
}

interface SetCookie {
  name: string
  value: string
  maxAge?: number
  expires?: Date
}

const isDeleted = ({ maxAge, expires }: SetCookie) => maxAge === 0 || (expires !== undefined && expires.getTime() <= 0)

const storeCookie = (cookies: Map<string, string>, cookie: SetCookie) => {
  if (isDeleted(cookie)) cookies.delete(cookie.name)
  else cookies.set(cookie.name, cookie.value)
}

/** A browser: stores cookies, sends the CSRF token, and has one network address. */
export function openVisitor(app: FastifyInstance, ip = '127.0.0.1') {
  const cookies = new Map<string, string>()

  /** Sends any request, by method and address. */
  const inject = async (method: string, url: string, options: Pick<CallOptions, 'body' | 'headers'> = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: ip,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    })
    for (const cookie of response.cookies as SetCookie[]) storeCookie(cookies, cookie)
    return response
  }

  /** Calls an endpoint of the contract; fetches a CSRF token first when there is none. */
  const call = async (endpoint: Endpoint, options: CallOptions = {}) => {
    if (endpoint.method !== 'GET' && !cookies.has('XSRF-TOKEN')) await inject('GET', '/sanctum/csrf-cookie')
    return inject(endpoint.method, urlOf(endpoint, options), options)
  }

  const logIn = async (email: string, password = TEST_PASSWORD) => {
    await inject('GET', '/sanctum/csrf-cookie')
    return inject('POST', '/login', { body: { email, password } })
  }

  return { call, inject, logIn, cookies }
}
export type TestVisitor = ReturnType<typeof openVisitor>
