import { describe, expect, it } from 'vitest'
import { NewSicknoteForm } from '#contract/sicknotes/sicknotes.change.ts'
import { changesOf, type FieldValues, inputsOf, sentOf } from '#web/forms/fields.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { note } from './sicknote.test-data.ts'
import {
  asksOfNote,
  dayFaults,
  endSuggestions,
  isAllFree,
  NEW_NOTE_FIELDS,
  NOTE_FIELDS,
  newNote,
} from './sicknote-form.ts'

const FREE = [{ date_start: '2026-12-23', date_end: '2027-01-02' }]
const MIA = note({}).pupil
const start = newNote([MIA], '2026-11-20', FREE)
const askedFor = (values: FieldValues, fields = NEW_NOTE_FIELDS) => fields.filter(({ key }) => asksOfNote(key, values))
const sent = (values: FieldValues) => sentOf(askedFor(values), values)
const refused = (values: object) => {
  const found = Object.entries(schemaErrors(NewSicknoteForm)(sent({ ...start, ...values }))).map(
    ([path, message]) => `${path}: ${message}`,
  )
  return found.length > 0 ? found : undefined
}

describe('a new note', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-21', '2026-11-23'],
    ['2026-12-23', '2027-01-04'],
  ])('opened on %s is for %s', (today, day) => {
    expect(newNote([], today, FREE)).toMatchObject({ dateStart: day, dateEnd: day, reason: 'sick', source: 'phone' })
  })

  it('is sent without what was not said', () => {
    const body = sent({ ...start, timeStart: '10', lessons: ['2'], comment: '' })
    expect(NewSicknoteForm.parse(body)).toEqual({
      pupil_ids: [7],
      dateStart: '2026-11-20',
      dateEnd: '2026-11-20',
      reason: 'sick',
      source: 'phone',
      partial: false,
      lessons: [],
      comment: null,
      reporterName: null,
      reporterRelation: null,
      reporterPhone: null,
      leave_decision: 'pending',
      accepts_free_days: false,
      replaces: [],
    })
  })

  it.each([
    [{}, undefined],
    [{ pupil_ids: [] }, ['pupil_ids: Bitte wählen Sie mindestens ein Kind.']],
    [{ dateEnd: '2026-11-19' }, ['dateEnd: Das Ende liegt vor dem Beginn.']],
    [{ dateStart: '30.2.' }, ['dateStart: Dies ist kein gültiges Datum.']],
    [{ partial: true }, ['timeStart: Bitte Uhrzeiten oder Stunden angeben.']],
    [{ partial: true, timeStart: '10', timeEnd: '9.30' }, ['timeEnd: Das Ende muss nach dem Beginn liegen.']],
    [
      { partial: true, lessons: ['1'], dateEnd: '2026-11-23' },
      ['partial: Stundenweise geht nur an einem einzelnen Tag.'],
    ],
  ])('%j is refused with %j', (values, messages) => {
    expect(refused(values)).toEqual(messages)
  })
})

describe('a change', () => {
  const before = inputsOf(NOTE_FIELDS, note({}).value)
  const changed = (change: FieldValues) => {
    const values = { ...before, ...change }
    return changesOf(askedFor(values, NOTE_FIELDS), before, values)
  }

  it('names only what differs; times count once the day is a part', () => {
    expect(changed({ dateEnd: '2026-11-24', timeStart: '8' })).toEqual({ dateEnd: '2026-11-24' })
    expect(changed({ partial: true, timeStart: '8', timeEnd: '9.30' })).toEqual({
      partial: true,
      timeStart: '08:00',
      timeEnd: '09:30',
    })
  })

  it('is refused for what its days and times say together', () => {
    expect(dayFaults({ ...before, dateEnd: '2026-01-01' })).toHaveProperty('dateEnd')
    expect(dayFaults({ ...before, partial: true })).toHaveProperty('timeStart')
    expect(dayFaults({ ...before, timeStart: 'x' })).toEqual({})
  })
})

describe('days', () => {
  it.each([
    ['2026-11-21', '2026-11-22', true],
    ['2026-12-23', '2027-01-03', true],
    ['2026-12-22', '2026-12-23', false],
    ['2026-11-23', '2026-11-20', false],
    ['morgen', '2026-11-22', false],
  ])('from %s to %s hold no school day: %s', (dateStart, dateEnd, isFree) => {
    expect(isAllFree({ dateStart, dateEnd }, FREE)).toBe(isFree)
    expect(isAllFree({ dateStart, dateEnd }, undefined)).toBe(false)
  })

  it.each([
    ['2026-11-17', 'nur heute, bis morgen, bis Do 19.11., bis Freitag, bis Mo 23.11., bis Di 24.11.'],
    ['2026-11-20', 'nur Fr 20.11., bis Mo 23.11., bis Di 24.11., bis Mi 25.11., bis Do 26.11., bis Fr 27.11.'],
    ['2026-12-21', 'nur Mo 21.12., bis Di 22.12., bis Mo 04.01., bis Di 05.01., bis Mi 06.01., bis Do 07.01.'],
    ['x', ''],
  ])('after %s each of the next five with school is proposed: %s', (day, texts) => {
    const days = endSuggestions(day, { today: '2026-11-17', freeDays: FREE })
    expect(days.map(({ text }) => text).join(', ')).toBe(texts)
  })

  it.each([
    ['2026-11-17', 'bis heute, bis morgen, bis Freitag'],
    ['2026-11-20', 'bis heute, bis morgen, bis Freitag, bis Mo 23.11., bis Fr 27.11.'],
    ['2026-11-26', 'bis heute, bis morgen, bis Do 26.11., bis Fr 27.11.'],
    ['2026-12-22', 'bis heute, bis morgen, bis Di 22.12., bis Mo 04.01., bis Fr 08.01.'],
  ])('an absence that lasts until %s can go on: %s', (dateEnd, texts) => {
    const days = endSuggestions('2026-11-17', {
      today: '2026-11-17',
      freeDays: FREE,
      lasting: { dateEnd, isRunning: true },
    })
    expect(days.map(({ text }) => text).join(', ')).toBe(texts)
  })
})
