import type { OptinForm } from '#contract/registrations/registrations.public.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { enterSchool } from '#server/domains/registrations/form/application-form.ts'
import { findContactLink } from './registrations.optin.queries.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Finds a sent link and binds the transaction to its school. Undefined in all wrong cases alike: wrong school, id or
 * uuid, or an address that has changed since (DP-03).
 */
export async function findOptinLink(tx: Queries, { school_short, contact_id, contact_uuid }: OptinForm) {
  const contactId = Number(contact_id)
  if (!UUID.test(contact_uuid) || !Number.isSafeInteger(contactId)) return undefined
  const entered = await enterSchool(tx, school_short)
  if (!entered) return undefined
  const { school, tx: inside } = entered
  const link = await findContactLink(inside, { contactId, uuidHash: hashToken(contact_uuid) })
  return link && { link: { ...link, school_id: school.id }, tx: inside }
}
export type OptinLink = NonNullable<Awaited<ReturnType<typeof findOptinLink>>>['link']

export const isExpired = ({ expires_at }: Pick<OptinLink, 'expires_at'>, now: Date) => new Date(expires_at) <= now
