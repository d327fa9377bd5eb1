import { MESSAGES } from '#contract/formats.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import { insertMembership } from './memberships.changes.shared.queries.ts'

/** Domain §1.0: when an admin reads data of one pupil, the log gets a line. */
export async function logPupilRead(tx: SchoolTransaction, id: number, viewer: SchoolViewer) {
  if (viewer.role === 'admin') await logEvent(tx, { action: 'pupil_viewed', entityType: 'pupil', entityId: id })
}

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
