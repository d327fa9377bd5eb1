import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool, Queries } from '#server/db/database.ts'
import { hmac, type SecretRing } from '#server/secret-keys.ts'
import { tooMany } from './api-error.ts'
import { spendPoint, spendPoints } from './rate-limit.queries.ts'

/** How many points one key (an address, a mail, a contact) may use up within the seconds. */
export interface Limit {
  name: string
  points: number
  seconds: number
}

export const MINUTE_SECONDS = 60
export const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS

/** Requests without login from one network address, to any endpoint (domain §2). */
export const PUBLIC_REQUESTS: Limit = { name: 'publicRequests', points: 600, seconds: 10 * MINUTE_SECONDS }

export interface Limits {
  /** Uses up one point; throws 429 with the seconds to wait when none is left. */
  use(limit: Limit, key: string, message?: string): Promise<void>
  /** The same inside a transaction, which must not wait for a second connection; a rollback gives the point back. */
  spendIn(tx: Queries, spending: { limit: Limit; key: string; message?: string }): Promise<void>
  /** The same for several keys in one statement; it does not throw but returns the keys that had no point left. */
  spendAllIn(tx: Queries, spending: { limit: Limit; keys: readonly string[] }): Promise<ReadonlySet<string>>
  /** Gives one point back that was used in advance, when the call did no harm. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** The number of used points; `note` uses up one more. Neither refuses anything. */
  count(limit: Limit, key: string): Promise<number>
  note(limit: Limit, key: string): Promise<number>
  /** Resets the counter, after a success. */
  forget(limit: Limit, key: string): Promise<void>
}

const refuse = ({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>, message: string | undefined) =>
  tooMany(Math.max(1, Math.ceil(msBeforeNext / 1000)), message)

/** Counters in the database, shared by all processes. Keys (addresses, mails) are stored hashed. */
export function openLimits(pool: Pool, keys: SecretRing): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, points, seconds }: Limit) => {
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    limiters.set(name, limiter)
    return limiter
  }
  const hashed = (key: string) => hmac(keys, 'rate limit', key).toString('base64url')
  return {
    async use(limit, key, message) {
      await limiterOf(limit)
        .consume(hashed(key))
        .catch((reason: unknown) => {
          throw reason instanceof RateLimiterRes ? refuse(reason, message) : reason
        })
    },
    async spendIn(tx, { limit: { name, points, seconds }, key, message }) {
      const now = Date.now()
      const spent = await spendPoint(tx, { key: `${name}:${hashed(key)}`, now, seconds })
      if (spent.points > points) throw refuse({ msBeforeNext: spent.expire - now }, message)
    },
    async spendAllIn(tx, { limit: { name, points, seconds }, keys }) {
      const stored = new Map(keys.map((key) => [`${name}:${hashed(key)}`, key]))
      if (stored.size === 0) return new Set()
      const spent = await spendPoints(tx, { keys: [...stored.keys()], now: Date.now(), seconds })
      return new Set([...stored].filter(([at]) => (spent.get(at) ?? 1) > points).map(([, key]) => key))
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(hashed(key))
    },
    async count(limit, key) {
      return (await limiterOf(limit).get(hashed(key)))?.consumedPoints ?? 0
    },
    async note(limit, key) {
      return (await limiterOf(limit).penalty(hashed(key))).consumedPoints
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(hashed(key))
    },
  }
}
