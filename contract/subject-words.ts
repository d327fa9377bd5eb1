import type { Subject } from './subjects.ts'

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
