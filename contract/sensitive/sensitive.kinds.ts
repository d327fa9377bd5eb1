import { z } from 'zod'
import { addMonths } from '#contract/dates.ts'
import { EmptyToNull, IsoDate, Lines } from '#contract/formats.ts'

/** What class D holds (domain §1.5), and how its pages call it. */
export const SENSITIVE_KINDS = [
  'health_hint',
  'blocking_note',
  'special_needs',
  'disadvantage_compensation',
  'religion_class',
  'education_participation',
  'measles_contraindication',
] as const
export type SensitiveKind = (typeof SENSITIVE_KINDS)[number]

export const SENSITIVE_LABELS: Record<SensitiveKind, string> = {
  health_hint: 'Gesundheitlicher Hinweis für den Notfall',
  blocking_note: 'Auskunfts- oder Übermittlungssperre, Kontaktverbot',
  special_needs: 'Sonderpädagogischer Förderbedarf',
  disadvantage_compensation: 'Nachteilsausgleich',
  religion_class: 'Teilnahme an Religion oder LER',
  education_participation: 'Bildung und Teilhabe (BuT)',
  measles_contraindication: 'Masern: Impfung nicht möglich',
}

/** Kinds that rest on a consent of all custodians and are to be confirmed each year (domain §5.3). */
export const CONSENT_KINDS = ['health_hint', 'special_needs'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]
export const needsConsent = (kind: SensitiveKind): kind is ConsentKind =>
  (CONSENT_KINDS as readonly SensitiveKind[]).includes(kind)

/** What an entry rested on when it was made. */
export const LEGAL_BASES: Record<SensitiveKind, string> = {
  health_hint: 'Einwilligung (Art. 9 Abs. 2 Buchst. a DSGVO)',
  special_needs: 'Einwilligung (Art. 9 Abs. 2 Buchst. a DSGVO)',
  blocking_note: 'Rechtliche Verpflichtung (Art. 6 Abs. 1 Buchst. c DSGVO)',
  disadvantage_compensation: 'Antrag der Sorgeberechtigten (Art. 9 Abs. 2 Buchst. a DSGVO)',
  religion_class: 'Anmeldung zum Unterricht (Art. 6 Abs. 1 Buchst. b DSGVO)',
  education_participation: 'Antrag der Sorgeberechtigten (Art. 6 Abs. 1 Buchst. a DSGVO)',
  measles_contraindication: '§ 20 IfSG (Art. 9 Abs. 2 Buchst. i DSGVO)',
}

export const RELIGION_COURSES = ['ler', 'protestant', 'catholic', 'none'] as const
/** The class that is attended, not the confession. */
export const RELIGION_COURSE_LABELS: Record<(typeof RELIGION_COURSES)[number], string> = {
  ler: 'LER',
  protestant: 'Evangelischer Religionsunterricht',
  catholic: 'Katholischer Religionsunterricht',
  none: 'keine Teilnahme',
}

export const SUPPORT_FOCUSES = [
  'learning',
  'speech',
  'emotional_social',
  'hearing',
  'sight',
  'physical_motor',
  'mental',
  'autism',
] as const
export const SUPPORT_FOCUS_LABELS: Record<(typeof SUPPORT_FOCUSES)[number], string> = {
  learning: 'Lernen',
  speech: 'Sprache',
  emotional_social: 'Emotionale und soziale Entwicklung',
  hearing: 'Hören',
  sight: 'Sehen',
  physical_motor: 'Körperliche und motorische Entwicklung',
  mental: 'Geistige Entwicklung',
  autism: 'Autismus',
}

export const HINT_MAX = 300
export const BLOCKING_NOTE_MAX = 500

/** What each kind holds; only this is encrypted. */
export const SENSITIVE_CONTENT = {
  health_hint: { hint: Lines(HINT_MAX) },
  blocking_note: { text: Lines(BLOCKING_NOTE_MAX), document_seen_at: EmptyToNull(IsoDate) },
  special_needs: { focus: z.enum(SUPPORT_FOCUSES), notice_date: IsoDate },
  disadvantage_compensation: { measure: Lines(HINT_MAX) },
  religion_class: { course: z.enum(RELIGION_COURSES) },
  education_participation: {},
  measles_contraindication: { seen_at: IsoDate },
} as const

/** Days in the content that cannot lie ahead. */
export const PAST_DAYS = ['document_seen_at', 'notice_date', 'seen_at'] as const

export const CONFIRM_MONTHS = 12

/** From when on an entry is to be confirmed or deleted; undefined: it need not be. */
export const confirmationDueOn = ({ kind, confirmed_at }: { kind: SensitiveKind; confirmed_at: string }) =>
  needsConsent(kind) ? addMonths(confirmed_at, CONFIRM_MONTHS) : undefined

/** It counts until the end of that day; afterwards only who looks after it still sees it. */
export const isExpired = ({ valid_until }: { valid_until: string | null }, today: string) =>
  valid_until !== null && valid_until < today

/** After a withdrawal the entry is locked at once, and deleted so many days later unless the consent comes back. */
export const LOCKED_DAYS = 7

/** Domain §5.3: words that speak of health in a free text; a hint asks, nothing is refused. */
const WORDS = /ADHS|Autis|Epilep|Diagnos|Asthma|Allergi|\bHIV\b|Depressi/i

export const SENSITIVE_HINT = 'Gehört das in „Vertraulich“?'

/** Whether a free text may hold what belongs among the confidential entries. */
export const soundsConfidential = (text: string) => WORDS.test(text)
