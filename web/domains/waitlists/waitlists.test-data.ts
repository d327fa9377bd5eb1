import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withMoved } from '#contract/waitlists/waitlists.rules.ts'
import {
  type FollowUp,
  type GradeCapacity,
  WAITLIST_TEXTS,
  type Waitlist,
  type WaitlistRow,
  waitlistEndpoints,
} from '#contract/waitlists/waitlists.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

/** Ida Ahrens, Bode, Conrad and Dietz wait in this order for grade 1. */
const LASTNAMES = ['Ahrens', 'Bode', 'Conrad', 'Dietz']
const YEAR = { id: 3, name: '2027/2028' }

const rowOf = (lastname: string, index: number): WaitlistRow => ({
  id: index + 1,
  number: `FSW-2027-000${index + 1}`,
  meta: { child_firstname: 'Ida', child_lastname: lastname },
  wait_rank: index + 1,
  child_birthdate: '2021-03-31',
  phone: '+4930123',
  waiting_since: `2026-11-1${index}T08:00:00.000Z`,
  priority_reason: 'none',
  open_claims: 0,
  last_move: null,
  is_placed_by_hand: false,
  addresses: { all: 0, confirmed: 0 },
  version: 2,
})

/** The waiting list as the server has it, and what it was asked to do. */
export class WaitingList {
  rows = LASTNAMES.map(rowOf)
  followUps: FollowUp[] = []
  places: number | null = null
  pinned: readonly number[] = []
  accepted: { id: number; due: string | undefined }[] = []

  /** Ranks by the present order. */
  rank(rows: readonly WaitlistRow[]) {
    this.rows = rows.map((row, index) => ({ ...row, wait_rank: index + 1 }))
  }

  change(id: number, facts: Partial<WaitlistRow>) {
    this.rank(this.rows.map((row) => (row.id === id ? { ...row, ...facts } : row)))
  }

  get list(): Waitlist {
    return { school_year: YEAR, grade: 1, rows: this.rows, follow_ups: this.followUps, sibling_priority: true }
  }

  get capacity(): GradeCapacity {
    const { length: waiting } = this.rows
    const { length: accepted } = this.accepted
    return { grade: 1, places: this.places, accepted, confirmed: 0, follow_ups: 0, waiting, new: 0 }
  }
}

const orderOf = ({ rows }: WaitingList) =>
  rows.map(({ id, number, meta, wait_rank }) => ({ id, number, meta, wait_rank }))
const changed = (waiting: WaitingList) => json(409, { message: WAITLIST_TEXTS.changed, order: orderOf(waiting) })

const orderAnswers = (waiting: WaitingList): Answer[] => {
  const byIds = (ids: readonly number[]) => ids.flatMap((id) => waiting.rows.filter((row) => row.id === id))
  let before: WaitlistRow[] = []
  return [
    answer(waitlistEndpoints.move, ({ params: { id }, body: { from_rank, to_rank, note } }) => {
      const row = waiting.rows.find((one) => one.id === id)
      if (row?.wait_rank !== from_rank) return changed(waiting)
      waiting.rank(withMoved(waiting.rows, from_rank, to_rank))
      const last_move = { from_rank, to_rank, note, by: 'Katharina Vogt', at: row.waiting_since }
      waiting.change(id, { last_move, is_placed_by_hand: true })
      return { wait_rank: to_rank }
    }),
    answer(waitlistEndpoints.takeProposal, ({ body: { order, pinned } }) => {
      waiting.pinned = pinned ?? []
      before = waiting.rows
      const moved = order.filter((id, index) => before[index]?.id !== id).length
      waiting.rank(byIds(order))
      return { message: `Die Rangfolge ist übernommen: ${moved} Ränge geändert.`, moved }
    }),
    answer(waitlistEndpoints.undoProposal, () => {
      waiting.rank(before)
      return { message: 'Die vorige Rangfolge gilt wieder.' }
    }),
  ]
}

const placeAnswers = (waiting: WaitingList): Answer[] => {
  const gone = new Map<number, WaitlistRow>()
  return [
    answer(registrationEndpoints.changeStatus, ({ params: { id }, body: { status, place_confirm_due_at: due } }) => {
      const row = waiting.rows.find((one) => one.id === id)
      if (status === 'accepted' && row) {
        gone.set(id, row)
        waiting.accepted.push({ id, due })
        waiting.rank(waiting.rows.filter((one) => one.id !== id))
        return { status, wait_rank: null, version: row.version + 1, warning: null }
      }
      const back = gone.get(id)
      if (back) waiting.rank(waiting.rows.toSpliced(back.wait_rank - 1, 0, back))
      waiting.accepted = waiting.accepted.filter((one) => one.id !== id)
      return { status, wait_rank: back?.wait_rank ?? null, version: 4, warning: null }
    }),
    answer(placeEndpoints.change, ({ params: { id }, body: { place_confirm_due_at: due } }) => {
      waiting.followUps = waiting.followUps.map((one) =>
        one.id === id
          ? { ...one, place_confirm_due_at: due ?? one.place_confirm_due_at, version: one.version + 1 }
          : one,
      )
      return { version: 9 }
    }),
  ]
}

/** The calls of the page of this list. */
export const answersOf = (waiting: WaitingList): Answer[] => [
  answer(waitlistEndpoints.list, ({ query: { grade } }) =>
    grade === 1 ? waiting.list : { ...waiting.list, grade, rows: [], follow_ups: [] },
  ),
  answer(waitlistEndpoints.capacities, () => ({
    school_year: YEAR,
    schoolyears: [YEAR],
    grades: [waiting.capacity, { ...waiting.capacity, grade: 2, accepted: 0, waiting: 0 }],
  })),
  ...orderAnswers(waiting),
  ...placeAnswers(waiting),
  answer(changelogEndpoints.currentVersion, () => ({ name: '1.0.0', commit: null, build_date: null })),
]
