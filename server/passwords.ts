import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's defaults, which follow OWASP (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password.normalize('NFC'))

let anyHash: Promise<string> | undefined

/** Takes as long for an unknown account (null) as for a wrong password, so that the time tells nothing. */
export async function isPassword(stored: string | null, password: string) {
  anyHash ??= hashPassword(crypto.randomUUID())
  const isRight = await verify(stored ?? (await anyHash), password.normalize('NFC'))
  return stored !== null && isRight
}
