import { PROVIDER_LOGIN_TEXTS, type ProviderAnswer } from '#contract/account/account.providers.ts'
import type { Queries } from '#server/db/database.ts'
import type { Viewer } from '#server/db/viewer.ts'
import type { Tools } from '#server/domains/account/log-in.ts'
import { refuseNeglectedWay } from '#server/domains/account/refuse-neglected-way.ts'
import { noteChange } from '#server/domains/account/set-up-two-factor.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  deleteIdentity,
  endIdentitySessions,
  findIdentity,
  findOtherWays,
  insertIdentity,
  listIdentities,
  listProvidersFor,
  lockProviderRow,
} from './account.providers.queries.ts'
import { welcomeBack } from './answer-provider-login.ts'

/** The links of an account, and the services of its schools that are not linked. */
export async function readIdentities(tx: Queries, userId: number) {
  const identities = await listIdentities(tx, userId)
  const offered = await listProvidersFor(tx, userId)
  return {
    identities: identities.map(({ provider_id: _, origin: __, ...identity }) => identity),
    offered: offered.filter(({ id }) => identities.every(({ provider_id }) => provider_id !== id)),
  }
}

interface Owned {
  viewer: Viewer
  keys: SecretRing
}

interface Linking {
  viewer: Viewer
  token: string | undefined
  answer: ProviderAnswer
}

/** The way back of somebody who links the own account; whoever began it must still be signed in. */
export async function finishLink({ viewer, token, answer }: Linking, tools: Tools) {
  const { platform, inTransaction } = tools
  const { provider, person, userId } = await welcomeBack({ kind: 'provider_link', token, answer }, tools)
  if (userId !== viewer.user_id) throw conflict(PROVIDER_LOGIN_TEXTS.otherUser)
  await inTransaction(async (tx) => {
    await refuseNeglectedWay(tx, viewer)
    await lockProviderRow(tx, provider.id)
    const identity = { user_id: viewer.user_id, provider_id: provider.id, subject: person.subject, label: person.label }
    if (await insertIdentity(tx, { ...identity, origin: 'self' })) {
      return noteChange(tx, viewer, { keys: platform.keys, event: 'identity_linked' })
    }
    const taken = await findIdentity(tx, { providerId: provider.id, subject: person.subject })
    const isOthers = taken !== undefined && taken.user_id !== viewer.user_id
    throw invalid({}, isOthers ? PROVIDER_LOGIN_TEXTS.taken : PROVIDER_LOGIN_TEXTS.hasOne)
  })
  return { message: `Ihr Konto ist jetzt mit ${provider.name} verbunden, dort heißt es „${person.label}“.` }
}

/** Ends a link and what began through it; never the only way in. */
export async function unlink(tx: Queries, owned: Owned, id: number) {
  const { user_id: userId } = owned.viewer
  await refuseNeglectedWay(tx, owned.viewer)
  const others = await findOtherWays(tx, userId)
  const own = (await listIdentities(tx, userId)).find((identity) => identity.id === id)
  if (!own) throw notFound()
  if (own.origin === 'rule') throw invalid({}, PROVIDER_LOGIN_TEXTS.byRule)
  if (!others.hasPassword && others.passkeys === 0 && !others.identities.some((other) => other !== id))
    throw invalid({}, PROVIDER_LOGIN_TEXTS.lastWay)
  await endIdentitySessions(tx, id, null)
  await deleteIdentity(tx, userId, id)
  await noteChange(tx, owned.viewer, { keys: owned.keys, event: 'identity_unlinked' })
  return { message: 'Die Verbindung ist gelöst.' }
}
