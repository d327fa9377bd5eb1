import {
  type NewProviderForm,
  PROVIDER_TEXTS,
  type ProviderChange,
} from '#contract/identityproviders/identityproviders.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { conflict, found, invalid } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  countIdentities,
  countSchools,
  deleteProvider,
  endProviderSessions,
  findTakenProvider,
  insertProvider,
  lockProvider,
  replaceRules,
  updateProvider,
} from './identityproviders.queries.ts'
import { listProviderRules } from './identityproviders.shared.queries.ts'
import { isAllowedIssuer, sealClientSecret } from './provider-client.shared.ts'
import { refuseDemanded } from './refuse-demanded.ts'

/** Tenants of everybody: whoever has a Microsoft account could sign in. */
const EVERYBODY = /\/(common|organizations|consumers)(\/|$)/

type Checked = Pick<NewProviderForm, 'name' | 'issuer' | 'kind' | 'school_ids'>

const faultOfIssuer = ({ issuer, kind }: Checked) => {
  if (!isAllowedIssuer(issuer)) return PROVIDER_TEXTS.insecure
  return kind === 'entra' && EVERYBODY.test(issuer) ? PROVIDER_TEXTS.tenant : undefined
}

async function refuseUnusable(tx: Queries, id: number | null, form: Checked) {
  const fault = faultOfIssuer(form)
  if (fault) throw invalid({ issuer: [fault] })
  const taken = await findTakenProvider(tx, { id, name: form.name, issuer: form.issuer })
  if (taken.name) throw invalid({ name: [PROVIDER_TEXTS.nameTaken] })
  if (taken.issuer) throw invalid({ issuer: [PROVIDER_TEXTS.taken] })
  const schoolIds = [...new Set(form.school_ids)]
  if ((await countSchools(tx, schoolIds)) < schoolIds.length)
    throw invalid({ school_ids: [PROVIDER_TEXTS.unknownSchool] })
}

const log = (tx: Queries, id: number, { action, fields = [] }: { action: string; fields?: string[] }) =>
  logEvent(tx, { action, entityType: 'identity_provider', entityId: id, fields })

export async function addProvider(tx: Queries, form: NewProviderForm) {
  await refuseUnusable(tx, null, form)
  const id = await insertProvider(tx, form)
  await log(tx, id, { action: 'identity_provider_created' })
  return { id, message: `${form.name} ist eingetragen. Tragen Sie jetzt Client-ID und Client-Secret ein.` }
}

interface Changing {
  id: number
  form: ProviderChange
}

type Stored = NonNullable<Awaited<ReturnType<typeof lockProvider>>>

/** Identities belong to the issuer that they were linked at, and its kind says which claim is their number. */
async function refuseOtherIssuer(tx: Queries, stored: Stored, { issuer, kind }: Pick<Checked, 'issuer' | 'kind'>) {
  if (issuer === stored.issuer && kind === stored.kind) return
  if ((await countIdentities(tx, stored.id)) > 0) throw invalid({ issuer: [PROVIDER_TEXTS.issuerKept] })
}

/** What the service would be after the change. */
interface Wanted {
  id: number
  next: Stored & Checked
  hasSecret: boolean
  rules: readonly { school_id: number }[]
}

async function refuseUnfit(tx: Queries, { id, next, hasSecret, rules }: Wanted) {
  await refuseUnusable(tx, id, next)
  const isComplete = Boolean(next.client_id) && hasSecret
  if (next.is_active && !isComplete)
    throw invalid({ is_active: [PROVIDER_TEXTS.incomplete] }, PROVIDER_TEXTS.incomplete)
  if (rules.some((rule) => !next.school_ids.includes(rule.school_id)))
    throw invalid({ rules: [PROVIDER_TEXTS.ruleSchool] }, PROVIDER_TEXTS.ruleSchool)
}

const refuseOtherVersion = (stored: Stored, version: number | undefined) => {
  if (version !== undefined && version !== stored.version) throw conflict(PROVIDER_TEXTS.stale)
}

export async function changeProvider(tx: Queries, keys: SecretRing, { id, form }: Changing) {
  const { version, client_secret, rules, ...facts } = form
  const stored = found(await lockProvider(tx, id))
  const change = changedFields(stored, facts)
  const fields = [...Object.keys(change), ...(client_secret ? ['client_secret'] : []), ...(rules ? ['rules'] : [])]
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  refuseOtherVersion(stored, version)
  const next = { ...stored, ...change } as Stored & Checked
  const hasSecret = client_secret !== undefined || stored.client_secret_encrypted !== null
  await refuseUnfit(tx, { id, next, hasSecret, rules: rules ?? (await listProviderRules(tx, id)) })
  await refuseOtherIssuer(tx, stored, next)
  await refuseDemanded(tx, { id, next })
  const sealed = client_secret ? { client_secret_encrypted: sealClientSecret(keys, id, client_secret) } : {}
  await updateProvider(tx, id, { ...change, ...sealed })
  if (rules) await replaceRules(tx, id, rules)
  if (stored.is_active && !next.is_active) await endProviderSessions(tx, id)
  await log(tx, id, { action: 'identity_provider_updated', fields })
  return { message: REPLY_TEXTS.saved }
}

export async function removeProvider(tx: Queries, id: number) {
  const { name } = found(await lockProvider(tx, id))
  await refuseDemanded(tx, { id, next: { is_active: false, school_ids: [] } })
  await deleteProvider(tx, id)
  await log(tx, id, { action: 'identity_provider_deleted' })
  return { message: `${name} ist entfernt. Wer sich darüber angemeldet hatte, ist abgemeldet.` }
}
