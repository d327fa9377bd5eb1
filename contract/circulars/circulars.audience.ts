import { z } from 'zod'
import { EMPLOYEE_TYPE_LABELS, type EmployeeType } from '#contract/employees/employee.record.ts'
import { GradeNumber, Id } from '#contract/formats.ts'

/** To whom a circular goes: parents of classes, people who work at the school, or families on the waiting list. */
export const CIRCULAR_KINDS = ['families', 'staff', 'waiting'] as const
export type CircularKind = (typeof CIRCULAR_KINDS)[number]

/** What stands before the chosen ones. */
export const CIRCULAR_KIND_LABELS: Record<CircularKind, string> = {
  families: 'An die Eltern von',
  staff: 'An das Kollegium',
  waiting: 'An die Warteliste',
}

const TYPES = Object.keys(EMPLOYEE_TYPE_LABELS) as [EmployeeType, ...EmployeeType[]]

/** Applications that wait for a place of this grade in this school year. */
const WaitingFor = z.object({ school_year_id: Id, grade: GradeNumber })
export type WaitingFor = z.output<typeof WaitingFor>

/**
 * Families: the parents of these classes. Staff: those who lead these classes, who do this kind of work, and these people.
 * Waiting: the contacts of these waiting lists and of these applications. `is_whole_school` stands for all of today's
 * children, for everybody who works here, or for everybody who waits.
 */
export const Audience = z.object({
  kind: z.enum(CIRCULAR_KINDS).default('families'),
  is_whole_school: z.boolean(),
  class_ids: z.array(Id).max(100),
  employee_types: z.array(z.enum(TYPES)).max(TYPES.length).default([]),
  employee_ids: z.array(Id).max(500).default([]),
  waitlists: z.array(WaitingFor).max(50).default([]),
  registration_ids: z.array(Id).max(500).default([]),
  /** Whoever has an address that cannot be reached is written to all the same. */
  tries_unreachable: z.boolean().default(false),
})
export type CircularAudience = z.output<typeof Audience>

const CHOICES = ['class_ids', 'employee_types', 'employee_ids', 'waitlists', 'registration_ids'] as const
const CHOICES_OF: Record<CircularKind, readonly (typeof CHOICES)[number][]> = {
  families: ['class_ids'],
  staff: ['class_ids', 'employee_types', 'employee_ids'],
  waiting: ['waitlists', 'registration_ids'],
}

/** Either everybody or some are chosen, and nothing that belongs to another kind. */
export const isChosen = (audience: CircularAudience) => {
  const chosen = CHOICES.filter((key) => audience[key].length > 0)
  return (
    chosen.every((key) => CHOICES_OF[audience.kind].includes(key)) && audience.is_whole_school === (chosen.length === 0)
  )
}
