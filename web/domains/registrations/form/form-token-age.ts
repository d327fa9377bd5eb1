import { FILL_SECONDS_MIN } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure } from '#web/api/client.ts'
import type { LoadedSettings } from '#web/domains/registrations/start-registration.ts'

type TokenAge = Pick<LoadedSettings, 'loadedAt' | 'isRenewed'>

/** The server takes a form for 24 hours (domain §2); it is fetched anew long before. */
const STALE_MS = 12 * 60 * 60 * 1000
/** Whoever is refused so soon was too fast; the token is right and only gets older. */
const TOO_FAST_MS = 60_000
const FILL_MS = (FILL_SECONDS_MIN + 1) * 1000

export const isStale = ({ loadedAt }: TokenAge, now: number) => now - loadedAt >= STALE_MS

/** A refusal that names no field concerns the token, or what only machines fill in. */
export const needsNewToken = (failure: unknown, { loadedAt }: TokenAge, now: number) =>
  failure instanceof ApiFailure &&
  failure.status === 422 &&
  Object.keys(failure.errors).length === 0 &&
  now - loadedAt >= TOO_FAST_MS

/** Milliseconds until the server believes in a token that replaced another: the family has long filled in its form. */
export const waitForToken = ({ loadedAt, isRenewed }: TokenAge, now: number) =>
  isRenewed ? Math.max(0, loadedAt + FILL_MS - now) : 0
