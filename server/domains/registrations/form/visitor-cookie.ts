import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/db/hash-token.ts'
import type { CookieJar } from '#server/http/session.ts'
import type { SecretRing } from '#server/secret-keys.ts'

const COOKIE = 'visitor'
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * A browser that fills in forms, found by the hash of its cookie; only the browser has the cookie's 256 bits (domain
 * §2).
 */
export interface FormVisitor {
  token: string
  hash: Buffer
  /** The key that decrypts the visitor's data; the server does not store it. */
  keys: SecretRing
}

const toVisitor = (token: string): FormVisitor => ({
  token,
  hash: hashToken(token),
  keys: [{ id: 'visitor', bytes: Buffer.from(token, 'base64url') }],
})

/** The visitor of the cookie, or undefined. */
export const findVisitor = (cookies: CookieJar) => {
  const token = cookies.get(COOKIE) ?? ''
  return TOKEN.test(token) ? toVisitor(token) : undefined
}

/** The visitor of the cookie, or a new one. */
export const findOrMakeVisitor = (cookies: CookieJar) =>
  findVisitor(cookies) ?? toVisitor(randomBytes(32).toString('base64url'))

/** Sets the visitor's cookie, which lasts until the browser closes. */
export const setVisitorCookie = (cookies: CookieJar, { token }: FormVisitor) => cookies.set(COOKIE, token)
