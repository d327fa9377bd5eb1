import type { LogFilters } from '#contract/userlog/userlog.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { forbidden } from '#server/http/api-error.ts'

/** Only users who manage the installation see entries that belong to no school. */
export const assertMayRead = (viewer: SchoolViewer, { without_school }: Pick<LogFilters, 'without_school'>) => {
  if (without_school && !viewer.permissions.includes('debug view')) throw forbidden()
}
