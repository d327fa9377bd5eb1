import { isStatusLinkOver } from '#contract/registrations/registrations.family-stage.ts'
import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  deleteStatusLinks,
  listEndedContacts,
} from '#server/domains/registrations/family/registrations.family.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { lockRegistration } from './registrations.shared.queries.ts'

/** Deletes the links that had expired by then: when a decision is taken back later, only younger links work again. */
export async function deleteOldStatusLinks(tx: SchoolTransaction, before: Date) {
  const ended = await listEndedContacts(tx, before.toISOString())
  const over = ended.filter((contact) => isStatusLinkOver(contact, before)).map(({ id }) => id)
  if (over.length > 0) await deleteStatusLinks(tx, over)
}

/**
 * The same for an application that can still be changed: 404 when unknown or in the bin, 409 when withdrawn or
 * transformed.
 */
export async function lockOpenRegistration(tx: SchoolTransaction, id: number) {
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  const refusal = statusRefusal(current)
  if (refusal) throw conflict(refusal)
  return current
}
