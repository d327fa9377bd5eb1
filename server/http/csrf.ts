import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hmac, isHmac, type SecretRing } from '#server/secret-keys.ts'
import { csrfRefused } from './api-error.ts'

const PURPOSE = 'csrf'
const signedText = (nonce: string, session: string | undefined) => `${nonce}.${session ?? 'guest'}`

/** nonce.hmac over nonce and session (or 'guest'); renewed at login and logout (architecture §5). */
export function makeCsrfToken(keys: SecretRing, session: string | undefined) {
  const nonce = randomBytes(18).toString('base64url')
  return `${nonce}.${hmac(keys, PURPOSE, signedText(nonce, session)).toString('base64url')}`
}

const isValid = (keys: SecretRing, token: string, session: string | undefined) => {
  const [nonce = '', sent = ''] = token.split('.')
  return isHmac(keys, { purpose: PURPOSE, text: signedText(nonce, session), mac: Buffer.from(sent, 'base64url') })
}

const comesFromElsewhere = ({ headers }: FastifyRequest, appUrl: string) =>
  headers['sec-fetch-site'] === 'cross-site' ||
  (headers.origin !== undefined &&
    headers.origin !== new URL(appUrl).origin &&
    new URL(appUrl).hostname !== 'localhost')

/** Throws 419 unless the header carries a token of this very session; for every method but GET and HEAD. */
export function checkCsrf(
  request: FastifyRequest,
  { keys, appUrl }: { keys: SecretRing; appUrl: string },
  session: string | undefined,
) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const token = String(request.headers['x-xsrf-token'] ?? '')
  if (comesFromElsewhere(request, appUrl) || !isValid(keys, token, session)) throw csrfRefused()
}
