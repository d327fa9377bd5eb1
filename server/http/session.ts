import type { FastifyReply, FastifyRequest } from 'fastify'
import { makeCsrfToken } from './csrf.ts'
import type { Platform } from './platform.ts'

const DAY = 24 * 60 * 60
/** Eingeloggt bleiben: 14 days; otherwise until the browser closes, 12 hours at most. */
export const SESSION_SECONDS = { remember: 14 * DAY, short: DAY / 2 }

const isSecure = (appUrl: string) => appUrl.startsWith('https:')

/** The `__Host-` prefix needs TLS; on localhost the plain name is used. */
export const cookieName = (appUrl: string, name: string) => (isSecure(appUrl) ? `__Host-${name}` : name)

export const sessionToken = (request: FastifyRequest, appUrl: string): string | undefined =>
  request.cookies[cookieName(appUrl, 'session')] || undefined

/** Cookies of one request, always with path /, SameSite=Lax, and Secure with TLS. */
export function cookieJar(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, appUrl }: Pick<Platform, 'keys' | 'appUrl'>,
) {
  const base = { path: '/', sameSite: 'lax', secure: isSecure(appUrl) } as const
  const setCsrf = (session: string | undefined) => {
    reply.setCookie('XSRF-TOKEN', makeCsrfToken(keys, session), base)
  }
  return {
    get: (name: string): string | undefined => request.cookies[cookieName(appUrl, name)] || undefined,
    /** Sets a cookie that no script can read; without `maxAge` (seconds) it ends with the browser. */
    set(name: string, value: string, maxAge?: number) {
      reply.setCookie(cookieName(appUrl, name), value, { ...base, httpOnly: true, ...(maxAge ? { maxAge } : {}) })
    },
    clear(name: string) {
      reply.clearCookie(cookieName(appUrl, name), { ...base, httpOnly: true })
    },
    setCsrf,
    signIn(token: string, remember: boolean) {
      this.set('session', token, remember ? SESSION_SECONDS.remember : undefined)
      reply.setCookie('signed_in', '1', { ...base, ...(remember ? { maxAge: SESSION_SECONDS.remember } : {}) })
      setCsrf(token)
    },
    signOut() {
      this.clear('session')
      reply.header('Clear-Site-Data', '"cache"')
      reply.clearCookie('signed_in', base)
      setCsrf(undefined)
    },
  }
}
export type CookieJar = ReturnType<typeof cookieJar>
