import { expect, test } from 'vitest'
import { parseTimeInput } from './clock-time.ts'

test.each([
  ['8', '08:00'],
  ['8.30', '08:30'],
  ['8 30', '08:30'],
  ['0830', '08:30'],
  ['23:59', '23:59'],
  ['00:00', '00:00'],
  ['8:30 Uhr', '08:30'],
  [' 8uhr ', '08:00'],
  ['24:00', undefined],
  ['8:60', undefined],
  ['8:3', undefined],
  ['', undefined],
  ['Uhr', undefined],
  ['acht', undefined],
])('%j is the time of day %s', (text, time) => {
  expect(parseTimeInput(text)).toBe(time)
})
