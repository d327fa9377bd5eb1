import { z } from 'zod'
import { EMPLOYEE_TYPE_LABELS, type EmployeeType } from '#contract/employees/employee.record.ts'
import { Id } from '#contract/formats.ts'

/** To whom a circular goes: parents of classes, or people who work at the school. */
export const CIRCULAR_KINDS = ['families', 'staff'] as const
export type CircularKind = (typeof CIRCULAR_KINDS)[number]

/** What stands before the chosen ones. */
export const CIRCULAR_KIND_LABELS: Record<CircularKind, string> = {
  families: 'An die Eltern von',
  staff: 'An das Kollegium',
}

const TYPES = Object.keys(EMPLOYEE_TYPE_LABELS) as [EmployeeType, ...EmployeeType[]]

/**
 * Families: the parents of these classes. Staff: those who lead these classes, who do this kind of work, and these people.
 * `is_whole_school` stands for all of today's children, or for everybody who works here.
 */
export const Audience = z.object({
  kind: z.enum(CIRCULAR_KINDS).default('families'),
  is_whole_school: z.boolean(),
  class_ids: z.array(Id).max(100),
  employee_types: z.array(z.enum(TYPES)).max(TYPES.length).default([]),
  employee_ids: z.array(Id).max(500).default([]),
  /** Whoever has an address that cannot be reached is written to all the same. */
  tries_unreachable: z.boolean().default(false),
})
export type CircularAudience = z.output<typeof Audience>

/** Either everybody or some are chosen, and of families only classes. */
export const isChosen = ({ kind, is_whole_school, class_ids, employee_types, employee_ids }: CircularAudience) => {
  const staff = employee_types.length + employee_ids.length
  if (kind === 'families' && staff > 0) return false
  return is_whole_school === (class_ids.length + staff === 0)
}
