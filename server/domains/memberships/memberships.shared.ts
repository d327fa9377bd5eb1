import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

/** Domain §1.0: an admin's read of what belongs to one pupil leaves a line in the log. */
export async function logPupilRead(tx: SchoolTransaction, id: number, viewer: SchoolViewer) {
  if (viewer.role === 'admin') await logEvent(tx, { action: 'pupil_viewed', entityType: 'pupil', entityId: id })
}
