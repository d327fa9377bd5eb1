import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'

const QUARTER_HOUR = 15 * MINUTE_SECONDS
const HOUR = 60 * MINUTE_SECONDS

/** Wrong logins from one network address (domain DP-15). */
export const LOGIN_FAILURES: Limit = { name: 'loginFailures', points: 100, seconds: QUARTER_HOUR }

/** Wrong logins for one account from one network address; its owner may still sign in from elsewhere. */
export const LOGIN_FAILURES_OF_ACCOUNT: Limit = { name: 'loginFailuresOfAccount', points: 5, seconds: QUARTER_HOUR }

/** The same for a device with which the account has signed in before: others in its network do not count. */
export const LOGIN_FAILURES_OF_DEVICE: Limit = { name: 'loginFailuresOfDevice', points: 5, seconds: QUARTER_HOUR }

/**
 * Wrong logins for one account from everywhere; they only delay and never refuse, so that nobody can lock out somebody
 * else. They are only counted: `points` is the least that the library takes.
 */
export const LOGIN_FAILURES_EVERYWHERE: Limit = { name: 'loginFailuresEverywhere', points: 1, seconds: QUARTER_HOUR }

const CALM_FAILURES = 10
const FAILURES_A_STEP = 5
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2000

/** The delay of an account's logins after this many failures from other addresses (domain DP-15: ≤ 2 s). */
export const loginPauseMs = (failuresElsewhere: number) =>
  failuresElsewhere < CALM_FAILURES
    ? 0
    : Math.min(
        LONGEST_PAUSE_MS,
        FIRST_PAUSE_MS * 2 ** Math.floor((failuresElsewhere - CALM_FAILURES) / FAILURES_A_STEP),
      )

/** Wrong passwords of a signed-in user who has to enter the password once more. */
export const PASSWORD_PROOFS: Limit = { name: 'passwordProofs', points: 5, seconds: QUARTER_HOUR }

/** Requests to devices for a passkey: each opened login page makes one, and a whole staff may share an address. */
export const PASSKEY_REQUESTS: Limit = { name: 'passkeyRequests', points: 1000, seconds: QUARTER_HOUR }

/** Ways to a provider that begin at one network address: each is a request to the provider, and a whole staff may share the address. */
export const PROVIDER_REQUESTS: Limit = { name: 'providerRequests', points: 1000, seconds: QUARTER_HOUR }

/**
 * Refused logout tokens from one network address. Good ones do not count: a provider may sign out a whole staff at once,
 * and may share its address with the people of the school.
 */
export const REFUSED_LOGOUT_TOKENS: Limit = { name: 'refusedLogoutTokens', points: 300, seconds: QUARTER_HOUR }

/** Uses of one logout token. It is too old after twelve minutes at most, also where the clocks differ by two minutes. */
export const LOGOUT_TOKEN_USES: Limit = { name: 'logoutTokenUses', points: 1, seconds: QUARTER_HOUR }

/** Tries for one login that waits for its code. */
export const CHALLENGE_TRIES = 5

/**
 * Wrong codes for one account over all such logins, from one network address and from everywhere. Recovery codes count
 * separately, because they are the way out. Whoever reaches this step knows the password; a new password starts a new
 * count, so nobody can lock the owner out.
 */
const failures = (name: string): { here: Limit; everywhere: Limit } => ({
  here: { name: `${name}Failures`, points: 10, seconds: HOUR },
  everywhere: { name: `${name}FailuresEverywhere`, points: 30, seconds: HOUR },
})
export const ANSWER_FAILURES = {
  code: failures('code'),
  recovery_code: failures('recoveryCode'),
  passkey: failures('passkey'),
}

/** Everything that makes somebody wait who typed a wrong password or code. */
export const FAILURE_LIMITS: readonly Limit[] = [
  LOGIN_FAILURES,
  LOGIN_FAILURES_OF_ACCOUNT,
  LOGIN_FAILURES_OF_DEVICE,
  LOGIN_FAILURES_EVERYWHERE,
  PASSWORD_PROOFS,
  ...Object.values(ANSWER_FAILURES).flatMap(({ here, everywhere }) => [here, everywhere]),
]

/** Requests for links from one network address; further ones are refused, whatever their mail address. */
export const LINK_REQUESTS: Limit = { name: 'linkRequests', points: 30, seconds: QUARTER_HOUR }

/** Mails to one address; further ones are silently not sent (security case 18). */
export const LINK_MAILS: Limit = { name: 'linkMails', points: 3, seconds: HOUR }

/** Links tried from one network address: a whole staff may open its invitations in one morning. */
export const LINK_TRIES: Limit = { name: 'linkTries', points: 100, seconds: QUARTER_HOUR }

/** `Retry-After` has the seconds; the page counts them down (ux §3.1). */
export const TOO_MANY_TRIES = 'Zu viele Versuche. Bitte warten Sie einen Augenblick.'
