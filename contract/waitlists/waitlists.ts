import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { GradeNumber, Id, IdParam, Instant, QueryGrade, QueryId, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { UNDO_MINUTES } from '#contract/registrations/registrations.status.ts'
import { PRIORITY_REASONS } from './waitlists.rules.ts'

/** Longest reason of a move, in characters (domain §3.2: a manual move stores a note). */
export const MOVE_NOTE_MAX = 200

const Child = z.object({ child_firstname: z.string(), child_lastname: z.string() })

/** A waiting child, as named where orders are compared. */
export const WaitingChild = z.object({ id: z.int(), number: z.string(), meta: Child, wait_rank: z.int() })
export type WaitingChild = z.output<typeof WaitingChild>

export const WaitlistRow = WaitingChild.extend({
  child_birthdate: z.iso.date(),
  /** Whom to call first; null: nobody gave a number. */
  phone: z.string().nullable(),
  waiting_since: Instant,
  /** Why the child comes before others; the group follows from it. */
  priority_reason: z.enum(PRIORITY_REASONS),
  /** Siblings here or at the partner school whom the family names and nobody has linked to a pupil yet. */
  open_claims: z.int(),
  /** The last time somebody moved it by hand, apart from moves that were taken back. */
  last_move: z
    .object({
      from_rank: z.int().nullable(),
      to_rank: z.int().nullable(),
      note: z.string().nullable(),
      by: z.string().nullable(),
      at: Instant,
    })
    .nullable(),
  /** Whether its rank comes from that move: no proposal has moved it since. */
  is_placed_by_hand: z.boolean(),
  /** The number of addresses and of confirmed ones, as in the list of applications. */
  addresses: z.object({ all: z.int(), confirmed: z.int() }),
  version: z.int(),
})
export type WaitlistRow = z.output<typeof WaitlistRow>

/**
 * Accepted, the day to confirm is over, and nobody confirmed the place: somebody has to ask (domain §3.2,
 * „Nachfassen“).
 */
export const FollowUp = z.object({
  id: z.int(),
  number: z.string(),
  meta: Child,
  place_confirm_due_at: z.iso.date(),
  contacts: z.array(z.object({ fullname: z.string(), phone: z.string().nullable() })),
  version: z.int(),
})
export type FollowUp = z.output<typeof FollowUp>

const Schoolyear = z.object({ id: z.int(), name: z.string() })

export const Waitlist = z.object({
  school_year: Schoolyear,
  grade: z.int(),
  /** By rank, 1…n. */
  rows: z.array(WaitlistRow),
  follow_ups: z.array(FollowUp),
  /** Whether siblings count at this school. */
  sibling_priority: z.boolean(),
})
export type Waitlist = z.output<typeof Waitlist>

/** How full a grade is; withdrawn applications do not count. */
export const GradeCapacity = z.object({
  grade: z.int(),
  /** Null: no number of places is set. */
  places: z.int().nullable(),
  accepted: z.int(),
  /** How many of the accepted ones are confirmed; pupils count as confirmed. */
  confirmed: z.int(),
  follow_ups: z.int(),
  waiting: z.int(),
  new: z.int(),
})
export type GradeCapacity = z.output<typeof GradeCapacity>

export const Capacities = z.object({
  /** The requested year, otherwise the year that applications are for; null while the school has none. */
  school_year: Schoolyear.nullable(),
  /** Years to choose from, earliest first. */
  schoolyears: z.array(Schoolyear),
  grades: z.array(GradeCapacity),
})
export type Capacities = z.output<typeof Capacities>

/** How many places are free: negative when more are accepted than there are places; null when no number is set. */
export const freePlaces = ({ places, accepted }: Pick<GradeCapacity, 'places' | 'accepted'>) =>
  places === null ? null : places - accepted

/**
 * Whether anybody wants or has a place in this grade: only such grades are counted when places are summed up or shown, on
 * every page alike. In the others, places are kept for children who come from the grade below.
 */
export const isAskedFor = ({ accepted, waiting, new: fresh }: Pick<GradeCapacity, 'accepted' | 'waiting' | 'new'>) =>
  accepted + waiting + fresh > 0

/** Fixed texts of refusals. */
export const WAITLIST_TEXTS = {
  notWaiting: 'Diese Bewerbung steht nicht mehr auf der Warteliste.',
  changed: 'Die Warteliste wurde inzwischen geändert.',
  proposalChanged: 'Der Vorschlag hat sich inzwischen geändert.',
  undoOver: `Eine übernommene Rangfolge lässt sich nur ${UNDO_MINUTES} Minuten lang zurücknehmen.`,
  undone: 'Vorschlag zurückgenommen',
  movedBack: 'Verschieben zurückgenommen',
  rankOutside: (last: number) => `Bitte einen Rang von 1 bis ${last} angeben.`,
} as const

/** A waiting list by ids, rank 1 first; no list is longer than this. */
const Ids = z.array(Id).max(1000)
const access = 'manage pupil application'

export const waitlistEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/waitlist',
    access,
    query: z.object({ school_year_id: QueryId, grade: QueryGrade }),
    response: Waitlist,
    summary: 'Warteliste einer Klassenstufe in einem Schuljahr, mit Vorschlag und offenen Zusagen',
  }),
  capacities: endpoint({
    method: 'GET',
    path: '/api/admin/waitlist/capacities',
    access,
    query: z.object({ school_year_id: QueryId.optional() }),
    response: Capacities,
    summary: 'Plätze, Zusagen und Wartende je Klassenstufe',
  }),
  /** 409 with the present `order` when the application no longer has the rank it is moved from. */
  move: endpoint({
    method: 'PUT',
    path: '/api/admin/waitlist/:id/move',
    access,
    params: IdParam,
    body: z.object({ from_rank: z.int().min(1), to_rank: z.int().min(1), note: Text(MOVE_NOTE_MAX) }),
    response: z.object({ wait_rank: z.int() }),
    summary: 'Eine Bewerbung an einen anderen Rang setzen, mit Begründung',
  }),
  /**
   * `before`: the list that the preview was made of; 409 with the present `order` when it has changed since. Applications
   * in `pinned` keep their ranks.
   */
  takeProposal: endpoint({
    method: 'PUT',
    path: '/api/admin/waitlist/proposal',
    access,
    body: z.object({ school_year_id: Id, grade: GradeNumber, before: Ids, order: Ids, pinned: Ids.default([]) }),
    response: MessageReply.extend({ moved: z.int() }),
    summary: 'Vorgeschlagene Rangfolge übernehmen',
  }),
  /**
   * Takes back the last accepted proposal, within `UNDO_MINUTES` and while nothing has changed since; `order`: the list
   * as the page knows it. Otherwise 409, with the present `order` when it differs.
   */
  undoProposal: endpoint({
    method: 'PUT',
    path: '/api/admin/waitlist/proposal/undo',
    access,
    body: z.object({ school_year_id: Id, grade: GradeNumber, order: Ids }),
    response: MessageReply,
    summary: 'Übernommene Rangfolge zurücknehmen',
  }),
}
