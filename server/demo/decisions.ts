import { addDays, daysBetween } from '#contract/dates.ts'
import type { MailState } from '#contract/registrations/registrations.mail-state.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import type { Application } from './applications.ts'
import { officeHour } from './enrolments.ts'
import { type SeededRandom, shareOut } from './seeded-random.ts'

/** An application in its state on the anchor day. */
export interface Decided extends Application {
  status: RegistrationStatus
  /** When it got that status; null while new. */
  status_changed_at: string | null
  wait_rank: number | null
  place_confirmed_at: string | null
  withdrawn: { at: string; by: 'applicant' | 'staff' } | null
  mail_state: MailState
  /** Number of confirmation mails the first contact got. */
  optin_sent_count: number
  /** When the child became an upcoming pupil. */
  transformed_at: string | null
}

interface Scene {
  anchor: string
  random: SeededRandom
  withdrawnCount: number
}

const ageOf = ({ created_at }: Application, anchor: string) => daysBetween(created_at.slice(0, 10), anchor)

type Shares = readonly (readonly [RegistrationStatus, number])[]

/** Domain §8 gives the status by age in days; between the two bands that it names, half are still new. */
const BANDS: readonly { upTo: number; shares: Shares }[] = [
  {
    upTo: 13,
    shares: [
      ['new', 90],
      ['accepted', 5],
      ['waiting', 3],
      ['rejected', 2],
    ],
  },
  {
    upTo: 60,
    shares: [
      ['new', 50],
      ['accepted', 24],
      ['waiting', 14],
      ['rejected', 12],
    ],
  },
  {
    upTo: Number.POSITIVE_INFINITY,
    shares: [
      ['new', 12],
      ['accepted', 42],
      ['waiting', 24],
      ['rejected', 22],
    ],
  },
]

const undecided = (application: Application): Decided => ({
  ...application,
  status: 'new',
  status_changed_at: null,
  wait_rank: null,
  place_confirmed_at: null,
  withdrawn: null,
  mail_state: 'verified',
  optin_sent_count: 1,
  transformed_at: null,
})

const setStatuses = (all: readonly Decided[], { anchor, random }: Scene) => {
  let from = 0
  for (const { upTo, shares } of BANDS) {
    const band = all.filter((one) => ageOf(one, anchor) >= from && ageOf(one, anchor) <= upTo)
    const statuses = random.shuffled(shareOut(band.length, shares))
    for (const [index, one] of band.entries()) {
      one.status = statuses[index] ?? 'new'
      if (one.status === 'new') continue
      const after = random.int(1, Math.max(1, Math.min(45, ageOf(one, anchor) - 1)))
      one.status_changed_at = officeHour(addDays(one.created_at.slice(0, 10), after), { anchor, random })
      if (one.status_changed_at <= one.created_at) one.status_changed_at = minutesAfter(one.created_at, 50)
    }
    from = upTo + 1
  }
}

/** The instant so many minutes later. */
export const minutesAfter = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString()

/**
 * Nobody confirmed an address within the 14 days of its link; the demo must contain one such application (domain §8).
 */
const isOptinOver = (one: Decided, anchor: string) => ageOf(one, anchor) > 14

/** After 30 days unconfirmed new applications are deleted (domain §2.3), so older ones have been decided on. */
const mayBeUnverified = (one: Decided, anchor: string) => ageOf(one, anchor) < 30 || one.status !== 'new'

/** Domain §8: verified 84 %, unverified 13 %, no address 3 %. An application without an address came on paper. */
const setMailStates = (all: readonly Decided[], { anchor, random }: Scene) => {
  const wanted = shareOut(all.length, [
    ['verified', 84],
    ['unverified', 13],
    ['none', 3],
  ] as const)
  const shuffled = random.shuffled(all)
  const candidates = shuffled.filter((one) => mayBeUnverified(one, anchor))
  const expired = candidates.find((one) => one.status === 'new' && isOptinOver(one, anchor))
  const unverified = expired ? [expired, ...candidates.filter((one) => one !== expired)] : candidates
  for (const one of unverified.slice(0, wanted.filter((state) => state === 'unverified').length)) {
    one.mail_state = 'unverified'
    one.optin_sent_count = one !== expired && ageOf(one, anchor) > 3 && random.isHit(0.4) ? 2 : 1
  }
  const rest = shuffled.filter((one) => one.mail_state === 'verified')
  for (const one of rest.slice(0, wanted.filter((state) => state === 'none').length)) {
    one.mail_state = 'none'
    one.optin_sent_count = 0
  }
}

const withdrawSome = (all: readonly Decided[], { anchor, random, withdrawnCount }: Scene) => {
  const old = random.shuffled(all.filter((one) => ageOf(one, anchor) > 7 && one.mail_state === 'verified'))
  for (const [index, one] of old.slice(0, withdrawnCount).entries()) {
    const after = random.int(1, Math.min(6, ageOf(one, anchor) - 1))
    const at = officeHour(addDays((one.status_changed_at ?? one.created_at).slice(0, 10), after), { anchor, random })
    const begun = one.status_changed_at ?? one.created_at
    one.withdrawn = { at: at > begun ? at : minutesAfter(begun, 30), by: index % 2 === 0 ? 'applicant' : 'staff' }
  }
}

/**
 * Ranks run from 1 without gaps within each grade, in the order in which the applications joined the list (domain
 * §3.1).
 */
const rankWaiting = (all: readonly Decided[]) => {
  const waiting = all
    .filter((one) => one.status === 'waiting' && !one.withdrawn)
    .sort((a, b) => String(a.status_changed_at).localeCompare(String(b.status_changed_at)))
  const last = new Map<number, number>()
  for (const one of waiting) {
    one.wait_rank = (last.get(one.grade) ?? 0) + 1
    last.set(one.grade, one.wait_rank)
  }
}

const TRANSFORMED = 3

/** Most accepted families confirm the place within days; some children of the earliest ones are pupils already. */
const confirmPlaces = (all: readonly Decided[], { anchor, random }: Scene) => {
  const accepted = all.filter((one) => one.status === 'accepted' && !one.withdrawn && one.status_changed_at !== null)
  for (const one of accepted) {
    const day = addDays(String(one.status_changed_at).slice(0, 10), random.int(2, 12))
    if (random.isHit(0.7) && day < anchor) one.place_confirmed_at = day
  }
  const ready = accepted.filter(
    (one) => one.place_confirmed_at && one.place_confirmed_at < addDays(anchor, -7) && !one.isFromFsw,
  )
  for (const one of ready.slice(0, TRANSFORMED)) {
    one.transformed_at = officeHour(addDays(String(one.place_confirmed_at), 3), { anchor, random })
  }
}

/** Decides on the applications of one school, as far as the school would have got by the anchor day. */
export function decide(applications: readonly Application[], scene: Scene): Decided[] {
  const all = applications.map(undecided)
  setStatuses(all, scene)
  setMailStates(all, scene)
  withdrawSome(all, scene)
  rankWaiting(all)
  confirmPlaces(all, scene)
  return all
}
