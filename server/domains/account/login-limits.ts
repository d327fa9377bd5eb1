import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'

/** Wrong logins from one network address (domain DP-15). */
export const LOGIN_FAILURES: Limit = { name: 'loginFailures', points: 100, seconds: 15 * MINUTE_SECONDS }

/** Wrong logins for one account from one network address: elsewhere its owner may still sign in. */
export const LOGIN_FAILURES_OF_ACCOUNT: Limit = {
  name: 'loginFailuresOfAccount',
  points: 5,
  seconds: 15 * MINUTE_SECONDS,
}
