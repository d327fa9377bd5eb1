import { SUBJECT_WORDS, type SubjectWords } from '#contract/subject-words.ts'
import type { ErasedSubject } from './retentions.people.ts'

/** The German words for what a row of the erasure journal can be about. */
export const ERASED_WORDS: Record<ErasedSubject, SubjectWords> = {
  ...SUBJECT_WORDS,
  consent: { kind: 'Einwilligung', one: 'Einwilligung', several: 'Einwilligungen' },
  request: {
    kind: 'Anfrage zum Datenschutz',
    one: 'Anfrage zum Datenschutz',
    several: 'Anfragen zum Datenschutz',
  },
}
