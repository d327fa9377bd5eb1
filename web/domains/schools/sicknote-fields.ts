import type { FormField } from '#web/forms/fields.ts'

const DAYS = ['Tag', 'Tage'] as const
const SCHOOL_DAYS = ['Schultag', 'Schultage'] as const

/** How absences are reported and excused (domain §1.1). */
export const SICKNOTE_FIELDS: readonly FormField[] = [
  {
    key: 'public_enabled',
    label: 'Eltern können ihr Kind über ihren Link krankmelden',
    kind: 'switch',
  },
  {
    key: 'online_counts_as_written',
    label: 'Eine Meldung über den Link gilt als schriftliche Entschuldigung',
    kind: 'switch',
  },
  {
    key: 'notify_guardians',
    label: 'Sorgeberechtigte erhalten eine Nachricht über jede Meldung',
    kind: 'switch',
  },
  {
    key: 'cutoff_time',
    label: 'Am ersten Tag pünktlich bis',
    kind: 'time',
    hint: 'Was später kommt, gilt als verspätet gemeldet.',
    isHalf: true,
  },
  { key: 'max_days_public', label: 'Eine Meldung umfasst höchstens', kind: 'count', unit: DAYS, isHalf: true },
  {
    key: 'backdate_school_days',
    label: 'Rückwirkend meldbar bis',
    kind: 'count',
    unit: SCHOOL_DAYS,
    hint: '0: nur ab heute.',
    isHalf: true,
  },
  { key: 'future_days', label: 'Im Voraus meldbar bis', kind: 'count', unit: DAYS, isHalf: true },
  {
    key: 'excuse_due_school_days',
    label: 'Entschuldigung fällig nach',
    kind: 'count',
    unit: SCHOOL_DAYS,
    isHalf: true,
  },
  {
    key: 'interim_notice_days',
    label: 'Zwischenmeldung bei langem Fehlen nach',
    kind: 'count',
    unit: DAYS,
    isHalf: true,
  },
  {
    key: 'certificate_after_school_days',
    label: 'Hinweis auf ein Attest ab',
    isOptional: true,
    kind: 'count',
    unit: SCHOOL_DAYS,
    hint: 'Nur ein Hinweis, nie eine automatische Aufforderung. Leer: kein Hinweis.',
    empty: 'kein Hinweis',
  },
]
