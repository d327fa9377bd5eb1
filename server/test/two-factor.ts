import { generateSync } from 'otplib'
import { accountEndpoints } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { anotherHousehold } from './password-links.ts'
import type { TestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

const STEP_SECONDS = 30

/** The app's code this many 30-second steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS })

/** A certainly wrong code: none of the codes around now. */
export const wrongCodeFor = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

/** Switches the second factor on. */
export async function enableTwoFactor(app: TestApp, userId: number) {
  const browser = await app.signedIn(userId)
  const begun = await browser.call(twoFactorEndpoints.begin, { body: { password: TEST_PASSWORD } })
  const { secret } = begun.json() as { secret: string }
  const enabled = await browser.call(twoFactorEndpoints.confirm, { body: { code: codeOf(secret) } })
  // Moves the last use into the past, so that the test need not wait for the next step.
  await app.database.owner.query('update app_user set two_factor_last_step = null where id = $1', [userId])
  return { browser, secret, recoveryCodes: enabled.json().recovery_codes as string[] }
}

/** A browser whose login waits for the code. */
export async function openChallenge(
  app: TestApp,
  email: string,
  { remember = false, household = anotherHousehold() } = {},
) {
  const browser = app.visitor(household)
  const reply = await browser.call(accountEndpoints.login, { body: { email, password: TEST_PASSWORD, remember } })
  if (!reply.json().two_factor) throw new Error(`no second factor asked for: ${reply.body}`)
  return browser
}
