import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SecretKey {
  /** The short name before each encrypted text, so that an old text finds its key after a rotation. */
  id: string
  bytes: Buffer
}

/** The first key is the current one; the others only decrypt what they once encrypted. */
export type SecretRing = readonly [SecretKey, ...SecretKey[]]

const keyPattern = /^([a-z0-9]{1,16}):([A-Za-z0-9_-]{43})$/

/**
 * Reads `id:base64url of 32 bytes`, several of them separated by commas; throws a German text that does not show the
 * key.
 */
export const parseSecretRing = (text: string): SecretRing => {
  const keys = text.split(',').map((part): SecretKey => {
    const [, id, encoded] = keyPattern.exec(part.trim()) ?? []
    if (!id || !encoded)
      throw new Error('erwartet wird id:Schlüssel (32 Byte als base64url), mehrere durch Komma getrennt')
    return { id, bytes: Buffer.from(encoded, 'base64url') }
  })
  const [current, ...older] = keys
  if (!current || new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error('jede id darf nur einmal vorkommen')
  return [current, ...older]
}

export const formatKey = ({ id, bytes }: SecretKey) => `${id}:${bytes.toString('base64url')}`

/** The ring from the environment, or the one in the data folder, which is created at the first start. */
export const openSecretRing = (env: { SECRET_KEY?: SecretRing | undefined; DATA_DIR: string }): SecretRing => {
  if (env.SECRET_KEY) return env.SECRET_KEY
  const file = join(env.DATA_DIR, 'secret.key')
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  try {
    // wx: when two processes start for the first time, only one creates the key, and both read it.
    writeFileSync(file, `${formatKey({ id: 'k1', bytes: randomBytes(32) })}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return parseSecretRing(readFileSync(file, 'utf8').trim())
}

const findKey = (ring: SecretRing, id: string) => {
  const key = ring.find((candidate) => candidate.id === id)
  if (!key) throw new Error(`secret key ${id} is not in the ring`)
  return key
}

/** Keys already derived: an import seals thousands of texts for the same purpose. */
const derived = new WeakMap<SecretKey, Map<string, Buffer>>()

/** A key of 32 bytes for one purpose only: a key that leaks in one place opens nothing elsewhere. */
export const deriveKey = (ring: SecretRing, purpose: string, id = ring[0].id) => {
  const secret = findKey(ring, id)
  const known = derived.get(secret) ?? new Map<string, Buffer>()
  derived.set(secret, known)
  const key = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret.bytes, '', `schulhof ${purpose}`, 32))
  known.set(purpose, key)
  return key
}

const formatVersion = 1
const nonceLength = 12
const tagLength = 16

const headerFor = (id: string) => Buffer.concat([Buffer.from([formatVersion, id.length]), Buffer.from(id, 'latin1')])

/** The purpose of a text, and its row when it must not open in another one. */
export type Purpose = string | { name: string; place: string }

const nameOf = (purpose: Purpose) => (typeof purpose === 'string' ? purpose : purpose.name)
const authenticated = (header: Buffer, purpose: Purpose) =>
  typeof purpose === 'string' ? header : Buffer.concat([header, Buffer.from(purpose.place)])

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text, 'utf8') : text)

/**
 * AES-256-GCM: version, length of the key id, key id, nonce, tag, text. The header and the place are authenticated,
 * too.
 */
export const encrypt = (ring: SecretRing, purpose: Purpose, text: string | Uint8Array): Buffer => {
  const header = headerFor(ring[0].id)
  const nonce = randomBytes(nonceLength)
  const key = deriveKey(ring, nameOf(purpose))
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(header, purpose))
  const body = Buffer.concat([cipher.update(bytesOf(text)), cipher.final()])
  return Buffer.concat([header, nonce, cipher.getAuthTag(), body])
}

/**
 * The decrypted text; an error when a bit was changed, purpose or place differ, or its key is no longer in the ring.
 */
export const decryptBytes = (ring: SecretRing, purpose: Purpose, sealed: Buffer): Buffer => {
  const headerLength = 2 + (sealed[1] ?? 0)
  const bodyStart = headerLength + nonceLength + tagLength
  if (sealed[0] !== formatVersion || sealed.length < bodyStart) throw new Error('not an encrypted text')
  const id = sealed.subarray(2, headerLength).toString('latin1')
  const nonce = sealed.subarray(headerLength, headerLength + nonceLength)
  const key = deriveKey(ring, nameOf(purpose), id)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    .setAAD(authenticated(sealed.subarray(0, headerLength), purpose))
    .setAuthTag(sealed.subarray(headerLength + nonceLength, bodyStart))
  return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()])
}

export const decrypt = (ring: SecretRing, purpose: Purpose, sealed: Buffer): string =>
  decryptBytes(ring, purpose, sealed).toString('utf8')

const hmacWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** HMAC-SHA256 with the current key. */
export const hmac = (ring: SecretRing, purpose: string, text: string): Buffer =>
  hmacWith(deriveKey(ring, purpose), text)

/** Whether any key of the ring made the HMAC, so that a rotation signs nobody out; compares in constant time. */
export const isHmac = (ring: SecretRing, claim: { purpose: string; text: string; mac: Buffer }) =>
  ring.some(({ id }) => {
    const expected = hmacWith(deriveKey(ring, claim.purpose, id), claim.text)
    return expected.length === claim.mac.length && timingSafeEqual(expected, claim.mac)
  })
