import type { Permission } from '#contract/permissions.ts'
import { SUBJECT_PERMISSIONS, type Subject } from '#contract/subjects.ts'

/** The kinds of people whose processing can be restricted (Art. 18 GDPR, domain DP-08). */
export const RESTRICTED_SUBJECTS = [
  'pupil',
  'guardian',
  'employee',
  'registration',
] as const satisfies readonly Subject[]
export type RestrictedSubject = (typeof RESTRICTED_SUBJECTS)[number]

/** One person whose processing is or can be restricted. */
export interface RestrictedPerson {
  subject: RestrictedSubject
  id: number
}

/** The mark in the reply about a restricted person; other people have none. */
export const restrictedMark = ({ isRestricted }: { isRestricted: boolean }) =>
  isRestricted ? { is_restricted: true as const } : {}

/**
 * Whether somebody with these permissions may restrict people of this kind, see them and end it. Only heads may (domain
 * DP-08).
 */
export const maySeeRestricted = (subject: RestrictedSubject, permissions: readonly Permission[]) =>
  permissions.includes('view pupil sensitive') && permissions.includes(SUBJECT_PERMISSIONS[subject])
