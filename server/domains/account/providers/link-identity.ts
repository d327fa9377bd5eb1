import { PROVIDER_LOGIN_TEXTS, type ProviderAnswer } from '#contract/account/account.providers.ts'
import type { Queries } from '#server/db/database.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { findPasswordOwner } from '#server/domains/account/account.passwords.queries.ts'
import { findSessionIdentity, listSessions } from '#server/domains/account/account.sessions.queries.ts'
import { provePassword } from '#server/domains/account/account.shared.ts'
import type { Tools } from '#server/domains/account/log-in.ts'
import { refuseUnmetDemand } from '#server/domains/account/refuse-unmet-demand.shared.ts'
import { noteChange } from '#server/domains/account/set-up-two-factor.ts'
import {
  type ActiveProvider,
  listProvidersFor,
  lockSameProvider,
} from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { invalid, notFound, unauthenticated } from '#server/http/api-error.ts'
import {
  deleteIdentity,
  endIdentitySessions,
  findIdentity,
  insertIdentity,
  listIdentities,
  lockAccount,
} from './account.providers.queries.ts'
import { getProvider, logProviderFailure, redeemReturn, sendToProvider } from './answer-provider-login.ts'
import type { Person } from './claims.ts'

/** The links of an account, and the services of its schools that are not linked. */
export async function readIdentities(
  tx: Queries,
  { userId, sessionToken = '' }: { userId: number; sessionToken?: string | undefined },
) {
  const identities = await listIdentities(tx, userId)
  const offered = await listProvidersFor(tx, userId)
  const current = await findSessionIdentity(tx, sessionToken)
  return {
    identities: identities.map(({ provider_id: _, origin: __, ...identity }) => ({
      ...identity,
      is_current: identity.id === current,
    })),
    offered: offered.filter(({ id }) => identities.every(({ provider_id }) => provider_id !== id)),
  }
}

interface Begun {
  userId: number
  password: string
  providerId: number
}

/** Sends somebody who is signed in to a provider, after the password: the address, and the token for the cookie. */
export async function beginLink({ userId, password, providerId }: Begun, tools: Tools) {
  await provePassword({ userId, password, field: 'password' }, tools)
  const provider = await tools.inTransaction(async (tx) => {
    await refuseUnmetDemand(tx, { user_id: userId })
    const { offered } = await readIdentities(tx, { userId })
    if (offered.every(({ id }) => id !== providerId)) throw invalid({}, PROVIDER_LOGIN_TEXTS.unknown)
    return getProvider(tx, providerId)
  })
  return sendToProvider({ provider, journey: { kind: 'provider_link', userId }, remember: false }, tools)
}

/** The user and the session of this request. */
interface Owner {
  viewer: Viewer
  sessionToken: string | undefined
}

/** While the provider was asked, the password may have been reset or the account closed: that ends the session and wins. */
async function lockSignedIn(tx: Queries, { viewer: { user_id: userId }, sessionToken = '' }: Owner) {
  const account = await lockAccount(tx, userId)
  const sessions = await listSessions(tx, userId, sessionToken)
  if (account?.deactivated_at !== null || !sessions.some(({ is_current }) => is_current)) throw unauthenticated()
}

interface Linked {
  owner: Owner
  provider: ActiveProvider
  person: Person
}

/** Stores a link; returns the sentence that says why not. */
async function insertLink(tx: Queries, { keys }: Tools['platform'], { owner, provider: asked, person }: Linked) {
  const { viewer } = owner
  const provider = await lockSameProvider(tx, asked, { isFirst: false })
  await lockSignedIn(tx, owner)
  await refuseUnmetDemand(tx, viewer)
  const isOffered = (await listProvidersFor(tx, viewer.user_id)).some(({ id }) => id === asked.id)
  if (!provider || !isOffered) return PROVIDER_LOGIN_TEXTS.unknown
  const identity = { user_id: viewer.user_id, provider_id: provider.id, subject: person.subject, label: person.label }
  if (await insertIdentity(tx, { ...identity, origin: 'self' })) {
    await noteChange(tx, viewer, { keys, event: 'identity_linked', provider })
    return undefined
  }
  const taken = await findIdentity(tx, { providerId: provider.id, subject: person.subject })
  const isOthers = taken !== undefined && taken.user_id !== viewer.user_id
  return isOthers ? PROVIDER_LOGIN_TEXTS.taken : PROVIDER_LOGIN_TEXTS.hasOne
}

interface Linking {
  owner: Owner
  token: string | undefined
  answer: ProviderAnswer
}

/** The way back of somebody who links the own account; whoever began it must still be signed in. Refuses with 401, 409 or 422. */
export async function finishLink({ owner, token, answer }: Linking, tools: Tools) {
  const { platform, inTransaction } = tools
  const journey = { kind: 'provider_link', userId: owner.viewer.user_id } as const
  const { provider, person } = await redeemReturn({ journey, token, answer }, tools)
  // A refusal commits, because it is logged.
  const refused = await inTransaction(async (tx) => {
    const reason = await insertLink(tx, platform, { owner, provider, person })
    if (reason) await logProviderFailure(tx, { journey, provider })
    return reason
  })
  if (refused) throw invalid({}, refused)
  return {
    message: `Ihr Konto ist jetzt mit ${provider.name} verbunden (dort: ${person.label}). Auf der Anmeldeseite drücken Sie ab jetzt „Mit ${provider.name} anmelden“.`,
  }
}

interface Unlinking {
  owner: Owner
  password: string
  id: number
}

/**
 * Ends a link and what began through it, after the password. An account without a password has to set one first, so this
 * is never the last way in.
 */
export async function unlink({ owner: { viewer, sessionToken = '' }, password, id }: Unlinking, tools: Tools) {
  const { platform, inTransaction } = tools
  const { user_id: userId } = viewer
  const account = await inTransaction((tx) => findPasswordOwner(tx, userId))
  if (account.password_hash === null) throw invalid({}, PROVIDER_LOGIN_TEXTS.noPassword)
  await provePassword({ userId, password, field: 'password' }, tools)
  return inTransaction(async (tx) => {
    await lockAccount(tx, userId)
    await refuseUnmetDemand(tx, viewer)
    const own = (await listIdentities(tx, userId)).find((identity) => identity.id === id)
    if (!own) throw notFound()
    if (own.origin === 'rule') throw invalid({}, PROVIDER_LOGIN_TEXTS.byRule)
    const isSignedOut = (await findSessionIdentity(tx, sessionToken)) === id
    await endIdentitySessions(tx, id, null)
    await deleteIdentity(tx, userId, id)
    const provider = { id: own.provider_id, name: own.provider_name }
    await noteChange(tx, viewer, { keys: platform.keys, event: 'identity_unlinked', provider })
    const message = isSignedOut ? PROVIDER_LOGIN_TEXTS.unlinkedHere(own.provider_name) : 'Die Verbindung ist gelöst.'
    return { message, is_signed_out: isSignedOut }
  })
}
