import { formatDate, isIsoDay } from '#contract/dates.ts'
import { REPORTER_RELATION_LABELS, SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { lessonsText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { NoteValues } from './sicknote-form.ts'

const WORDS: { [K in keyof NoteValues]?: (values: NoteValues) => string } = {
  reason: ({ reason }) => SICKNOTE_REASON_LABELS[reason],
  reporterRelation: ({ reporterRelation: relation }) => (relation ? REPORTER_RELATION_LABELS[relation] : ''),
  partial: ({ partial }) => (partial ? 'ja' : 'nein'),
  lessons: ({ lessons }) => lessonsText(lessons),
}

/** What stands in a field, as the comparison of two changes shows it. */
export const shownNoteValue = (values: NoteValues, field: keyof NoteValues) => {
  const value = WORDS[field]?.(values) ?? String(values[field])
  return (isIsoDay(value) ? formatDate(value) : value) || '–'
}
