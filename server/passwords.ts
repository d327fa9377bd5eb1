import { hash, verify } from '@node-rs/argon2'
import { unavailable } from './http/api-error.ts'

/** 19 MiB each; more at once would only take turns on libuv's four threads. */
const AT_ONCE = 4
const MOST_WAITING = 50

/** Returns a function that runs work when its turn comes; it throws 503 when too many wait already, so that a flood of logins cannot take all memory and time. */
const makeQueue = () => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>) => {
    if (running < AT_ONCE) running += 1
    else {
      if (waiting.length >= MOST_WAITING) throw unavailable()
      await new Promise<void>((go) => waiting.push(go))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes over this turn, so the count stays as it is.
      if (next) next()
      else running -= 1
    }
  }
}

interface PasswordOptions {
  /** Memory in KiB and number of passes; without it the library's defaults, which follow OWASP (19 MiB, 2 passes). */
  cost?: { memoryCost: number; timeCost: number }
  /** Compares a stored hash with a password; a test may count the calls or let something happen meanwhile. */
  verifyHash?: (stored: string, password: string) => Promise<boolean>
}

export interface Passwords {
  /** The Argon2id hash to store. Throws 503 when too many passwords are being checked already. */
  hash(password: string): Promise<string>
  /**
   * Takes as long for an unknown account (null) as for a wrong password, so that the time reveals nothing. Throws 503
   * like `hash`.
   */
  isRight(stored: string | null, password: string): Promise<boolean>
}

/** Hashes and checks passwords by Argon2id, a few at a time. */
export const openPasswords = ({ cost, verifyHash = verify }: PasswordOptions = {}): Passwords => {
  const inTurn = makeQueue()
  let anyHash: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), cost)),
    async isRight(stored, password) {
      // This hash is made outside the queue: a full queue must not leave a rejected promise behind for good.
      anyHash ??= hash(crypto.randomUUID(), cost)
      const against = stored ?? (await anyHash)
      const isRight = await inTurn(() => verifyHash(against, password.normalize('NFC')))
      return stored !== null && isRight
    },
  }
}
