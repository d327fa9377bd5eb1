import {
  identityProviderEndpoints as endpoints,
  PROVIDER_TEXTS,
  type Provider,
} from '#contract/identityproviders/identityproviders.ts'
import type { ProviderKind } from '#contract/identityproviders/provider.record.ts'
import type { ProviderFault } from '#contract/identityproviders/provider-faults.ts'
import type { Queries } from '#server/db/database.ts'
import { found, invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { addProvider, changeProvider, removeProvider } from './change-provider.ts'
import { listAllRules, listProviders, lockProvider, noteCheck } from './identityproviders.queries.ts'
import { afterLogoutUriOf, logoutUriOf, redirectUriOf } from './provider-addresses.shared.ts'
import { testProvider } from './test-provider.ts'

async function readProviders(tx: Queries, appUrl: string): Promise<Provider[]> {
  const rules = await listAllRules(tx)
  return (await listProviders(tx)).map((row) => ({
    ...row,
    kind: row.kind as ProviderKind,
    has_secret: Boolean(row.has_secret),
    identity_count: row.identity_count ?? 0,
    last_failure: row.last_failure as ProviderFault | null,
    last_check_fault: row.last_check_fault as ProviderFault | null,
    rules: rules
      .filter(({ provider_id }) => provider_id === row.id)
      .map(({ group_name, school_id, role }) => ({ group_name, school_id, role })),
    redirect_uri: redirectUriOf(appUrl, row.id),
    logout_uri: logoutUriOf(appUrl, row.id),
    after_logout_uri: afterLogoutUriOf(appUrl),
  }))
}

/** Services where people may sign in, for an admin. */
export function identityProviderRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { appUrl } = platform

  route(endpoints.list, ({ tx }) => readProviders(tx, appUrl))

  route(endpoints.add, ({ tx, body }) => addProvider(tx, appUrl, body))

  route(endpoints.change, ({ tx, params: { id }, body }) => changeProvider(tx, platform, { id, form: body }))

  routeDetached(endpoints.test, async ({ params: { id }, inTransaction }) => {
    const { client_id, client_secret_encrypted, kind, issuer, version } = found(
      await inTransaction((tx) => lockProvider(tx, id)),
    )
    if (client_id === null || client_secret_encrypted === null) throw invalid({}, PROVIDER_TEXTS.incomplete)
    const provider = { id, issuer, client_id, client_secret_encrypted, kind: kind as ProviderKind }
    const steps = await testProvider(provider, platform)
    const fault = steps.find(({ state }) => state === 'bad')?.fault ?? null
    await inTransaction((tx) => noteCheck(tx, { id, version }, fault))
    return { steps }
  })

  route(endpoints.remove, ({ tx, params: { id } }) => removeProvider(tx, id))
}
