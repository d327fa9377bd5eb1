import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

/**
 * Reads a package as a head may: whoever is restricted keeps the right to a copy, and a package about a mother holds a
 * restricted child. For everybody else they are not there (ADR 0042).
 */
export const seeingRestricted = <T>(tx: SchoolTransaction, viewer: SchoolViewer, work: () => Promise<T>) =>
  viewer.permissions.includes('view pupil sensitive') ? withRestricted(tx, work) : work()
