import { countAddresses } from '#contract/registrations/registrations.mail-state.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { priorityReason } from '#contract/waitlists/waitlists.rules.ts'
import type { WaitlistRow } from '#contract/waitlists/waitlists.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listLinkedSiblings } from '#server/domains/registrations/registrations.siblings.shared.queries.ts'
import type { WaitList } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { listFollowUps, listWaiting, type WaitingRecord } from './waitlists.queries.ts'
import { findCountedSiblings } from './waitlists.siblings.queries.ts'

interface Claimed {
  own_school?: boolean
  siblings?: readonly { relation: string }[]
}

const claimsOf = ({ meta }: WaitingRecord) => meta as Claimed

/** How many siblings go to school here or at the partner according to the family. */
const countClaims = (row: WaitingRecord) =>
  (claimsOf(row).siblings ?? []).filter(({ relation }) => relation === 'enrolled').length

const lastMoveOf = ({ from_rank, to_rank, note, by, at }: WaitingRecord) =>
  at === null ? null : { from_rank, to_rank, note, by, at }

const secondOf = ({ second_mail, second_mail_verified_at }: WaitingRecord) => ({
  mail: second_mail,
  mail_verified_at: second_mail_verified_at,
})

/** The facts that decide the order of waiting applications (domain §3.2). */
const readPriorityFacts = async (tx: SchoolTransaction, rows: readonly WaitingRecord[], schoolId: number) => {
  const linked = await listLinkedSiblings(
    tx,
    rows.map(({ id }) => id),
    schoolId,
  )
  const counted = await findCountedSiblings(tx, linked, schoolId)
  return (row: WaitingRecord) => {
    const siblings = counted.filter(({ registration_id }) => registration_id === row.id)
    return {
      has_sibling_here: siblings.some(({ school_id }) => school_id === schoolId),
      has_sibling_at_partner: siblings.some(({ school_id }) => school_id !== schoolId),
      comes_from_partner: claimsOf(row).own_school === true,
      is_staff_child: row.is_staff_child,
      linked: linked.filter(({ registration_id }) => registration_id === row.id).length,
    }
  }
}

/** All applications on the list by rank, each with its reason for priority. */
export async function readWaitingRows(tx: SchoolTransaction, list: WaitList, schoolId: number): Promise<WaitlistRow[]> {
  const records = await listWaiting(tx, list)
  const facts = await readPriorityFacts(tx, records, schoolId)
  const { sibling_priority } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const school_type = (await getSchool(tx)).school_type as SchoolType
  return records.map((record) => {
    const { linked, ...child } = facts(record)
    return {
      id: record.id,
      number: record.number,
      meta: { child_firstname: record.child_firstname, child_lastname: record.child_lastname },
      child_birthdate: record.child_birthdate,
      phone: record.phone,
      wait_rank: record.wait_rank ?? 0,
      waiting_since: record.waiting_since,
      priority_reason: priorityReason(child, { school_type, sibling_priority }),
      open_claims: sibling_priority ? Math.max(0, countClaims(record) - linked) : 0,
      last_move: lastMoveOf(record),
      is_placed_by_hand: record.is_placed_by_hand ?? false,
      addresses: countAddresses([record, secondOf(record)]),
      version: record.version,
    }
  })
}

/** The page of one waiting list; 404 for a year of another school. */
export async function readWaitlist(
  tx: SchoolTransaction,
  list: WaitList,
  { schoolId, today }: { schoolId: number; today: string },
) {
  const year = await findSchoolyear(tx, list.school_year_id)
  if (!year) throw notFound()
  const { sibling_priority } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  return {
    school_year: { id: year.id, name: year.name },
    grade: list.desired_grade,
    rows: await readWaitingRows(tx, list, schoolId),
    follow_ups: await listFollowUps(tx, list, today),
    sibling_priority,
  }
}
