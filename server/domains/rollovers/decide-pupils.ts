import { MESSAGES } from '#contract/formats.ts'
import {
  type LEAVING_REASONS,
  ROLLOVER_TEXTS,
  type RolloverDecision,
  type RolloverPlan,
  type RolloverReason,
  type RolloverTarget,
} from '#contract/rollovers.ts'
import type { GradeStep, Member, YearPair } from './rollovers.situation.queries.ts'

export type LeavingReason = (typeof LEAVING_REASONS)[number]

/** What becomes of a pupil, before there is a class. */
export interface Decided {
  member: Member
  decision: RolloverDecision
  /** Null for who goes. */
  to_grade: number | null
  exit_reason: LeavingReason | null
  reason: RolloverReason | null
  /** Nothing is done: has a place already or leaves earlier. */
  isSkipped: boolean
  /** Chosen for this pupil alone, with the field it came in. */
  own: { target: RolloverTarget; field: string } | null
}

/** Messages by dotted field. */
export type Faults = Record<string, string[]>

interface Asked {
  years: YearPair
  grades: readonly GradeStep[]
  members: readonly Member[]
  plan: RolloverPlan
  faults: Faults
}

const hasLeft = ({ status }: Member) => status === 'left' || status === 'graduated'

/** The grade after, null when there is none: in the leaving grade, or because nobody is taught there any more. */
const gradeAfter = (grades: readonly GradeStep[], grade: number) => {
  const step = grades.find((one) => one.grade === grade)
  return step?.next_is_active ? step.next : null
}

const keepsPlace = (member: Member, grade: number): Decided => ({
  member,
  decision: grade === member.grade ? 'repeat' : 'promote',
  to_grade: grade,
  exit_reason: null,
  reason: 'already_placed',
  isSkipped: true,
  own: null,
})

const leavesEarlier = (member: Member): Decided => ({
  member,
  decision: 'leave',
  to_grade: null,
  exit_reason: member.exit_reason as LeavingReason | null,
  reason: 'left_before',
  isSkipped: true,
  own: null,
})

const staysOn = (member: Member, decision: RolloverDecision, to_grade: number): Decided => ({
  member,
  decision,
  to_grade,
  exit_reason: null,
  reason: null,
  isSkipped: false,
  own: null,
})

const goes = (member: Member, reason: RolloverReason, exit_reason: LeavingReason): Decided => ({
  member,
  decision: 'leave',
  to_grade: null,
  exit_reason,
  reason,
  isSkipped: false,
  own: null,
})

/** Without a word of the plan: the next grade, and after the last one the school is finished. */
const decideByDefault = (member: Member, { grades }: Asked) => {
  const next = gradeAfter(grades, member.grade)
  if (next !== null) return staysOn(member, 'promote', next)
  const step = grades.find(({ grade }) => grade === member.grade)
  return goes(member, step?.next === null ? 'leaving_grade' : 'no_higher_grade', 'graduated')
}

const gradeFor = (grades: readonly GradeStep[], grade: number, decision: RolloverDecision) => {
  if (decision === 'repeat') return grade
  const next = gradeAfter(grades, grade)
  return decision === 'skip' && next !== null ? gradeAfter(grades, next) : next
}

type Exception = RolloverPlan['pupils'][number]

const decideLeaving = (member: Member, asked: Asked, { exit_reason }: Exception) => {
  const usual = decideByDefault(member, asked)
  if (usual.decision !== 'leave') return goes(member, 'leaves', exit_reason ?? 'other')
  return exit_reason === undefined || exit_reason === 'graduated' ? usual : goes(member, 'leaves', exit_reason)
}

function decideByPlan(member: Member, asked: Asked, { exception, field }: { exception: Exception; field: string }) {
  const { decision, target, exit_reason } = exception
  if (decision === 'leave') {
    if (target !== undefined) asked.faults[`${field}.target`] = [ROLLOVER_TEXTS.badTarget]
    return decideLeaving(member, asked, exception)
  }
  if (exit_reason !== undefined) asked.faults[`${field}.exit_reason`] = [ROLLOVER_TEXTS.badDecision]
  const to_grade = gradeFor(asked.grades, member.grade, decision)
  if (to_grade === null) {
    asked.faults[`${field}.decision`] = [ROLLOVER_TEXTS.badDecision]
    return decideByDefault(member, asked)
  }
  const own = target === undefined ? null : { target, field: `${field}.target` }
  return { ...staysOn(member, decision, to_grade), own }
}

/** The plan's exceptions by pupil; one for a pupil who was never in the old year, or a second one, is a fault. */
const exceptionsOf = ({ plan, members, faults }: Asked) => {
  const known = new Set(members.map(({ pupil_id }) => pupil_id))
  const byPupil = new Map<number, { exception: Exception; field: string }>()
  for (const [index, exception] of plan.pupils.entries()) {
    const field = `pupils.${index}`
    const { pupil_id } = exception
    if (!known.has(pupil_id) || byPupil.has(pupil_id)) faults[`${field}.pupil_id`] = [MESSAGES.boolean]
    else byPupil.set(pupil_id, { exception, field })
  }
  return byPupil
}

/**
 * What becomes of each pupil of the old year (domain §3.4); who has left is not asked any more. An exception for a pupil
 * with whom nothing is done says nothing, so that a plan that was carried out can be sent again.
 */
export function decidePupils(asked: Asked): Decided[] {
  const exceptions = exceptionsOf(asked)
  return asked.members.flatMap((member) => {
    if (hasLeft(member)) return []
    if (member.placed_grade !== null) return [keepsPlace(member, member.placed_grade)]
    if (member.date_exit !== null && member.date_exit < asked.years.to.date_start) return [leavesEarlier(member)]
    const exception = exceptions.get(member.pupil_id)
    return [exception ? decideByPlan(member, asked, exception) : decideByDefault(member, asked)]
  })
}
