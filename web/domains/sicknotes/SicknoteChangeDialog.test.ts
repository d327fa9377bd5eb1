import { expect, it } from 'vitest'
import { inputsOf, readText } from '#web/forms/fields.ts'
import { note } from './sicknote.test-data.ts'
import { NOTE_FIELDS } from './sicknote-form.ts'

const EMPTY = inputsOf(NOTE_FIELDS, note({}).value)
const FULL: typeof EMPTY = {
  dateStart: '2026-11-20',
  dateEnd: '2026-11-24',
  reason: 'doctor',
  partial: true,
  timeStart: '10:00',
  timeEnd: '12:00',
  lessons: ['1', '2', '4'],
  comment: 'ruft an',
  reporterName: 'Anna Müller',
  reporterRelation: 'self',
  reporterPhone: '0152 28817386',
}
const SHOWN: Record<string, [full: string, empty: string]> = {
  dateStart: ['20.11.2026', '20.11.2026'],
  dateEnd: ['24.11.2026', '20.11.2026'],
  reason: ['Arzttermin', 'krank'],
  partial: ['ja', 'nein'],
  timeStart: ['10:00 Uhr', '–'],
  timeEnd: ['12:00 Uhr', '–'],
  lessons: ['1.–2., 4.', '–'],
  comment: ['ruft an', '–'],
  reporterName: ['Anna Müller', '–'],
  reporterRelation: ['Kind selbst (ab 18)', '–'],
  reporterPhone: ['0152 28817386', '–'],
}

it.each(NOTE_FIELDS)('the comparison shows $key in German', (field) => {
  const shown = [FULL, EMPTY].map((values) => readText(field, values[field.key] ?? '') || '–')
  expect(shown).toEqual(SHOWN[field.key])
})
