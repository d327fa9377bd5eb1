import type { Endpoint } from '#contract/endpoint.ts'

interface Sent {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** A browser that talks to a real server over the network: keeps cookies, sends the CSRF token. */
export function openFetchBrowser(url: string) {
  const cookies = new Map<string, string>()
  const request = async (method: string, path: string, { body, headers = {} }: Pick<Sent, 'body' | 'headers'> = {}) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return { status: reply.status, json: (await reply.json()) as unknown, headers: reply.headers }
  }
  const call = async (endpoint: Endpoint, { params = {}, query = {}, ...sent }: Sent = {}) => {
    if (!cookies.has('XSRF-TOKEN')) await request('GET', '/sanctum/csrf-cookie')
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
    const search = new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    )
    return request(endpoint.method, search.size > 0 ? `${path}?${search}` : path, sent)
  }
  return { call, cookies }
}
export type FetchBrowser = ReturnType<typeof openFetchBrowser>
