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
import type { Platform } from '#server/http/platform.ts'
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
import { isAllowedAddress, sealClientSecret } from './provider-client.shared.ts'
import { refuseDemanded } from './refuse-demanded.ts'

/** Tenants of everybody: whoever has a Microsoft account could sign in. */
const EVERYBODY = /\/(common|organizations|consumers)(\/|$)/

type Checked = Pick<NewProviderForm, 'name' | 'issuer' | 'kind' | 'school_ids'>

/** Why the program would not talk to a service at this address; undefined when it would. */
export const faultOfIssuer = ({ issuer, kind }: Pick<Checked, 'issuer' | 'kind'>, appUrl: string) => {
  if (!isAllowedAddress(issuer, appUrl)) return PROVIDER_TEXTS.insecure
  return kind === 'entra' && EVERYBODY.test(issuer) ? PROVIDER_TEXTS.tenant : undefined
}

interface Proposal {
  /** Null for a new service. */
  id: number | null
  form: Checked
}

async function refuseUnusable(tx: Queries, appUrl: string, { id, form }: Proposal) {
  const fault = faultOfIssuer(form, appUrl)
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

/** Adds a service that is not switched on yet; 422 when its address, name or schools cannot be used. */
export async function addProvider(tx: Queries, appUrl: string, form: NewProviderForm) {
  await refuseUnusable(tx, appUrl, { id: null, form })
  const id = await insertProvider(tx, form)
  await log(tx, id, { action: 'identity_provider_created' })
  return {
    id,
    message: `${form.name} ist eingetragen. Tragen Sie jetzt beim Dienst die Adressen ein, die hier stehen.`,
  }
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

/** The service as it would be after the change. */
interface Outcome {
  id: number
  next: Stored & Checked
  hasSecret: boolean
  rules: readonly { school_id: number }[]
}

async function refuseBadOutcome(tx: Queries, appUrl: string, { id, next, hasSecret, rules }: Outcome) {
  await refuseUnusable(tx, appUrl, { id, form: next })
  const isComplete = Boolean(next.client_id) && hasSecret
  if (next.is_active && !isComplete)
    throw invalid({ is_active: [PROVIDER_TEXTS.incomplete] }, PROVIDER_TEXTS.incomplete)
  if (rules.some((rule) => !next.school_ids.includes(rule.school_id)))
    throw invalid({ rules: [PROVIDER_TEXTS.ruleSchool] }, PROVIDER_TEXTS.ruleSchool)
}

/** What a check looks at: after a change its result says nothing any more. */
const CHECKED = ['kind', 'issuer', 'client_id', 'client_secret']
const NEVER_CHECKED = { last_check_at: null, last_check_fault: null }

const refuseOtherVersion = (stored: Stored, version: number | undefined) => {
  if (version !== undefined && version !== stored.version) throw conflict(PROVIDER_TEXTS.stale)
}

/**
 * Changes a service; sessions that began through it end when it is switched off. 422 when the outcome would not work, 409
 * for a page that shows an older version.
 */
export async function changeProvider(
  tx: Queries,
  { keys, appUrl }: Pick<Platform, 'keys' | 'appUrl'>,
  { id, form }: Changing,
) {
  const { version, client_secret, rules, ...facts } = form
  const stored = found(await lockProvider(tx, id))
  const change = changedFields(stored, facts)
  const fields = [...Object.keys(change), ...(client_secret ? ['client_secret'] : []), ...(rules ? ['rules'] : [])]
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  refuseOtherVersion(stored, version)
  const next = { ...stored, ...change } as Stored & Checked
  const hasSecret = client_secret !== undefined || stored.client_secret_encrypted !== null
  await refuseBadOutcome(tx, appUrl, { id, next, hasSecret, rules: rules ?? (await listProviderRules(tx, id)) })
  await refuseOtherIssuer(tx, stored, next)
  await refuseDemanded(tx, { id, next })
  const sealed = client_secret ? { client_secret_encrypted: sealClientSecret(keys, id, client_secret) } : {}
  const isUnchecked = CHECKED.some((field) => fields.includes(field))
  await updateProvider(tx, id, { ...change, ...sealed, ...(isUnchecked && NEVER_CHECKED) })
  if (rules) await replaceRules(tx, id, rules)
  if (stored.is_active && !next.is_active) await endProviderSessions(tx, id)
  await log(tx, id, { action: 'identity_provider_updated', fields })
  return { message: REPLY_TEXTS.saved }
}

/** Removes a service with all links of accounts and the sessions that began through them. */
export async function removeProvider(tx: Queries, id: number) {
  const { name } = found(await lockProvider(tx, id))
  await refuseDemanded(tx, { id, next: { is_active: false, school_ids: [] } })
  await deleteProvider(tx, id)
  await log(tx, id, { action: 'identity_provider_deleted' })
  return { message: `${name} ist entfernt. Wer sich darüber angemeldet hatte, ist abgemeldet.` }
}
