import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, QueryId, Search, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { SIBLING_RELATIONS } from '#contract/registrations/registrations.form.ts'

/** A pupil who is, or may be, the brother or sister. */
export const SiblingPupil = z.object({
  pupil_id: z.int(),
  school_short: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  lastname_prefix: z.string().nullable(),
  birthdate: z.iso.date(),
  /** The name of the class, e.g. 3a; null while it is open. */
  schoolclass: z.string().nullable(),
})
export type SiblingPupil = z.output<typeof SiblingPupil>

/** The family's entry in the form. */
const SiblingClaim = z.object({
  firstname: z.string(),
  lastname: z.string(),
  school_short: z.string(),
  relation: z.enum(SIBLING_RELATIONS),
  /** Pupils with that name at the school, if the viewer works there. */
  candidates: z.array(SiblingPupil),
})
export type SiblingClaim = z.output<typeof SiblingClaim>

const VerifiedSibling = z.object({
  id: z.int(),
  school_short: z.string(),
  /** Null: the viewer does not work at that school, or the pupil was deleted for good. */
  pupil: SiblingPupil.nullable(),
  /** Pupils who left the school or were deleted no longer count (domain §3.2). */
  is_counted: z.boolean(),
  verified_by: z.string().nullable(),
  verified_at: Instant,
})
export type VerifiedSibling = z.output<typeof VerifiedSibling>

export const WaitlistSiblings = z.object({
  claims: z.array(SiblingClaim),
  siblings: z.array(VerifiedSibling),
  /** This school and the others of the same carrier, and whether the viewer may search there. */
  schools: z.array(z.object({ short: z.string(), name: z.string(), is_own: z.boolean(), is_reachable: z.boolean() })),
  /** Whether siblings count at this school. */
  sibling_priority: z.boolean(),
})
export type WaitlistSiblings = z.output<typeof WaitlistSiblings>

export const SIBLING_TEXTS = {
  verified: 'Das Geschwisterkind ist bestätigt.',
  released: 'Das Geschwisterkind zählt nicht mehr für diese Bewerbung.',
  unknownSchool: 'An dieser Schule können Sie kein Kind auswählen.',
  notAttending: 'Bitte ein Kind wählen, das die Schule besucht.',
} as const

/** No more hits are shown: another letter helps more. */
export const SIBLING_HITS_MAX = 10

const access = 'manage pupil application'

export const waitlistSiblingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/waitlist/:id/siblings',
    pageOf: 'registration',
    access,
    params: IdParam,
    response: WaitlistSiblings,
    summary: 'Geschwister einer Bewerbung: was die Familie angab und was bestätigt ist',
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/admin/waitlist/:id/siblings/search',
    access,
    params: IdParam,
    query: z.object({ search: Search }),
    response: z.array(SiblingPupil),
    summary: 'Kinder der eigenen Schulen nach Namen, als Geschwister',
  }),
  /**
   * 422 for a school where the viewer does not work, and for a pupil who does not attend it; 409 when withdrawn or
   * transformed.
   */
  verify: endpoint({
    method: 'POST',
    path: '/api/admin/waitlist/:id/siblings',
    access,
    params: IdParam,
    body: z.object({ pupil_id: Id, school_short: Text(10) }),
    response: MessageReply.extend({ id: z.int() }),
    status: 201,
    summary: 'Geschwisterkind bestätigen; dasselbe noch einmal bleibt dasselbe',
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/admin/waitlist/:id/siblings/:sibling_id',
    access,
    params: z.object({ id: QueryId, sibling_id: QueryId }),
    response: MessageReply,
    summary: 'Bestätigung eines Geschwisterkindes zurücknehmen',
  }),
}
