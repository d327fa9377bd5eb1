import { waitlistSiblingEndpoints } from './waitlists.siblings.ts'
import { waitlistEndpoints } from './waitlists.ts'

/** All endpoints of waiting lists. Pages import the groups one by one and load only what they need. */
export const waitlistApi = {
  waitlists: waitlistEndpoints,
  waitlistSiblings: waitlistSiblingEndpoints,
}
