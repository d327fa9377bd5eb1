import { expect, it } from 'vitest'
import { berlinDayTime, instantInBerlin } from './online-form.ts'

it.each([
  ['2027-02-01', '08:00', '2027-02-01T07:00:00.000Z'],
  ['2027-07-01', '00:00', '2027-06-30T22:00:00.000Z'],
  ['2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
  ['2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
])('%s %s in Berlin is %s and reads so again', (day, time, instant) => {
  expect(instantInBerlin(day, time)).toBe(instant)
  expect(berlinDayTime(instant)).toEqual({ day, time })
})

it.each([
  ['2027-03-28', '02:30'],
  ['2027-02-30', '08:00'],
  ['2027-02-01', '25:00'],
  ['', '08:00'],
])('%s %s is no moment in Berlin', (day, time) => {
  expect(instantInBerlin(day, time)).toBeUndefined()
})
