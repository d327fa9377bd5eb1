import { addMonths } from '#contract/dates.ts'

/** The kinds of class D (domain §1.5). */
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

/** Kinds that need the consent of all custodians and a confirmation each year (domain §5.3). */
export const CONSENT_KINDS = ['health_hint', 'special_needs'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]
export const needsConsent = (kind: SensitiveKind): kind is ConsentKind =>
  (CONSENT_KINDS as readonly SensitiveKind[]).includes(kind)

/** The legal basis of an entry when it was made. */
export const LEGAL_BASES: Record<SensitiveKind, string> = {
  health_hint: 'Einwilligung (Art. 9 Abs. 2 Buchst. a DSGVO)',
  special_needs: 'Einwilligung (Art. 9 Abs. 2 Buchst. a DSGVO)',
  blocking_note: 'Rechtliche Verpflichtung (Art. 6 Abs. 1 Buchst. c DSGVO)',
  disadvantage_compensation: 'Antrag der Sorgeberechtigten (Art. 9 Abs. 2 Buchst. a DSGVO)',
  religion_class: 'Anmeldung zum Unterricht (Art. 6 Abs. 1 Buchst. b DSGVO)',
  education_participation: 'Antrag der Sorgeberechtigten (Art. 6 Abs. 1 Buchst. a DSGVO)',
  measles_contraindication: '§ 20 IfSG (Art. 9 Abs. 2 Buchst. i DSGVO)',
}

/** Days in the content that cannot be in the future. */
export const PAST_DAYS = ['document_seen_at', 'notice_date', 'seen_at'] as const

export const CONFIRM_MONTHS = 12

/** The day from which an entry must be confirmed or deleted; undefined when it needs no confirmation. */
export const confirmationDueOn = ({ kind, confirmed_at }: { kind: SensitiveKind; confirmed_at: string }) =>
  needsConsent(kind) ? addMonths(confirmed_at, CONFIRM_MONTHS) : undefined

/** An entry is valid until the end of that day; afterwards only people who manage it still see it. */
export const isExpired = ({ valid_until }: { valid_until: string | null }, today: string) =>
  valid_until !== null && valid_until < today

/** After a withdrawal the entry is locked at once, and deleted after this many days unless the consent comes back. */
export const LOCKED_DAYS = 7

/** Domain §5.3: words about health in a free text; they lead to a hint and are never refused. */
const WORDS = /ADHS|Autis|Epilep|Diagnos|Asthma|Allergi|\bHIV\b|Depressi/i

export const SENSITIVE_HINT = 'Gehört das in „Vertraulich“?'

/** Whether a free text may contain something that belongs among the confidential entries. */
export const soundsConfidential = (text: string) => WORDS.test(text)
