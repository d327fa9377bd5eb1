import { expect, it } from 'vitest'
import { shownNoteValue } from './SicknoteChangeDialog.tsx'
import { note } from './sicknote.test-data.ts'
import { type NoteValues, valuesOfNote } from './sicknote-form.ts'

const EMPTY = valuesOfNote(note({}))
const FULL: NoteValues = {
  dateStart: '2026-11-20',
  dateEnd: '2026-11-24',
  reason: 'doctor',
  partial: true,
  timeStart: '10:00',
  timeEnd: '12:00',
  lessons: [1, 2, 4],
  comment: 'ruft an',
  reporterName: 'Anna Müller',
  reporterRelation: 'self',
  reporterPhone: '0152 28817386',
}
const SHOWN: Record<keyof NoteValues, [full: string, empty: string]> = {
  dateStart: ['20.11.2026', '20.11.2026'],
  dateEnd: ['24.11.2026', '20.11.2026'],
  reason: ['Arzttermin', 'krank'],
  partial: ['ja', 'nein'],
  timeStart: ['10:00', '–'],
  timeEnd: ['12:00', '–'],
  lessons: ['1.–2., 4.', '–'],
  comment: ['ruft an', '–'],
  reporterName: ['Anna Müller', '–'],
  reporterRelation: ['Kind selbst (ab 18)', '–'],
  reporterPhone: ['0152 28817386', '–'],
}

it.each(Object.keys(FULL) as (keyof NoteValues)[])('the comparison shows %s in German', (field) => {
  expect([shownNoteValue(FULL, field), shownNoteValue(EMPTY, field)]).toEqual(SHOWN[field])
})
