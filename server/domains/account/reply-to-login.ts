import type { LoginReply } from '#contract/account/account.ts'
import type { CookieJar } from '#server/http/session.ts'
import { type beginLogin, CHALLENGE_SECONDS } from './begin-login.ts'
import { SIGNED_IN } from './log-in.ts'
import { PASSKEY_COOKIE } from './passkeys/answer-passkey.ts'
import { ATTEMPT_SECONDS } from './sign-in-attempt.ts'

/** Connects the two steps of a login. */
export const CHALLENGE_COOKIE = 'login_challenge'

/** The part of a reply that asks for no second step. */
export const NO_SECOND_STEP = { two_factor: false, has_app: false, passkey: null } as const

interface Begun {
  begun: Awaited<ReturnType<typeof beginLogin>>
  remember: boolean
}

/** Gives the browser its session, or says what the second step asks for. */
export function replyToLogin(cookies: CookieJar, { begun: { token, challenge }, remember }: Begun): LoginReply {
  if (!challenge) {
    cookies.signIn(token, remember)
    return { message: SIGNED_IN, ...NO_SECOND_STEP }
  }
  const { hasApp, passkey } = challenge
  cookies.set(CHALLENGE_COOKIE, token, CHALLENGE_SECONDS)
  if (passkey) cookies.set(PASSKEY_COOKIE, passkey.token, ATTEMPT_SECONDS)
  const message = hasApp ? 'Bitte geben Sie den Code Ihrer App ein.' : 'Bitte bestätigen Sie mit Ihrem Passkey.'
  return { message, two_factor: true, has_app: hasApp, passkey: passkey ? { ...passkey.request } : null }
}
