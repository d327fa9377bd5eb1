import { z } from 'zod'
import { EmptyToNull, Id, OptionalText, Phone } from '#contract/formats.ts'
import { box, choice, day, field, optionalChoice, references } from '#contract/record.ts'
import {
  REPORTER_NAME_MAX,
  REPORTER_RELATION_LABELS,
  SICKNOTE_COMMENT_MAX,
  SICKNOTE_REASON_LABELS,
} from './sicknotes.reasons.ts'
import { ClockTime, Lessons } from './sicknotes.times.ts'
import { LEAVE_DECISION_LABELS, SICKNOTE_SOURCE_LABELS } from './sicknotes.ts'

/** Most children of one entry: a family, or a class on its way home. */
export const SICKNOTE_PUPILS_MAX = 60

const clockTime = (label: string) =>
  field(EmptyToNull(ClockTime), z.string(), { label, kind: 'time', placeholder: '10:00', isOptional: false })

/** What staff say of an absence (domain §1.11). */
export const SicknoteFields = z.object({
  dateStart: day('Von'),
  dateEnd: day('Bis'),
  reason: choice('Grund', SICKNOTE_REASON_LABELS, { initial: 'sick' }),
  partial: box('Nur ein Teil des Tages'),
  timeStart: clockTime('Von (Uhrzeit)'),
  timeEnd: clockTime('Bis (Uhrzeit)'),
  lessons: field(Lessons, Lessons, { label: 'Stunden', kind: 'lessons' }),
  comment: field(OptionalText(SICKNOTE_COMMENT_MAX), z.string(), {
    label: 'Bemerkung',
    kind: 'text',
    max: SICKNOTE_COMMENT_MAX,
    // domain §1.11
    hint: 'Bitte keine Diagnose angeben.',
    isOptional: false,
  }),
  reporterName: field(OptionalText(REPORTER_NAME_MAX), z.string(), {
    label: 'Name',
    kind: 'text',
    max: REPORTER_NAME_MAX,
  }),
  reporterRelation: optionalChoice('Wer meldet?', REPORTER_RELATION_LABELS),
  reporterPhone: field(EmptyToNull(Phone), z.string(), { label: 'Telefon für Rückfragen', kind: 'text' }),
})

const { phone, mail, staff } = SICKNOTE_SOURCE_LABELS

/** What is asked besides when an absence is entered. */
export const NewSicknoteFields = z.object({
  pupil_ids: references('Kinder', z.array(Id).min(1, 'Bitte wählen Sie mindestens ein Kind.').max(SICKNOTE_PUPILS_MAX)),
  ...SicknoteFields.shape,
  leave_decision: choice('Entscheidung', LEAVE_DECISION_LABELS, { initial: 'pending' }),
  source: choice('Gemeldet per', { phone, mail, staff }, { initial: 'phone' }),
})
