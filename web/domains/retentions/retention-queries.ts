import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { queryFor } from '#web/api/queries.ts'

export const previewQuery = queryFor(retentionEndpoints.preview, {})

/** What a hold changes: preview, page and timeline of the application, tasks. */
export const CHANGED_BY_HOLDS = [
  retentionEndpoints.preview,
  retentionEndpoints.get,
  registrationEndpoints.get,
  registrationTaskEndpoints.list,
]
