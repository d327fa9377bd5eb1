import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { RECOVERY_CODE_COUNT } from '#contract/account/account.two-factor.ts'
import { decrypt, encrypt, hmac, isHmac, type SecretRing } from '#server/secret-keys.ts'

const ISSUER = 'Schulhof'
const STEP_SECONDS = 30
export const SECRET_PURPOSE = 'two factor'
const RECOVERY_PURPOSE = 'recovery code'

/** A new key for an authenticator app, in base32, and the address that apps read from a QR code. */
export const makeSecret = (email: string) => {
  const secret = generateSecret()
  return { secret, otpauth_url: generateURI({ issuer: ISSUER, label: email, secret }) }
}

export const sealSecret = (keys: SecretRing, secret: string) => encrypt(keys, SECRET_PURPOSE, secret)

/** The key in base32; undefined when it cannot be decrypted because SECRET_KEY was lost. */
export const openSecret = (keys: SecretRing, sealed: Buffer) => {
  try {
    return decrypt(keys, SECRET_PURPOSE, sealed)
  } catch {
    return undefined
  }
}

/**
 * The 30-second step of a code, which may be the current one or one before or after it; undefined when the code is
 * wrong.
 */
export function stepOf(secret: string, code: string): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  // Real time, like the app; the clock of a demo may show another day.
  const result = verifySync({ secret, token, epochTolerance: STEP_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Without I, L, O and U, which are misread or make words (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 4

const makeHalf = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** 40 bits each: with five tries a login and ten an hour nobody can guess one. */
export const makeRecoveryCodes = () => Array.from({ length: RECOVERY_CODE_COUNT }, () => `${makeHalf()}-${makeHalf()}`)

/** The code as it was made, whatever spelling somebody typed. */
const cleanCode = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

const ownedText = (userId: number, code: string) => `${userId} ${cleanCode(code)}`

export const hashRecoveryCode = (keys: SecretRing, userId: number, code: string) =>
  hmac(keys, RECOVERY_PURPOSE, ownedText(userId, code))

interface Recovery {
  userId: number
  code: string
  hashes: readonly Buffer[]
}

/** The hash that belongs to the code, with any key of the ring. */
export const findRecoveryHash = (keys: SecretRing, { userId, code, hashes }: Recovery) =>
  hashes.find((mac) => isHmac(keys, { purpose: RECOVERY_PURPOSE, text: ownedText(userId, code), mac }))
