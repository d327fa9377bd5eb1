import type { NewPasskeyAnswer } from '#contract/account/account.passkeys.forms.ts'
import { PASSKEYS_MAX, type PasskeyState } from '#contract/account/account.passkeys.ts'
import type { Queries } from '#server/db/database.ts'
import { logAccountEvent } from '#server/db/log-event.ts'
import type { Viewer } from '#server/db/viewer.ts'
import {
  deleteRecoveryCodes,
  deleteSessions,
  updateAsksPasskey,
} from '#server/domains/account/account.shared.queries.ts'
import {
  findTwoFactor,
  isTwoFactorRequired,
  listRecoveryCodes,
  lockFactors,
} from '#server/domains/account/account.two-factor.queries.ts'
import { refuseUnmetDemand } from '#server/domains/account/refuse-unmet-demand.shared.ts'
import { giveCodes, noteChange, type Owner } from '#server/domains/account/set-up-two-factor.ts'
import { beginAttempt } from '#server/domains/account/sign-in-attempt.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { takeChallenge } from './answer-passkey.ts'
import { deletePasskey, insertPasskey, listPasskeys, updatePasskeyName, usableOf } from './passkeys.queries.ts'
import { checkNewPasskey, newPasskeyRequest } from './webauthn.ts'

const TOO_MANY = `Mehr als ${PASSKEYS_MAX} Passkeys kann ein Konto nicht haben. Bitte entfernen Sie zuerst einen.`
const IS_KNOWN = 'Dieser Passkey ist schon eingerichtet.'
const NOT_BEGUN = 'Bitte beginnen Sie noch einmal.'
const NOT_ADDED =
  'Dieser Passkey lässt sich nicht einrichten. Bitte versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät.'
const NO_PASSKEY = 'Bitte richten Sie zuerst einen Passkey ein.'
const IS_REQUIRED =
  'Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Bitte richten Sie zuerst einen anderen Passkey oder Codes aus einer App ein.'

type Tools = Pick<Platform, 'appUrl' | 'keys'>

export async function readPasskeys(tx: Queries, viewer: Viewer): Promise<PasskeyState> {
  const stored = await findTwoFactor(tx, viewer.user_id)
  const hasApp = stored ? stored.two_factor_enabled_at !== null : false
  const passkeys = await listPasskeys(tx, viewer.user_id)
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, is_synced, locked_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
      is_synced,
      is_locked: locked_at !== null,
    })),
    is_asked: stored?.asks_passkey === true,
    is_required: !hasApp && (await isTwoFactorRequired(tx, viewer)),
    has_app: hasApp,
    recovery_codes_left: (await listRecoveryCodes(tx, viewer.user_id)).length,
  }
}

/** The request for the browser, and the token for its cookie. */
export async function beginPasskey(tx: Queries, tools: Tools, viewer: Viewer) {
  const { user_id: userId, name, email } = viewer
  await refuseUnmetDemand(tx, viewer)
  const known = await listPasskeys(tx, userId)
  if (known.length >= PASSKEYS_MAX) throw conflict(TOO_MANY)
  const request = await newPasskeyRequest(tools, { id: userId, name, email }, known)
  const { challenge } = request
  const token = await beginAttempt(tx, tools.keys, { kind: 'passkey_added', userId, content: { challenge } })
  return { request, token }
}

const endOtherSessions = (tx: Queries, { viewer, token }: Owner) =>
  deleteSessions(tx, viewer.user_id, { currentToken: token })

/** New recovery codes for an account that has none, else none. */
const giveMissingCodes = async (tx: Queries, keys: Tools['keys'], userId: number) =>
  (await listRecoveryCodes(tx, userId)).length > 0 ? { recovery_codes: [] } : giveCodes(tx, keys, userId)

const startAsking = async (tx: Queries, keys: Tools['keys'], owner: Owner) => {
  await updateAsksPasskey(tx, owner.viewer.user_id, true)
  await endOtherSessions(tx, owner)
  await noteChange(tx, owner.viewer, { keys, event: 'passkey_asked' })
}

interface Addition {
  owner: Owner
  /** From the cookie that `beginPasskey` set. */
  attemptToken: string | undefined
  answer: NewPasskeyAnswer
  /** The name until its owner gives another. */
  device: string
}

/** Stores a new passkey. Where the school demands a second factor and there is no other, it is one from now on. */
export async function addPasskey(tx: Queries, tools: Tools, { owner, attemptToken, answer, device }: Addition) {
  const { keys, appUrl } = tools
  const { viewer } = owner
  const userId = viewer.user_id
  await refuseUnmetDemand(tx, viewer)
  const factors = await lockFactors(tx, userId)
  const challenge = await takeChallenge(tx, tools, { kind: 'passkey_added', token: attemptToken, userId })
  if (challenge === undefined) throw conflict(NOT_BEGUN)
  const passkey = await checkNewPasskey(appUrl, { answer, challenge })
  if (!passkey) throw invalid({}, NOT_ADDED)
  if ((await listPasskeys(tx, userId)).length >= PASSKEYS_MAX) throw conflict(TOO_MANY)
  if (!(await insertPasskey(tx, { ...passkey, user_id: userId, name: device }))) throw conflict(IS_KNOWN)
  const isOnlyFactor = factors.two_factor_enabled_at === null && !factors.asks_passkey
  const isAsked = isOnlyFactor && (await isTwoFactorRequired(tx, viewer))
  if (isAsked) await startAsking(tx, keys, owner)
  await noteChange(tx, viewer, { keys, event: 'passkey_added' })
  return {
    message: isAsked
      ? 'Der Passkey ist eingerichtet. Weil Ihre Schule die Zwei-Faktor-Anmeldung verlangt, wird er ab jetzt auch nach dem Passwort verlangt.'
      : 'Der Passkey ist eingerichtet.',
    ...(await giveMissingCodes(tx, keys, userId)),
  }
}

interface Choice {
  viewer: Viewer
  id: number
}

export async function renamePasskey(tx: Queries, { viewer, id }: Choice, name: string) {
  if (!(await updatePasskeyName(tx, { id, user_id: viewer.user_id }, name))) throw notFound()
  await logAccountEvent(tx, { action: 'passkey_renamed', userId: viewer.user_id })
}

/** Ends all other sessions: one of them may have begun with this passkey. */
export async function removePasskey(tx: Queries, keys: Tools['keys'], { owner, id }: { owner: Owner; id: number }) {
  const { viewer } = owner
  const userId = viewer.user_id
  await refuseUnmetDemand(tx, viewer)
  const factors = await lockFactors(tx, userId)
  if (!(await deletePasskey(tx, { id, user_id: userId }))) throw notFound()
  const left = await listPasskeys(tx, userId)
  const hasApp = factors.two_factor_enabled_at !== null
  if (usableOf(left).length === 0 && !hasApp && factors.asks_passkey && (await isTwoFactorRequired(tx, viewer)))
    throw invalid({ password: [IS_REQUIRED] }, IS_REQUIRED)
  if (left.length === 0) {
    await updateAsksPasskey(tx, userId, false)
    if (!hasApp) await deleteRecoveryCodes(tx, userId)
  }
  await endOtherSessions(tx, owner)
  await noteChange(tx, viewer, { keys, event: 'passkey_removed' })
}

/** Whether a passkey is asked for after the password. */
export async function askForPasskey(
  tx: Queries,
  keys: Tools['keys'],
  { owner, isAsked }: { owner: Owner; isAsked: boolean },
) {
  const { viewer } = owner
  await refuseUnmetDemand(tx, viewer)
  const { asks_passkey, two_factor_enabled_at } = await lockFactors(tx, viewer.user_id)
  if (isAsked === asks_passkey) return { recovery_codes: [] }
  if (isAsked) {
    if (usableOf(await listPasskeys(tx, viewer.user_id)).length === 0) throw conflict(NO_PASSKEY)
    await startAsking(tx, keys, owner)
    return giveMissingCodes(tx, keys, viewer.user_id)
  }
  if (two_factor_enabled_at === null && (await isTwoFactorRequired(tx, viewer)))
    throw invalid({ password: [IS_REQUIRED] }, IS_REQUIRED)
  await updateAsksPasskey(tx, viewer.user_id, false)
  await endOtherSessions(tx, owner)
  await noteChange(tx, viewer, { keys, event: 'passkey_not_asked' })
  return { recovery_codes: [] }
}
