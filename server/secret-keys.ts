import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
    // A number of its own, so that a key made after the file was lost is never taken for the lost one.
    const fresh = { id: `k${randomInt(100_000, 1_000_000)}`, bytes: randomBytes(32) }
    // wx: when two processes start for the first time, only one creates the key, and both read it.
    writeFileSync(file, `${formatKey(fresh)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return followRingFile(file)
}

/** How soon a running server writes with a key that was put in front of its file. */
export const RING_NOTICE_MS = 1000

/** Reads a ring's file again if it changed; true when the ring has other keys now. */
type Refresh = () => boolean
const refreshers = new WeakMap<SecretRing, { refresh: Refresh; lookedAt: number }>()

/**
 * A ring that stays what its file says: while `schulhof keys rotate` puts a new key in front, running servers go on. A
 * file that is missing or damaged for a moment changes nothing.
 */
function followRingFile(file: string): SecretRing {
  const read = () => ({ keys: parseSecretRing(readFileSync(file, 'utf8').trim()), stamp: stampOf(file) })
  let { keys, stamp } = read()
  const ring = [...keys] as [SecretKey, ...SecretKey[]]
  const refresh = () => {
    try {
      if (stampOf(file) === stamp) return false
      ;({ keys, stamp } = read())
    } catch {
      return false
    }
    // In place, because everything that encrypts holds this very array; known keys stay, with what was derived from them.
    const known = keys.map((key) => ring.find(({ id, bytes }) => id === key.id && bytes.equals(key.bytes)) ?? key)
    ring.splice(0, ring.length, ...known)
    return true
  }
  refreshers.set(ring, { refresh, lookedAt: Date.now() })
  return ring
}

const stampOf = (file: string) => {
  const { ino, size, mtimeMs } = statSync(file)
  return `${ino} ${size} ${mtimeMs}`
}

/** Something was made with a key that the ring lacks: perhaps its file has the key by now. */
const refreshNow = (ring: SecretRing) => refreshers.get(ring)?.refresh() ?? false

/** The id of the key to write with. */
const currentId = (ring: SecretRing) => {
  const followed = refreshers.get(ring)
  const now = Date.now()
  if (followed && Math.abs(now - followed.lookedAt) >= RING_NOTICE_MS) {
    followed.lookedAt = now
    followed.refresh()
  }
  return ring[0].id
}

const findKey = (ring: SecretRing, id: string): SecretKey => {
  const key = ring.find((candidate) => candidate.id === id)
  if (key) return key
  if (refreshNow(ring)) return findKey(ring, id)
  throw new Error(`secret key ${id} is not in the ring`)
}

/** Keys already derived: an import seals thousands of texts for the same purpose. */
const derived = new WeakMap<SecretKey, Map<string, Buffer>>()

/** A key of 32 bytes for one purpose only: a key that leaks in one place opens nothing elsewhere. */
export const deriveKey = (ring: SecretRing, purpose: string, id = currentId(ring)) => {
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

/** The beginning of everything that was encrypted with this key. */
export const headerFor = (id: string) =>
  Buffer.concat([Buffer.from([formatVersion, id.length]), Buffer.from(id, 'latin1')])

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
  const id = currentId(ring)
  const header = headerFor(id)
  const nonce = randomBytes(nonceLength)
  const key = deriveKey(ring, nameOf(purpose), id)
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

/**
 * The same text encrypted with the current key, for the first of these purposes; undefined when it opens for none of
 * them.
 */
export const reseal = (ring: SecretRing, purposes: readonly [Purpose, ...Purpose[]], sealed: Buffer) => {
  for (const purpose of purposes) {
    try {
      return encrypt(ring, purposes[0], decryptBytes(ring, purpose, sealed))
    } catch {
      // The next purpose may be the right one.
    }
  }
  return undefined
}

const hmacWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** HMAC-SHA256 with the current key. */
export const hmac = (ring: SecretRing, purpose: string, text: string): Buffer =>
  hmacWith(deriveKey(ring, purpose), text)

interface Claim {
  purpose: string
  text: string
  mac: Buffer
}

const isMadeWith = (ring: SecretRing, id: string, { purpose, text, mac }: Claim) => {
  const expected = hmacWith(deriveKey(ring, purpose, id), text)
  return expected.length === mac.length && timingSafeEqual(expected, mac)
}

const isMadeWithAny = (ring: SecretRing, claim: Claim) => ring.some(({ id }) => isMadeWith(ring, id, claim))

/** Whether any key of the ring made the HMAC, so that a rotation signs nobody out; compares in constant time. */
export const isHmac = (ring: SecretRing, claim: Claim) =>
  isMadeWithAny(ring, claim) || (refreshNow(ring) && isMadeWithAny(ring, claim))

/** Whether the current key made the HMAC. */
export const isCurrentHmac = (ring: SecretRing, claim: Claim) => isMadeWith(ring, ring[0].id, claim)
