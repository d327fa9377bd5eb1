import { addDays, formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Membership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { findClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import type { LockedPupil } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Plan } from './plan-move.ts'

export interface Move {
  pupil: LockedPupil
  plan: Plan
}

const namesOf = (moves: readonly Move[]) => moves.map(({ pupil }) => fullName(pupil)).join(', ')

/** The form's fields for the refusals: a wrong grade leads to a question, not to a final refusal. */
const REFUSALS = {
  hasLeft: 'pupil_ids',
  noGrade: 'pupil_ids',
  laterMembership: 'pupil_ids',
  otherGrade: 'changes_grade',
} as const

const whereOf = async (tx: SchoolTransaction, { schoolclass_id }: Membership) =>
  schoolclass_id === null ? 'ohne Klasse' : `in ${(await findClassName(tx, schoolclass_id))?.classgradePlain}`

/** A pupil who began in a class before today cannot have been elsewhere on that day (domain §1.6). */
async function refuseBegun(tx: SchoolTransaction, moves: readonly Move[]) {
  const begun = moves.flatMap(({ pupil, plan }) => (plan.kind === 'begun' ? [{ pupil, since: plan.since }] : []))
  const groups = Map.groupBy(begun, ({ since }) => `${since.schoolclass_id} ${since.date_start}`)
  const texts: string[] = []
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const who = [first, ...others].map(({ pupil }) => fullName(pupil)).join(', ')
    const { since } = first
    const text = SCHOOLCLASS_TEXTS.begunBefore({
      who: `${who} ${others.length === 0 ? 'ist' : 'sind'}`,
      where: await whereOf(tx, since),
      since: formatDate(since.date_start),
      earliest: formatDate(addDays(since.date_start, 1)),
    })
    texts.push(text)
  }
  if (texts.length > 0) throw invalid({ pupil_ids: [texts.join(' ')] })
}

/** All move or none: the refusal names the first reason with all pupils it concerns. */
export async function refuseMoves(tx: SchoolTransaction, moves: readonly Move[]) {
  for (const refusal of ['hasLeft', 'noGrade', 'laterMembership'] as const) refuseFor(moves, refusal)
  await refuseBegun(tx, moves)
  refuseFor(moves, 'otherGrade')
}

function refuseFor(moves: readonly Move[], refusal: keyof typeof REFUSALS) {
  const of = moves.filter(({ plan }) => plan.kind === 'refused' && plan.refusal === refusal)
  if (of.length > 0) throw invalid({ [REFUSALS[refusal]]: [SCHOOLCLASS_TEXTS[refusal](namesOf(of))] })
}
