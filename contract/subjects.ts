import type { Permission } from './permissions.ts'

/** The kinds of records about a person. Each feature of data protection supports some of them. */
export const SUBJECTS = ['registration', 'pupil', 'guardian', 'contact_person', 'employee', 'user'] as const
export type Subject = (typeof SUBJECTS)[number]

export interface SubjectWords {
  /** The kind, as a column or a line below a name says it. */
  kind: string
  /** One person whose name is not said. */
  one: string
  several: string
}

export const SUBJECT_WORDS: Record<Subject, SubjectWords> = {
  registration: { kind: 'Bewerbung', one: 'Bewerbung', several: 'Bewerbungen' },
  pupil: { kind: 'SuS', one: 'Schülerin oder Schüler', several: 'SuS' },
  guardian: { kind: 'Sorgeberechtigte', one: 'Sorgeberechtigte Person', several: 'Sorgeberechtigte' },
  contact_person: { kind: 'Kontaktperson', one: 'Kontaktperson', several: 'Kontaktpersonen' },
  employee: { kind: 'Mitarbeitende', one: 'Mitarbeitende Person', several: 'Mitarbeitende' },
  user: { kind: 'Benutzerkonto', one: 'Benutzerkonto', several: 'Benutzerkonten' },
}

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
