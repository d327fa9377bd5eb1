import type { Permission } from './permissions.ts'

/**
 * The kinds of records about a person; `subject-words.ts` has their names. Each feature of data protection supports
 * some of them.
 */
export const SUBJECTS = ['registration', 'pupil', 'guardian', 'contact_person', 'employee', 'user'] as const
export type Subject = (typeof SUBJECTS)[number]

/**
 * The permission to edit records of this kind. Whoever restricts or erases such a record, or makes a copy for its person,
 * needs it beside the permission of that feature (ADR 0042).
 */
export const SUBJECT_PERMISSIONS: Record<Subject, Permission> = {
  registration: 'manage pupil application',
  pupil: 'manage pupil',
  guardian: 'manage pupil',
  contact_person: 'manage pupil',
  employee: 'manage employee',
  user: 'manage users',
}
