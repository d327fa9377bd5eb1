import { describe, expect, it } from 'vitest'
import { exitRefusal, firstExitDay } from './employees.exit.ts'
import type { ClassFunction } from './employees.ts'

const TODAY = '2026-11-20'

const held = (date_start: string, date_end: string | null): ClassFunction => ({
  schoolclass: { id: 1, description: 'a', classgradePlain: '3a', schoolgrade: { grade: 3 } },
  school_year: { id: 1, name: '2026/2027', state: 'active' },
  function: 'responsible',
  date_start,
  date_end,
})

const running = { date_entry: '2016-08-01', functions: [held('2026-08-01', null)] }
const over = { date_entry: null, functions: [held('2025-08-01', '2026-07-31')] }
const toCome = { date_entry: null, functions: [held('2027-08-01', null)] }

describe('exitRefusal', () => {
  it.each([
    ['before the entry', running, '2016-07-31', /vor dem Eintritt/],
    ['before a running class', running, '2026-07-31', /3a seit 01\.08\.2026/],
    ['before a class of the past', over, '2025-07-31', /3a vom 01\.08\.2025 bis 31\.07\.2026/],
  ])('refuses a day %s', (...row) => {
    const [, person, day, text] = row
    expect(exitRefusal(person, day, TODAY)).toMatch(text)
  })

  it.each([
    ['the first day of the running class', running, '2026-08-01'],
    ['a day within a class of the past', over, '2025-08-01'],
    ['a day before a class to come', toCome, '2026-11-19'],
  ])('lets %s pass', (_, person, day) => {
    expect(exitRefusal(person, day, TODAY)).toBeUndefined()
  })
})

describe('firstExitDay', () => {
  it.each([
    ['the begin of the latest class', running, '2026-08-01'],
    ['the entry', { ...running, functions: [] }, '2016-08-01'],
    ['nothing', toCome, undefined],
  ])('is %s', (_, person, day) => {
    expect(firstExitDay(person, TODAY)).toBe(day)
  })
})
