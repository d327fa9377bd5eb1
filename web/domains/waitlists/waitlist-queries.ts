import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'

/** How full the grades are, of the open year where none is given. */
export const capacitiesQuery = (school_year_id?: number) =>
  queryFor(waitlistEndpoints.capacities, { query: { school_year_id } }, { quiet: true, keepPrevious: true })

export const waitlistQuery = (school_year_id: number, grade: number) =>
  queryFor(waitlistEndpoints.list, { query: { school_year_id, grade } }, { quiet: true })

export const siblingsQuery = (id: number) =>
  queryFor(waitlistSiblingEndpoints.list, { params: { id } }, { quiet: true })

/** Replies that tell of ranks, places and what follows from them. */
export const CHANGED_BY_WAITLIST = [
  waitlistEndpoints.list,
  waitlistEndpoints.capacities,
  registrationEndpoints.list,
  registrationEndpoints.get,
  registrationEndpoints.latest,
  registrationTaskEndpoints.list,
  retentionEndpoints.get,
  retentionEndpoints.preview,
]

/** After a change that no form has sent: asks again for whatever is shown of it. */
export const refreshWaitlist = () => renewReplies(CHANGED_BY_WAITLIST)
