import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'

/** Invitations asked for again, for one account. */
export const INVITATIONS_OF_ACCOUNT: Limit = { name: 'invitationsOfAccount', points: 3, seconds: 60 * MINUTE_SECONDS }

export const INVITATION_AT_ONCE: Limit = { name: 'invitationAtOnce', points: 1, seconds: MINUTE_SECONDS }
