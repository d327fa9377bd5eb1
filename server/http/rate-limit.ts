import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { OPTIN_PUBLIC_SENDS_PER_DAY } from '#contract/registrations.mail-state.ts'
import { APPLICATIONS_PER_MAIL_AND_DAY } from '#contract/registrations.public-texts.ts'
import type { Pool, Queries } from '#server/db/database.ts'
import { hmac, type SecretRing } from '#server/secret-keys.ts'
import { tooMany } from './api-error.ts'
import { spendPoint } from './rate-limit.queries.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Points each key may use up within the seconds (domain §2, §5.6; security cases 5, 14, 17, 18). */
const LIMITS = {
  publicRequests: { points: 600, seconds: 10 * MINUTE },
  unknownLinks: { points: 30, seconds: 10 * MINUTE },
  loginFailures: { points: 100, seconds: 15 * MINUTE },
  loginFailuresOfAccount: { points: 5, seconds: 15 * MINUTE },
  applicationsOfMail: { points: APPLICATIONS_PER_MAIL_AND_DAY, seconds: DAY },
  optinMailsOfContact: { points: OPTIN_PUBLIC_SENDS_PER_DAY, seconds: DAY },
  optinMailOfContactAtOnce: { points: 1, seconds: MINUTE },
  refusedForms: { points: 60, seconds: 10 * MINUTE },
} as const
export type LimitName = keyof typeof LIMITS

export interface Limits {
  /** Uses up one point; throws 429 with the seconds to wait when none is left. */
  use(name: LimitName, key: string, message?: string): Promise<void>
  /** The same inside a transaction, which must not wait for a second connection; a rollback gives the point back. */
  spendIn(tx: Queries, limit: { name: LimitName; key: string; message?: string }): Promise<void>
  /** Throws 429 when no point is left, without using one: before an attempt whose failure counts. */
  check(name: LimitName, key: string, message?: string): Promise<void>
  /** Counts a failure. */
  count(name: LimitName, key: string): Promise<void>
  /** Forgets what was counted, after a success. */
  forget(name: LimitName, key: string): Promise<void>
}

const refuse = ({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>, message: string | undefined) =>
  tooMany(Math.max(1, Math.ceil(msBeforeNext / 1000)), message)

/** Counters in the database, shared by all processes. Keys (addresses, mails) are stored hashed. */
export function openLimits(pool: Pool, keys: SecretRing): Limits {
  const limiters = new Map<LimitName, RateLimiterPostgres>()
  const limiterOf = (name: LimitName) => {
    const known = limiters.get(name)
    if (known) return known
    const { points, seconds } = LIMITS[name]
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
    async use(name, key, message) {
      await limiterOf(name)
        .consume(hashed(key))
        .catch((reason: unknown) => {
          throw reason instanceof RateLimiterRes ? refuse(reason, message) : reason
        })
    },
    async spendIn(tx, { name, key, message }) {
      const now = Date.now()
      const { points, seconds } = LIMITS[name]
      const spent = await spendPoint(tx, { key: `${name}:${hashed(key)}`, now, seconds })
      if (spent.points > points) throw refuse({ msBeforeNext: spent.expire - now }, message)
    },
    async check(name, key, message) {
      const state = await limiterOf(name).get(hashed(key))
      if (state && state.consumedPoints >= LIMITS[name].points) throw refuse(state, message)
    },
    async count(name, key) {
      await limiterOf(name).penalty(hashed(key))
    },
    async forget(name, key) {
      await limiterOf(name).delete(hashed(key))
    },
  }
}
