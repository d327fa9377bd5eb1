import { MESSAGES } from '#contract/formats.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import {
  type LEAVING_REASONS,
  ROLLOVER_TEXTS,
  type RolloverDecision,
  type RolloverPlan,
  type RolloverReason,
  type RolloverTarget,
} from '#contract/rollovers/rollovers.ts'
import type { GradeStep, Member, YearPair } from './rollovers.situation.queries.ts'

export type LeavingReason = (typeof LEAVING_REASONS)[number]

/** The decision about a pupil, before a class is chosen. */
interface Outcome {
  member: Member
  /** Null: nobody has decided and there is no default; nothing happens. */
  decision: RolloverDecision | null
  /** Null for a pupil who leaves or does not move. */
  to_grade: number | null
  exit_reason: LeavingReason | null
  /** The next school of a pupil who leaves. */
  next_school: string | null
  reason: RolloverReason | null
  /** Nothing happens: the pupil already has a seat or leaves earlier. */
  isSkipped: boolean
  /** A target for this pupil alone, with its field in the plan. */
  own: { target: RolloverTarget; field: string } | null
}

export interface Decided extends Outcome {
  /** The decision when the plan says nothing. */
  proposed: RolloverDecision | null
}

/** Messages by dotted field. */
export type Faults = Record<string, string[]>

interface DecisionInput {
  years: YearPair
  grades: readonly GradeStep[]
  members: readonly Member[]
  plan: RolloverPlan
  faults: Faults
}

/** The next grade; null in the leaving grade, or when the school no longer has it. */
const gradeAfter = (grades: readonly GradeStep[], grade: number) => {
  const step = grades.find((one) => one.grade === grade)
  return step?.next_is_active ? step.next : null
}

const NOTHING_DONE = {
  decision: null,
  to_grade: null,
  exit_reason: null,
  next_school: null,
  reason: null,
  isSkipped: false,
  own: null,
} as const

const keepsSeat = (member: Member, grade: number): Outcome => ({
  ...NOTHING_DONE,
  member,
  decision: grade === member.grade ? 'repeat' : 'promote',
  to_grade: grade,
  reason: 'already_placed',
  isSkipped: true,
})

const leavesEarlier = (member: Member): Outcome => ({
  ...NOTHING_DONE,
  member,
  decision: 'leave',
  exit_reason: member.exit_reason as LeavingReason | null,
  reason: 'left_before',
  isSkipped: true,
})

const staysOn = (member: Member, decision: RolloverDecision, to_grade: number): Outcome => ({
  ...NOTHING_DONE,
  member,
  decision,
  to_grade,
})

const goes = (member: Member, reason: RolloverReason, exit_reason: LeavingReason): Outcome => ({
  ...NOTHING_DONE,
  member,
  decision: 'leave',
  exit_reason,
  next_school: member.next_school,
  reason,
})

/**
 * The default without an exception in the plan: the next grade, or graduation after the last one; otherwise somebody
 * must decide.
 */
const decideByDefault = (member: Member, { grades }: DecisionInput): Outcome => {
  const next = gradeAfter(grades, member.grade)
  if (next !== null) return staysOn(member, 'promote', next)
  const isLeavingGrade = grades.some(({ grade, next: following }) => grade === member.grade && following === null)
  if (isLeavingGrade) return goes(member, 'leaving_grade', 'graduated')
  return { ...NOTHING_DONE, member, reason: 'next_inactive' }
}

const gradeFor = (grades: readonly GradeStep[], grade: number, decision: RolloverDecision) => {
  if (decision === 'repeat') return grade
  const next = gradeAfter(grades, grade)
  return decision === 'skip' && next !== null ? gradeAfter(grades, next) : next
}

type Exception = RolloverPlan['pupils'][number]

const decideLeaving = (member: Member, input: DecisionInput, { exit_reason, next_school }: Exception): Outcome => {
  const usual = decideByDefault(member, input)
  const isUsual = usual.decision === 'leave' && (exit_reason === undefined || exit_reason === 'graduated')
  const leaving = isUsual ? usual : goes(member, 'leaves', exit_reason ?? 'other')
  return next_school === undefined ? leaving : { ...leaving, next_school: next_school || null }
}

function decideByPlan(
  member: Member,
  input: DecisionInput,
  { exception, field }: { exception: Exception; field: string },
) {
  const { decision, target } = exception
  if (decision === 'leave') {
    if (target !== undefined) input.faults[`${field}.target`] = [ROLLOVER_TEXTS.badTarget]
    return decideLeaving(member, input, exception)
  }
  for (const key of ['exit_reason', 'next_school'] as const)
    if (exception[key] !== undefined) input.faults[`${field}.${key}`] = [ROLLOVER_TEXTS.badDecision]
  const to_grade = gradeFor(input.grades, member.grade, decision)
  if (to_grade === null) {
    input.faults[`${field}.decision`] = [ROLLOVER_TEXTS.badDecision]
    return decideByDefault(member, input)
  }
  const own = target === undefined ? null : { target, field: `${field}.target` }
  return { ...staysOn(member, decision, to_grade), own }
}

/**
 * The plan's exceptions by pupil; an exception for a pupil who was never in the old year, or a second one, is a fault.
 */
const exceptionsOf = ({ plan, members, faults }: DecisionInput) => {
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
 * The decision about each pupil of the old year (domain §3.4), without those who have left. An exception for a pupil
 * with whom nothing happens is ignored, so that a plan that was carried out can be sent again.
 */
export function decidePupils(input: DecisionInput): Decided[] {
  const exceptions = exceptionsOf(input)
  const decide = (member: Member) => {
    if (member.placed_grade !== null) return keepsSeat(member, member.placed_grade)
    if (member.date_exit !== null && member.date_exit < input.years.to.date_start) return leavesEarlier(member)
    const exception = exceptions.get(member.pupil_id)
    return exception ? decideByPlan(member, input, exception) : decideByDefault(member, input)
  }
  return input.members
    .filter((member) => !hasLeft(member))
    .map((member) => ({ ...decide(member), proposed: decideByDefault(member, input).decision }))
}
