import { expect, it } from 'vitest'
import { MESSAGES } from '#contract/formats.ts'
import { CLOSED, endText, readTimes, rebasedTimes, SKIPPED_TIME, type TimeValues, timeValuesOf } from './online-form.ts'

const STORED = { registration_from: '2027-02-01T07:00:30.000Z', registration_until: '2027-03-31T21:59:00.000Z' }
const BEFORE: TimeValues = {
  registration_from: '2027-02-01',
  from_time: '08:00',
  registration_until: '2027-03-31',
  until_time: '23:59',
}
const read = (typed: Partial<TimeValues>) => readTimes({ ...BEFORE, ...typed }, BEFORE)

it('shows the times of Berlin', () => {
  expect(timeValuesOf(STORED)).toEqual(BEFORE)
  expect(timeValuesOf({ registration_from: null, registration_until: null })).toEqual(CLOSED)
})

it('sends what was typed anew and leaves the seconds of all else', () => {
  expect(read({})).toEqual({ changes: {}, problems: {} })
  expect(read({ until_time: '12' })).toEqual({
    changes: { registration_until: '2027-03-31T10:00:00.000Z' },
    problems: {},
  })
  expect(read({ registration_until: '', until_time: 'egal' }).changes).toEqual({ registration_until: null })
  expect(readTimes(CLOSED, BEFORE).changes).toEqual({ registration_from: null, registration_until: null })
})

it.each<[Partial<TimeValues>, Record<string, string>]>([
  [{ from_time: '24:00' }, { from_time: 'Bitte eine Uhrzeit angeben, zum Beispiel 08:00.' }],
  [{ until_time: '' }, { until_time: 'Bitte eine Uhrzeit angeben, zum Beispiel 08:00.' }],
  [{ registration_from: '31.02.2027' }, { registration_from: MESSAGES.date }],
  [
    { registration_from: 'bald', from_time: 'acht' },
    { registration_from: MESSAGES.date, from_time: 'Bitte eine Uhrzeit angeben, zum Beispiel 08:00.' },
  ],
  [{ registration_from: '2027-03-28', from_time: '02:30' }, { from_time: SKIPPED_TIME }],
])('says what is wrong with %j at its field', (typed, problems) => {
  expect(read(typed).problems).toEqual(problems)
})

it('keeps the own end on top of what was stored meanwhile', () => {
  const theirs = { ...BEFORE, registration_from: '2027-01-15', until_time: '18:00' }
  const values = { ...BEFORE, until_time: '12:00' }
  expect(rebasedTimes(values, BEFORE, theirs)).toEqual({ ...theirs, until_time: '12:00' })
})

it('reads one end as it was typed', () => {
  expect(endText(BEFORE, 'registration_from')).toBe('01.02.2027, 08:00 Uhr')
  expect(endText({ ...BEFORE, until_time: '18' }, 'registration_until')).toBe('31.03.2027, 18:00 Uhr')
  expect(endText({ ...BEFORE, registration_from: 'bald' }, 'registration_from')).toBe('bald, 08:00 Uhr')
  expect(endText(CLOSED, 'registration_until')).toBe('nicht angegeben')
})
