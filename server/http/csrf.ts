import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hmac, isHmac, type SecretRing } from '#server/secret-keys.ts'
import { csrfRefused } from './api-error.ts'

const PURPOSE = 'csrf'
const signedText = (nonce: string, session: string | undefined) => `${nonce}.${session ?? 'guest'}`

/** nonce.hmac over nonce and session (or 'guest'); renewed at login and logout. */
export function makeCsrfToken(keys: SecretRing, session: string | undefined) {
  const nonce = randomBytes(18).toString('base64url')
  return `${nonce}.${hmac(keys, PURPOSE, signedText(nonce, session)).toString('base64url')}`
}

const isValid = (keys: SecretRing, token: string, session: string | undefined) => {
  const [nonce = '', sent = ''] = token.split('.')
  return isHmac(keys, { purpose: PURPOSE, text: signedText(nonce, session), mac: Buffer.from(sent, 'base64url') })
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : undefined)

/** On localhost the port may differ (Vite in development); elsewhere the origin must be the app's own. */
const isOwnOrigin = (origin: string, appUrl: string) =>
  origin === new URL(appUrl).origin ||
  (LOCAL_HOSTS.includes(new URL(appUrl).hostname) && LOCAL_HOSTS.includes(hostOf(origin) ?? ''))

const OWN_SITES = ['same-origin', 'none']

const comesFromElsewhere = ({ headers }: FastifyRequest, appUrl: string) =>
  !OWN_SITES.includes(String(headers['sec-fetch-site'] ?? 'none')) ||
  (headers.origin !== undefined && !isOwnOrigin(headers.origin, appUrl))

/** Throws 419 unless the header has a token of this session; for every method except GET and HEAD. */
export function checkCsrf(
  request: FastifyRequest,
  { keys, appUrl }: { keys: SecretRing; appUrl: string },
  session: string | undefined,
) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const token = String(request.headers['x-xsrf-token'] ?? '')
  if (comesFromElsewhere(request, appUrl) || !isValid(keys, token, session)) throw csrfRefused()
}
