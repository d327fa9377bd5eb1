import type { SchoolType } from '#contract/schools/schools.facts.ts'

/** Why an application comes before others; the first reason that applies decides (domain §3.2). */
export const PRIORITY_REASONS = ['sibling_here', 'from_partner', 'sibling_at_partner', 'staff_child', 'none'] as const
export type PriorityReason = (typeof PRIORITY_REASONS)[number]

export const PRIORITY_REASON_LABELS: Record<PriorityReason, string> = {
  sibling_here: 'Geschwister hier',
  from_partner: 'von der Partnerschule',
  sibling_at_partner: 'Geschwister an der Partnerschule',
  staff_child: 'Kind von Mitarbeitenden',
  none: 'ohne Vorrang',
}

const GROUPS: Record<PriorityReason, number> = {
  sibling_here: 1,
  from_partner: 2,
  sibling_at_partner: 3,
  staff_child: 3,
  none: 4,
}

/** Domain §3.2: group 1 comes first, 4 is everybody else. */
export const priorityGroup = (reason: PriorityReason) => GROUPS[reason]

/** Facts about a waiting child; only siblings count whom staff linked to a pupil who is still at the school. */
interface Grounds {
  has_sibling_here: boolean
  has_sibling_at_partner: boolean
  /** The family states that the child goes to the partner school. */
  comes_from_partner: boolean
  is_staff_child: boolean
}

/** The school's rules for ranking; siblings count unless the school says otherwise (domain §1.1). */
interface Ranking {
  school_type: SchoolType
  sibling_priority: boolean
}

/** Domain §3.2; only a secondary school prefers children from its partner. */
export const priorityReason = (child: Grounds, school: Ranking): PriorityReason => {
  if (school.sibling_priority && child.has_sibling_here) return 'sibling_here'
  if (school.school_type === 'secondary_1' && child.comes_from_partner) return 'from_partner'
  if (school.sibling_priority && child.has_sibling_at_partner) return 'sibling_at_partner'
  return child.is_staff_child ? 'staff_child' : 'none'
}

interface Ranked {
  id: number
  priority_reason: PriorityReason
  /** An instant. */
  waiting_since: string
}

/**
 * „Rangfolge vorschlagen“: by group, then by waiting time, then by id (domain §3.2). `rows` are in their present order;
 * those in `pinned` stay where they are.
 */
export const proposedOrder = <T extends Ranked>(rows: readonly T[], pinned: readonly number[] = []) => {
  const order = rows
    .filter(({ id }) => !pinned.includes(id))
    .toSorted(
      (a, b) =>
        priorityGroup(a.priority_reason) - priorityGroup(b.priority_reason) ||
        Date.parse(a.waiting_since) - Date.parse(b.waiting_since) ||
        a.id - b.id,
    )
  for (const [index, row] of rows.entries()) if (pinned.includes(row.id)) order.splice(index, 0, row)
  return order
}

/** The list with one entry at another rank (1…n); the others keep their order. */
export const withMoved = <T>(rows: readonly T[], from: number, to: number): T[] => {
  const moved = rows.slice(from - 1, from)
  return rows.toSpliced(from - 1, 1).toSpliced(to - 1, 0, ...moved)
}

/** Whether both lists have the same ids in the same order. */
export const isSameOrder = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])
