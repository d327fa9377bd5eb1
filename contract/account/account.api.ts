import { passkeyEndpoints } from './account.passkeys.ts'
import { passwordEndpoints } from './account.passwords.ts'
import { providerLoginEndpoints } from './account.providers.ts'
import { sessionEndpoints } from './account.sessions.ts'
import { accountEndpoints } from './account.ts'
import { twoFactorEndpoints } from './account.two-factor.ts'

/** All endpoints of accounts. Pages import the groups one by one and load only what they need. */
export const accountApi = {
  account: accountEndpoints,
  passkeys: passkeyEndpoints,
  passwords: passwordEndpoints,
  providerLogins: providerLoginEndpoints,
  sessions: sessionEndpoints,
  twoFactor: twoFactorEndpoints,
}
