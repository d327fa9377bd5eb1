import { randomBytes } from 'node:crypto'
import type { CookieJar } from '#server/http/session.ts'
import { hmac, isHmac, type SecretRing } from '#server/secret-keys.ts'

/**
 * A browser in which somebody has signed in before (OWASP "device cookies"): it may still sign in when others in its
 * network typed too many wrong passwords. The cookie is no login. It contains a number of the device and one signature
 * for each account that signed in with it; the cookie does not reveal which accounts these are.
 */
const COOKIE = 'device'
const PURPOSE = 'known device'
const SECONDS = 180 * 24 * 60 * 60
/**
 * The number of people who share a computer; only those who signed in last stay in the cookie, so that it stays small.
 */
const ACCOUNTS_MAX = 10
const FORM = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{43}){1,10}$/

interface Account {
  id: number
  /** Part of the signature: a new password makes every device unknown. */
  password_hash: string | null
}

interface Device {
  nonce: string
  signatures: string[]
}

const readDevice = (cookies: CookieJar): Device | undefined => {
  const value = cookies.get(COOKIE) ?? ''
  if (!FORM.test(value)) return undefined
  const [nonce = '', ...signatures] = value.split('.')
  return { nonce, signatures }
}

const signedText = (nonce: string, { id, password_hash }: Account) => `${nonce} ${id} ${password_hash}`

const signatureFits = (keys: SecretRing, text: string) => (signature: string) =>
  isHmac(keys, { purpose: PURPOSE, text, mac: Buffer.from(signature, 'base64url') })

/** The number of the device when this account has signed in with it; undefined for any other cookie or account. */
export function findKnownDevice(keys: SecretRing, cookies: CookieJar, account: Account | undefined) {
  const device = readDevice(cookies)
  if (!device || !account) return undefined
  const isKnown = device.signatures.some(signatureFits(keys, signedText(device.nonce, account)))
  return isKnown ? device.nonce : undefined
}

/** Called after a login: from now on this account knows the browser. */
export function rememberDevice(keys: SecretRing, cookies: CookieJar, account: Account) {
  const { nonce, signatures } = readDevice(cookies) ?? { nonce: randomBytes(16).toString('base64url'), signatures: [] }
  const text = signedText(nonce, account)
  const others = signatures.filter((signature) => !signatureFits(keys, text)(signature))
  const own = hmac(keys, PURPOSE, text).toString('base64url')
  cookies.set(COOKIE, [nonce, own, ...others].slice(0, ACCOUNTS_MAX + 1).join('.'), SECONDS)
}
