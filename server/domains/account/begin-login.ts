import type { Queries } from '#server/db/database.ts'
import type { Platform } from '#server/http/platform.ts'
import { bindChallengeToIdentity, insertLoginChallenge } from './account.two-factor.queries.ts'
import { type Arrival, beginSession, inSeconds, type LoginProof, makeToken } from './begin-session.shared.ts'
import { beginPasskeyProof } from './passkeys/answer-passkey.ts'

/** How long a login waits for its second factor. */
export const CHALLENGE_SECONDS = 5 * 60

interface Beginning {
  account: { id: number; has_second_factor: boolean; two_factor_enabled_at: string | null }
  remember: boolean
  arrival: Arrival
  proof: LoginProof
}

/**
 * After the first step: starts the session, or the second step when the account has a second factor. A passkey proves
 * that factor at once, a provider does not.
 */
export async function beginLogin(tx: Queries, platform: Platform, { account, remember, arrival, proof }: Beginning) {
  const userId = account.id
  // A provider's word is no substitute for a factor that the account has itself: others run the provider.
  const isProved = proof.hasSecondFactor && proof.way !== 'provider'
  if (!account.has_second_factor || isProved)
    return { token: await beginSession(tx, { userId, remember, arrival, proof }) }
  const token = makeToken()
  await insertLoginChallenge(tx, { token, userId, remember, expiresAt: inSeconds(CHALLENGE_SECONDS) })
  if (proof.identity) await bindChallengeToIdentity(tx, token, proof.identity)
  const passkey = await beginPasskeyProof(tx, platform, userId)
  return { token, challenge: { hasApp: account.two_factor_enabled_at !== null, passkey } }
}
