import { identityProviderEndpoints, type Provider } from '#contract/identityproviders/identityproviders.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { lostLinksText } from './provider-texts.ts'

/** Asks and then removes a service. Returns true when it is gone. */
export const removeProvider = async ({ id, name, identity_count }: Provider) => {
  const isWanted = await confirmDialog({
    title: `${name} entfernen?`,
    message: `${lostLinksText(identity_count)} Das lässt sich nicht zurücknehmen.`,
    accept: 'Entfernen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return false
  const reply = await actOnce(`identity provider ${id}`, () =>
    call(identityProviderEndpoints.remove, { params: { id } }),
  )
  if (!reply) return false
  await renewReplies([identityProviderEndpoints.list])
  notify(reply.message)
  return true
}
