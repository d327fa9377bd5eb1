import type { ActiveProvider } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import { ProviderError } from '#server/domains/identityproviders/provider-client.shared.ts'

/** What a provider says; nothing but `sub` can be relied on to be there. */
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

/** Who signed in at a provider. */
export interface Person {
  /** The provider's own number of the person; it alone decides whose account it is. */
  subject: string
  /** How the person is called there; only shown. */
  label: string
  name: string
  /** An address that the provider has checked; null when there is none or it was not checked. */
  checkedMail: string | null
  groups: readonly string[]
  hasSecondFactor: boolean
  providerSession: string | null
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/**
 * Microsoft's `sub` is another one for each application, so a new registration would lose all links: tenant and object
 * id stay. The tenant must be the one of the issuer.
 */
function subjectOf({ kind, issuer }: ActiveProvider, claims: Claims) {
  if (kind !== 'entra') return claims.sub
  const [tenant, object] = [textOf(claims.tid), textOf(claims.oid)]
  if (!tenant || !object || !issuer.includes(`/${tenant}/`)) throw new ProviderError('subject')
  return `${tenant}:${object}`
}

const YES = [true, 'true', 1, '1']

/** Anybody can give themselves an address at some providers; it counts only when the provider says that it is checked. */
function checkedMailOf({ kind }: ActiveProvider, claims: Claims) {
  const mail = textOf(claims.email)?.toLowerCase()
  const isChecked = kind === 'entra' ? claims.xms_edov : claims.email_verified
  return mail !== undefined && mail.length <= 254 && YES.some((yes) => yes === isChecked) ? mail : null
}

const groupsOf = ({ groups_claim }: ActiveProvider, claims: Claims) => {
  const groups = claims[groups_claim]
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : []
}

/** The provider says that two factors were used (RFC 8176), or names the grade that was agreed on. */
function provedTwice({ second_factor_acr }: ActiveProvider, { amr, acr }: Claims) {
  if (Array.isArray(amr) && amr.includes('mfa')) return true
  return second_factor_acr !== null && acr === second_factor_acr
}

/** OpenID Connect Core 1.0, §2: no `sub` is longer. */
const SUBJECT_MAX = 255

/** What counts of the claims of a signed token. */
export function identify(provider: ActiveProvider, claims: Claims): Person {
  const checkedMail = checkedMailOf(provider, claims)
  const name = textOf(claims.name) ?? textOf(claims.preferred_username)
  const label = textOf(claims.preferred_username) ?? textOf(claims.email) ?? name ?? claims.sub
  const subject = subjectOf(provider, claims)
  if (subject.length > SUBJECT_MAX) throw new ProviderError('subject')
  return {
    subject,
    label: label.slice(0, 100),
    name: (name ?? '').slice(0, 40),
    checkedMail,
    groups: groupsOf(provider, claims),
    hasSecondFactor: provedTwice(provider, claims),
    providerSession: textOf(claims.sid) ?? null,
  }
}
