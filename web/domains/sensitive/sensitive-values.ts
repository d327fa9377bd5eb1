import type { z } from 'zod'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import {
  RELIGION_COURSE_LABELS,
  SENSITIVE_CONTENT,
  type SensitiveKind,
  SUPPORT_FOCUS_LABELS,
} from '#contract/sensitive/sensitive.kinds.ts'
import type { SensitiveChange, SensitiveEntry } from '#contract/sensitive/sensitive.ts'
import type { ConflictLine } from '#web/forms/compared-lines.tsx'

/** What the dialog holds, whatever the kind; only what belongs to the kind is sent. */
export interface SensitiveValues extends Record<string, unknown> {
  kind: SensitiveKind | null
  hint: string
  text: string
  document_seen_at: string
  focus: string | null
  notice_date: string
  measure: string
  course: string | null
  seen_at: string
  visible_to_teachers: boolean
  valid_until: string
}

/** Labels in the order of the dialog. */
export const SENSITIVE_FIELDS = {
  kind: 'Art der Angabe',
  hint: 'Was ist im Notfall zu tun?',
  text: 'Was ist gesperrt, und wer darf Auskunft geben?',
  document_seen_at: 'Dokument gesehen am (optional)',
  focus: 'Förderschwerpunkt',
  notice_date: 'Bescheid vom',
  measure: 'Maßnahme',
  course: 'Besuchter Unterricht',
  seen_at: 'Attest gesehen am',
  valid_until: 'Gültig bis',
  visible_to_teachers: 'Für Lehrkräfte des Kindes sichtbar',
} as const
export type SensitiveField = keyof typeof SENSITIVE_FIELDS

export const NO_ENTRY: SensitiveValues = {
  kind: null,
  hint: '',
  text: '',
  document_seen_at: '',
  focus: null,
  notice_date: '',
  measure: '',
  course: null,
  seen_at: '',
  visible_to_teachers: false,
  valid_until: '',
}

export const valuesOfEntry = (entry: SensitiveEntry): SensitiveValues => ({
  kind: entry.kind,
  hint: entry.hint ?? '',
  text: entry.text ?? '',
  document_seen_at: entry.document_seen_at ?? '',
  focus: entry.focus ?? null,
  notice_date: entry.notice_date ?? '',
  measure: entry.measure ?? '',
  course: entry.course ?? null,
  seen_at: entry.seen_at ?? '',
  visible_to_teachers: entry.visible_to_teachers,
  valid_until: entry.valid_until ?? '',
})

/** The fields a kind has. */
export const fieldsOfKind = (kind: SensitiveKind) => [
  ...(Object.keys(SENSITIVE_CONTENT[kind]) as SensitiveField[]),
  'valid_until' as const,
  'visible_to_teachers' as const,
]

/** The input of PUT, before validation. */
type SensitiveChanges = z.input<typeof SensitiveChange>

/** What differs, as PUT wants it; empty: nothing. */
export const changesOfEntry = (values: SensitiveValues, before: SensitiveValues): SensitiveChanges =>
  Object.fromEntries(
    (values.kind ? fieldsOfKind(values.kind) : [])
      .filter((field) => values[field] !== before[field])
      .map((field) => [field, values[field]]),
  )

const isKeyOf = <T extends object>(table: T, key: unknown): key is keyof T => typeof key === 'string' && key in table

/** A value as the page says it. */
export const valueText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (isKeyOf(SUPPORT_FOCUS_LABELS, value)) return SUPPORT_FOCUS_LABELS[value]
  if (isKeyOf(RELIGION_COURSE_LABELS, value)) return RELIGION_COURSE_LABELS[value]
  const text = String(value ?? '')
  return isIsoDay(text) ? formatDate(text) : text || '–'
}

/** What differs between both versions, in the words of the dialog. */
export const entryConflictLines = (mine: SensitiveValues, theirs: SensitiveValues): ConflictLine[] =>
  (Object.keys(changesOfEntry(mine, theirs)) as SensitiveField[]).map((field) => ({
    key: field,
    label: SENSITIVE_FIELDS[field],
    mine: valueText(mine[field]),
    theirs: valueText(theirs[field]),
  }))

/** What an entry says, with the label its dialog has for it where the heading does not say enough. */
export const entryFacts = (entry: SensitiveEntry) => {
  const { hint, text, measure, focus, course } = entry
  return {
    main: hint ?? text ?? measure ?? (focus && valueText(focus)) ?? (course && valueText(course)),
    facts: [
      { label: 'Bescheid vom', value: entry.notice_date && formatDate(entry.notice_date) },
      { label: 'Attest gesehen am', value: entry.seen_at && formatDate(entry.seen_at) },
      { label: 'Dokument gesehen am', value: entry.document_seen_at && formatDate(entry.document_seen_at) },
    ],
  }
}
