import { hash, verify } from '@node-rs/argon2'
import { unavailable } from './http/api-error.ts'

/** 19 MiB each; more at once would only take turns on libuv's four threads. */
const AT_ONCE = 4
const MOST_WAITING = 50

let running = 0
const waiting: (() => void)[] = []

/** Does the work when its turn comes; 503 when too many wait already, so that a flood cannot take all memory and time. */
async function inTurn<T>(work: () => Promise<T>) {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting.length >= MOST_WAITING) throw unavailable()
    await new Promise<void>((go) => waiting.push(go))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is passed on as it is taken.
    if (next) next()
    else running -= 1
  }
}

/** Argon2id with the library's defaults, which follow OWASP (19 MiB, 2 passes). */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC')))

let anyHash: Promise<string> | undefined

/** Takes as long for an unknown account (null) as for a wrong password, so that the time tells nothing. */
export async function isPassword(stored: string | null, password: string) {
  // Outside the queue: one that is full must not leave a rejected promise behind for good.
  anyHash ??= hash(crypto.randomUUID())
  const against = stored ?? (await anyHash)
  const isRight = await inTurn(() => verify(against, password.normalize('NFC')))
  return stored !== null && isRight
}
