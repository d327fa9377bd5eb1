import { z } from 'zod'
import { GradeNumber } from '#contract/formats.ts'

/** Fields with fixed answers of a pupil's record, and their German words (domain §1.5). */

export const AFTERSCHOOL_LABELS = { none: 'kein Hort', short: 'kurz', long: 'lang' } as const

export const AFTERSCHOOL_DAYS = ['mo', 'tu', 'we', 'th', 'fr'] as const
export const AFTERSCHOOL_DAY_LABELS = { mo: 'Mo', tu: 'Di', we: 'Mi', th: 'Do', fr: 'Fr' } as const

export const ENROLMENT_KIND_LABELS = {
  regular: 'regulär',
  early: 'vorzeitig',
  deferred: 'nach Zurückstellung',
  lateral: 'Quereinstieg',
} as const
export type EnrolmentKind = keyof typeof ENROLMENT_KIND_LABELS

export const KITA_YEAR_LABELS = {
  none: 'keine Kita',
  lt1: 'unter 1 Jahr',
  '1to2': '1 bis 2 Jahre',
  '2to3': '2 bis 3 Jahre',
  ge3: '3 Jahre und länger',
} as const
export type KitaYears = keyof typeof KITA_YEAR_LABELS

/** Bildungsgangempfehlung; only asked at a secondary school. */
export const SCHOOL_RECOMMENDATION_LABELS = { EBR: 'EBR', FOR: 'FOR', AHR: 'AHR' } as const
export type SchoolRecommendation = keyof typeof SCHOOL_RECOMMENDATION_LABELS

export const SWIM_LEVEL_LABELS = {
  none: 'kann nicht schwimmen',
  seahorse: 'Seepferdchen',
  bronze: 'Bronze',
  silver: 'Silber',
  gold: 'Gold',
  unknown: 'nicht bekannt',
} as const

/** A contraindication is health data and stands among the confidential entries. */
export const MEASLES_PROOF_KIND_LABELS = {
  vaccination: 'Impfung',
  immunity: 'Immunität',
  other_institution: 'Bestätigung einer anderen Einrichtung',
} as const

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
