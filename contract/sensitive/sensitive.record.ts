import { z } from 'zod'
import { Lines } from '#contract/formats.ts'
import { box, choice, day, type FieldOptions, field, optionalDay } from '#contract/record.ts'
import { SENSITIVE_LABELS } from './sensitive.kinds.ts'

const HINT_MAX = 300
const BLOCKING_NOTE_MAX = 500

/** The class that is attended, not the confession. */
const RELIGION_COURSE_LABELS = {
  ler: 'LER',
  protestant: 'Evangelischer Religionsunterricht',
  catholic: 'Katholischer Religionsunterricht',
  none: 'keine Teilnahme',
} as const

const SUPPORT_FOCUS_LABELS = {
  learning: 'Lernen',
  speech: 'Sprache',
  emotional_social: 'Emotionale und soziale Entwicklung',
  hearing: 'Hören',
  sight: 'Sehen',
  physical_motor: 'Körperliche und motorische Entwicklung',
  mental: 'Geistige Entwicklung',
  autism: 'Autismus',
} as const

const lines = (label: string, max: number, options: FieldOptions) =>
  field(Lines(max), z.string(), { label, kind: 'lines', max, dataClass: 'D', ...options })

/** All fields of confidential entries; the kind of an entry decides which it has (domain §1.5). */
export const Sensitive = z.object({
  kind: choice('Art der Angabe', SENSITIVE_LABELS, { dataClass: 'D', placeholder: 'Bitte wählen' }),
  hint: lines('Was ist im Notfall zu tun?', HINT_MAX, {
    hint: `Was zu tun ist, nicht die Diagnose. Zum Beispiel: Allergie, Notfallset im Sekretariat. Höchstens ${HINT_MAX} Zeichen.`,
  }),
  text: lines('Was ist gesperrt, und wer darf Auskunft geben?', BLOCKING_NOTE_MAX, {
    hint: `Dass es einen Sperrvermerk gibt, sehen alle, die das Kind öffnen; den Text nicht. Höchstens ${BLOCKING_NOTE_MAX} Zeichen.`,
  }),
  document_seen_at: optionalDay('Dokument gesehen am', { dataClass: 'D', isPast: true }),
  focus: choice('Förderschwerpunkt', SUPPORT_FOCUS_LABELS, { dataClass: 'D' }),
  notice_date: day('Bescheid vom', { dataClass: 'D', isPast: true }),
  measure: lines('Maßnahme', HINT_MAX, {
    hint: `Die Maßnahme, nicht die Diagnose. Höchstens ${HINT_MAX} Zeichen.`,
  }),
  course: choice('Besuchter Unterricht', RELIGION_COURSE_LABELS, { dataClass: 'D' }),
  seen_at: day('Attest gesehen am', { dataClass: 'D', isPast: true }),
  valid_until: optionalDay('Gültig bis', { dataClass: 'D' }),
  visible_to_teachers: box('Für Lehrkräfte des Kindes sichtbar', {
    dataClass: 'D',
    initial: false,
    hint: 'Sonst nur für die Schulleitung und wer das Recht dazu hat.',
  }),
})

const { hint, text, document_seen_at, focus, notice_date, measure, course, seen_at } = Sensitive.shape

/** The content of each kind; only this is encrypted. */
export const SENSITIVE_CONTENT = {
  health_hint: { hint },
  blocking_note: { text, document_seen_at },
  special_needs: { focus, notice_date },
  disadvantage_compensation: { measure },
  religion_class: { course },
  education_participation: {},
  measles_contraindication: { seen_at },
} as const
