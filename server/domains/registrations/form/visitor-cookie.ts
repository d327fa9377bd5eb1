import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/db/hash-token.ts'
import type { CookieJar } from '#server/http/session.ts'
import type { SecretRing } from '#server/secret-keys.ts'

const COOKIE = 'visitor'
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A browser filling in forms: found by the hash of its cookie, whose 256 bits only the browser keeps (domain §2). */
export interface FormVisitor {
  token: string
  hash: Buffer
  /** Opens what the visitor left here; the server does not keep it. */
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

/** Leaves the visitor's cookie until the browser closes. */
export const keepVisitor = (cookies: CookieJar, { token }: FormVisitor) => cookies.set(COOKIE, token)
