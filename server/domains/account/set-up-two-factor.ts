import type { z } from 'zod'
import { WRONG_CODE } from '#contract/account/account.ts'
import type { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { serviceField } from '#contract/userlog/userlog.providers.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { qrSvg } from '#server/documents/qr.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { queueAccountMail, type TwoFactorEvent } from '#server/mail/account-outbox.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { deleteRecoveryCodes, deleteSessions, deleteTwoFactor } from './account.shared.queries.ts'
import {
  enableTwoFactor,
  findTwoFactor,
  insertRecoveryCodes,
  isTwoFactorRequired,
  listRecoveryCodes,
  lockFactors,
  updateTwoFactorSecret,
} from './account.two-factor.queries.ts'
import { listPasskeys } from './passkeys/passkeys.queries.ts'
import { refuseUnmetDemand } from './refuse-unmet-demand.shared.ts'
import { hashRecoveryCode, makeRecoveryCodes, makeSecret, openSecret, sealSecret, stepOf } from './two-factor-codes.ts'

const IS_ON = 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet.'
const IS_OFF = 'Die Zwei-Faktor-Anmeldung ist nicht eingeschaltet.'
const NOT_BEGUN = 'Bitte beginnen Sie die Einrichtung noch einmal.'
const IS_REQUIRED = 'Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Sie kann nicht ausgeschaltet werden.'

/** The user and the session of this request, the only one that stays when the factor changes. */
export interface Owner {
  viewer: Viewer
  token: string | undefined
}

export async function readTwoFactor(
  tx: Queries,
  viewer: Viewer,
): Promise<z.output<typeof twoFactorEndpoints.state.response>> {
  const stored = await findTwoFactor(tx, viewer.user_id)
  const enabled_at = stored?.two_factor_enabled_at ?? null
  return {
    is_enabled: enabled_at !== null,
    enabled_at,
    recovery_codes_left: (await listRecoveryCodes(tx, viewer.user_id)).length,
    is_required: !stored?.asks_passkey && (await isTwoFactorRequired(tx, viewer)),
  }
}

/** Makes a new key; it takes effect only when a code made with it was entered. */
export async function beginTwoFactor(tx: Queries, keys: SecretRing, viewer: Viewer) {
  const { user_id, email } = viewer
  await refuseUnmetDemand(tx, viewer)
  const { secret, otpauth_url } = makeSecret(email)
  if (!(await updateTwoFactorSecret(tx, user_id, sealSecret(keys, secret)))) throw conflict(IS_ON)
  return { secret, otpauth_url, qr_svg: await qrSvg(otpauth_url) }
}

/** New recovery codes, in place of those that the account had. */
export const giveCodes = async (tx: Queries, keys: SecretRing, userId: number) => {
  const recovery_codes = makeRecoveryCodes()
  const hashes = recovery_codes.map((code) => hashRecoveryCode(keys, userId, code))
  await insertRecoveryCodes(tx, userId, hashes)
  return { recovery_codes }
}

const NOTED: Record<Exclude<TwoFactorEvent, 'reset' | 'passkey_locked'>, string> = {
  enabled: 'two_factor_enabled',
  disabled: 'two_factor_disabled',
  codes_renewed: 'recovery_codes_renewed',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  passkey_asked: 'passkey_asked',
  passkey_not_asked: 'passkey_not_asked',
  identity_linked: 'identity_linked',
  identity_unlinked: 'identity_unlinked',
}

interface Change {
  keys: SecretRing
  event: keyof typeof NOTED
  /** The service that the event is about. */
  provider?: { id: number; name: string }
}

/** Logs that the factor changed and informs the owner by mail, because somebody else may have done it. */
export async function noteChange(tx: Queries, { user_id, email }: Viewer, { keys, event, provider }: Change) {
  const fields = provider ? [serviceField(provider.name)] : []
  await logAccountEvent(tx, { action: NOTED[event], userId: user_id, fields })
  await queueAccountMail(tx, keys, {
    ...{ userId: user_id, template: 'two_factor_changed', recipient: email, event },
    ...(provider && { providerId: provider.id }),
  })
}

const endOtherSessions = (tx: Queries, { viewer, token }: Owner) =>
  deleteSessions(tx, viewer.user_id, { currentToken: token })

/** Enables the factor with a code of the new key; returns the recovery codes, which are shown only once. */
export async function confirmTwoFactor(tx: Queries, keys: SecretRing, { owner, code }: { owner: Owner; code: string }) {
  const { user_id } = owner.viewer
  await refuseUnmetDemand(tx, owner.viewer)
  const stored = await findTwoFactor(tx, user_id)
  if (stored && stored.two_factor_enabled_at !== null) throw conflict(IS_ON)
  const secret = stored?.two_factor_secret
  if (!secret) throw conflict(NOT_BEGUN)
  const opened = openSecret(keys, secret)
  if (opened === undefined) throw conflict(NOT_BEGUN)
  const step = stepOf(opened, code)
  if (step === undefined) throw invalid({ code: [WRONG_CODE] }, WRONG_CODE)
  if (!(await enableTwoFactor(tx, user_id, { secret, step }))) throw conflict(NOT_BEGUN)
  await endOtherSessions(tx, owner)
  await noteChange(tx, owner.viewer, { keys, event: 'enabled' })
  return giveCodes(tx, keys, user_id)
}

export async function renewRecoveryCodes(tx: Queries, keys: SecretRing, viewer: Viewer) {
  await refuseUnmetDemand(tx, viewer)
  const stored = await findTwoFactor(tx, viewer.user_id)
  const isOn = stored?.has_second_factor || (await listPasskeys(tx, viewer.user_id)).length > 0
  if (!isOn) throw conflict(IS_OFF)
  await noteChange(tx, viewer, { keys, event: 'codes_renewed' })
  return giveCodes(tx, keys, viewer.user_id)
}

export async function disableTwoFactor(tx: Queries, keys: SecretRing, owner: Owner) {
  const { user_id: userId } = owner.viewer
  await refuseUnmetDemand(tx, owner.viewer)
  const { asks_passkey } = await lockFactors(tx, userId)
  if (!asks_passkey && (await isTwoFactorRequired(tx, owner.viewer)))
    throw invalid({ password: [IS_REQUIRED] }, IS_REQUIRED)
  if (!(await deleteTwoFactor(tx, userId))) throw conflict(IS_OFF)
  if ((await listPasskeys(tx, userId)).length === 0) await deleteRecoveryCodes(tx, userId)
  await endOtherSessions(tx, owner)
  await noteChange(tx, owner.viewer, { keys, event: 'disabled' })
}
