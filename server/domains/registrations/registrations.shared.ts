import { isStatusLinkOver } from '#contract/registrations/registrations.family-stage.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  deleteStatusLinks,
  listEndedContacts,
} from '#server/domains/registrations/family/registrations.family.queries.ts'

/** Forgets the links that were over by then: a decision that is taken back later revives only younger ones. */
export async function deleteOldStatusLinks(tx: SchoolTransaction, before: Date) {
  const ended = await listEndedContacts(tx, before.toISOString())
  const over = ended.filter((contact) => isStatusLinkOver(contact, before)).map(({ id }) => id)
  if (over.length > 0) await deleteStatusLinks(tx, over)
}
