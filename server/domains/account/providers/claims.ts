import type { ActiveProvider } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { ProviderError } from '#server/domains/identityproviders/provider-client.shared.ts'

/** What a provider says about a person; only `sub` is certain to be there. */
export interface Claims {
  sub: string
  name?: unknown
  preferred_username?: unknown
  email?: unknown
  email_verified?: unknown
  /** Microsoft: the address belongs to a checked domain; its tenant and object id. */
  xms_edov?: unknown
  tid?: unknown
  oid?: unknown
  amr?: unknown
  acr?: unknown
  sid?: unknown
  [other: string]: unknown
}

/** The claims of the signed token, and those that the provider gave on request; null when it was not asked. */
export interface ClaimSources {
  token: Claims
  userinfo: Claims | null
}

/** Somebody who signed in at a provider. */
export interface Person {
  /** The provider's own number of the person; it alone decides whose account it is. */
  subject: string
  /** How the person is called there; only shown. */
  label: string
  name: string
  /** An ASCII address in lower case that the provider has checked; null when there is none. */
  checkedMail: string | null
  groups: readonly string[]
  hasSecondFactor: boolean
  /** The provider's own name of its session; null when it names none. */
  providerSession: string | null
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** OpenID Connect Core 1.0, §2: no `sub` is longer. */
const SUBJECT_MAX = 255

/**
 * The provider's own number of a person. Microsoft's `sub` is another one for each application, so a new registration
 * would lose all links: tenant and object id stay, and the tenant must be the one of the issuer. Throws a `ProviderError`
 * when the number is missing or too long.
 */
export function subjectOf({ kind, issuer }: ActiveProvider, { sub, tid, oid }: Claims) {
  const [tenant, object] = [textOf(tid), textOf(oid)]
  if (kind === 'entra' && !(tenant && object && issuer.includes(`/${tenant}/`))) throw new ProviderError('subject')
  const subject = kind === 'entra' ? `${tenant}:${object}` : sub
  if (subject.length > SUBJECT_MAX) throw new ProviderError('subject')
  return subject
}

const YES = [true, 'true', 1, '1']

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them.
const ASCII = /^[\x00-\x7f]+$/

/**
 * Anybody can give themselves an address at some providers; it counts only when the provider says that it is checked.
 * Address and check come from the same source. Other letters than ASCII are refused before anything is compared: they can
 * look like the letters of somebody else's address, and some of them become these in lower case.
 */
function checkedMailOf({ kind }: ActiveProvider, { token, userinfo }: ClaimSources) {
  const source = token.email === undefined ? (userinfo ?? token) : token
  const mail = textOf(source.email)
  const isChecked = kind === 'entra' ? source.xms_edov : source.email_verified
  if (mail === undefined || mail.length > 254 || !ASCII.test(mail)) return null
  return YES.some((yes) => yes === isChecked) ? mail.toLowerCase() : null
}

/** The groups of the token; those given on request only when the token has no such claim. */
const groupsOf = ({ groups_claim }: ActiveProvider, { token, userinfo }: ClaimSources) => {
  const groups = token[groups_claim] ?? userinfo?.[groups_claim]
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : []
}

/** The provider says that two factors were used (RFC 8176), or names the grade that was agreed on. */
function provedTwoFactors({ second_factor_acr }: ActiveProvider, { amr, acr }: Claims) {
  if (Array.isArray(amr) && amr.includes('mfa')) return true
  return second_factor_acr !== null && acr === second_factor_acr
}

/**
 * The person that the claims describe. Who it is, the second factor and the session are read only from the signed token.
 * Throws a `ProviderError` when the provider does not say who it is.
 */
export function personOf(provider: ActiveProvider, sources: ClaimSources): Person {
  const { token, userinfo } = sources
  const username = textOf(token.preferred_username) ?? textOf(userinfo?.preferred_username)
  const name = textOf(token.name) ?? textOf(userinfo?.name) ?? username
  const label = username ?? textOf(token.email) ?? textOf(userinfo?.email) ?? name ?? token.sub
  return {
    subject: subjectOf(provider, token),
    label: label.slice(0, 100),
    name: (name ?? '').slice(0, 40),
    checkedMail: checkedMailOf(provider, sources),
    groups: groupsOf(provider, sources),
    hasSecondFactor: provedTwoFactors(provider, token),
    providerSession: textOf(token.sid) ?? null,
  }
}
