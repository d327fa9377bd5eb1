import { MESSAGES } from '#contract/formats.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import { insertMembership } from './memberships.changes.shared.queries.ts'

const CLASS_KEY = 'pupil_schoolclass_school_id_schoolclass_id_fkey'

/** Writes the first membership of a pupil; 422 when the class was deleted meanwhile. */
export async function enterMembership(tx: SchoolTransaction, membership: Parameters<typeof insertMembership>[1]) {
  try {
    await insertMembership(tx, membership)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== CLASS_KEY) throw error
    throw invalid({ schoolclass_id: [MESSAGES.boolean] })
  }
}
