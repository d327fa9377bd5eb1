import { z } from 'zod'
import { GradeNumber } from '#contract/formats.ts'

/** Fields with fixed answers of a pupil's record, and their German words (domain §1.5). */

export const AFTERSCHOOL_CARE = ['none', 'short', 'long'] as const
export const AFTERSCHOOL_LABELS: Record<(typeof AFTERSCHOOL_CARE)[number], string> = {
  none: 'kein Hort',
  short: 'kurz',
  long: 'lang',
}

export const AFTERSCHOOL_DAYS = ['mo', 'tu', 'we', 'th', 'fr'] as const
export const AFTERSCHOOL_DAY_LABELS: Record<(typeof AFTERSCHOOL_DAYS)[number], string> = {
  mo: 'Mo',
  tu: 'Di',
  we: 'Mi',
  th: 'Do',
  fr: 'Fr',
}

export const ENROLMENT_KINDS = ['regular', 'early', 'deferred', 'lateral'] as const
export const ENROLMENT_KIND_LABELS: Record<(typeof ENROLMENT_KINDS)[number], string> = {
  regular: 'regulär',
  early: 'vorzeitig',
  deferred: 'nach Zurückstellung',
  lateral: 'Quereinstieg',
}

export const KITA_YEARS = ['none', 'lt1', '1to2', '2to3', 'ge3'] as const
export const KITA_YEAR_LABELS: Record<(typeof KITA_YEARS)[number], string> = {
  none: 'keine Kita',
  lt1: 'unter 1 Jahr',
  '1to2': '1 bis 2 Jahre',
  '2to3': '2 bis 3 Jahre',
  ge3: '3 Jahre und länger',
}

/** Bildungsgangempfehlung; only asked at a secondary school. */
export const SCHOOL_RECOMMENDATIONS = ['EBR', 'FOR', 'AHR'] as const

export const SWIM_LEVELS = ['none', 'seahorse', 'bronze', 'silver', 'gold', 'unknown'] as const
export const SWIM_LEVEL_LABELS: Record<(typeof SWIM_LEVELS)[number], string> = {
  none: 'kann nicht schwimmen',
  seahorse: 'Seepferdchen',
  bronze: 'Bronze',
  silver: 'Silber',
  gold: 'Gold',
  unknown: 'nicht bekannt',
}

/** A contraindication is health data and stands among the confidential entries. */
export const MEASLES_PROOF_KINDS = ['vaccination', 'immunity', 'other_institution'] as const
export const MEASLES_PROOF_KIND_LABELS: Record<(typeof MEASLES_PROOF_KINDS)[number], string> = {
  vaccination: 'Impfung',
  immunity: 'Immunität',
  other_institution: 'Bestätigung einer anderen Einrichtung',
}

/** ISO 639-1. */
export const LanguageCode = z.string().regex(/^[a-z]{2}$/, 'Bitte eine Sprache wählen.')

/** ISO 3166-1 alpha-3. */
export const CountryCode = z.string().regex(/^[A-Z]{3}$/, 'Bitte ein Land wählen.')

export const ForeignLanguage = z.object({
  language: LanguageCode,
  since_grade: GradeNumber,
  until_grade: GradeNumber.nullable(),
})
export type ForeignLanguage = z.output<typeof ForeignLanguage>
