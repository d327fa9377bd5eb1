import { describe, expect, it } from 'vitest'
import type { FreeDayKind, FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import {
  compareTaken,
  cutTexts,
  isOnWeekend,
  isSameList,
  lostSchoolDays,
  nextFreeDays,
  overlappedNames,
  takeOver,
} from './free-day-list.ts'

const free = (name: string, days: string, kind: FreeDayKind = 'holiday'): FreeDays => {
  const [date_start = '', date_end = date_start] = days.split(' ')
  return { name, kind, date_start, date_end }
}

const CHRISTMAS = free('Weihnachtsferien', '2026-12-23 2027-01-02')
const CHRISTMAS_DAY = free('1. Weihnachtstag', '2026-12-25', 'public_holiday')
const AUTUMN = free('Herbstferien', '2026-10-19 2026-10-30')
const SUMMERS = [free('Sommerferien', '2026-08-01 2026-08-22'), free('Sommerferien', '2027-07-01 2027-07-31')]

describe('what each entry takes', () => {
  it('counts a day in two of them once, for the shorter one', () => {
    expect(lostSchoolDays([CHRISTMAS, CHRISTMAS_DAY, AUTUMN])).toEqual([7, 1, 10])
  })

  it('is nothing on a weekend', () => {
    expect(lostSchoolDays([free('Reformationstag', '2026-10-31', 'public_holiday')])).toEqual([0])
  })
})

describe('overlaps', () => {
  it('are named on both sides', () => {
    const bridge = free('Brückentag', '2026-10-30 2026-11-02', 'closed')
    expect(overlappedNames([AUTUMN, bridge], 0)).toEqual(['Brückentag'])
    expect(overlappedNames([AUTUMN, bridge], 1)).toEqual(['Herbstferien'])
  })

  it('do not count for public holidays in holidays, nor for neighbours', () => {
    const after = free('Brückentag', '2026-10-31 2026-11-02', 'closed')
    expect(overlappedNames([CHRISTMAS, CHRISTMAS_DAY], 0)).toEqual([])
    expect(overlappedNames([CHRISTMAS, CHRISTMAS_DAY], 1)).toEqual([])
    expect(overlappedNames([AUTUMN, after], 0)).toEqual([])
  })
})

describe('taking over', () => {
  it('tells new, changed and present apart', () => {
    const longer = { ...AUTUMN, date_end: '2026-10-31' }
    const states = compareTaken([CHRISTMAS, AUTUMN], [CHRISTMAS, longer, CHRISTMAS_DAY]).map(({ state }) => state)
    expect(states).toEqual(['same', 'changed', 'new'])
  })

  it('finds the same days under another name', () => {
    expect(compareTaken([AUTUMN], [{ ...AUTUMN, name: 'Herbst' }])[0]?.state).toBe('same')
  })

  it('takes the summer holidays that are meant', () => {
    const later = free('Sommerferien', '2027-07-08 2027-07-31')
    const taken = compareTaken(SUMMERS, [later])
    expect(taken).toEqual([{ day: later, state: 'changed', before: SUMMERS[1] }])
    expect(takeOver(SUMMERS, taken)).toEqual([SUMMERS[0], later])
  })

  it('replaces what changed and leaves the rest, in the order of the days', () => {
    const longer = { ...AUTUMN, date_end: '2026-10-31' }
    expect(takeOver([CHRISTMAS, AUTUMN], compareTaken([CHRISTMAS, AUTUMN], [longer, CHRISTMAS_DAY]))).toEqual([
      longer,
      CHRISTMAS,
      CHRISTMAS_DAY,
    ])
  })
})

describe('holidays that are cut at the ends of the year', () => {
  const year = { date_start: '2026-08-01', date_end: '2027-07-31' }
  const [early = CHRISTMAS, late = CHRISTMAS] = SUMMERS

  it('say where their other part is', () => {
    const years = [
      { name: '2027/2028', free_days: [free('Sommerferien', '2027-08-01 2027-08-14')] },
      { name: '2025/2026', free_days: [free('Sommerferien', '2026-07-09 2026-07-31')] },
    ]
    expect(cutTexts(early, year, years)).toEqual(['seit 09.07.2026, im Schuljahr 2025/2026'])
    expect(cutTexts(late, year, years)).toEqual(['weiter im Schuljahr 2027/2028, bis 14.08.2027'])
  })

  it('name the end of the year when the other part is not known', () => {
    expect(cutTexts(early, year, [])).toEqual(['hier beginnt das Schuljahr'])
    expect(cutTexts(late, year, [])).toEqual(['hier endet das Schuljahr'])
  })

  it('are no others', () => {
    expect(cutTexts(AUTUMN, year, [])).toEqual([])
    expect(cutTexts(free('Schulfest', '2027-07-31', 'closed'), year, [])).toEqual([])
  })
})

describe('what comes next', () => {
  const weekend = free('Reformationstag', '2026-10-31', 'public_holiday')
  const days = [
    AUTUMN,
    weekend,
    CHRISTMAS,
    CHRISTMAS_DAY,
    ...['01', '02', '03', '04'].map((day) => free(day, `2027-05-${day}`)),
  ]

  it('is at most five, without what is over or on a weekend', () => {
    expect(nextFreeDays(days, '2026-11-20').map(({ name }) => name)).toEqual([
      'Weihnachtsferien',
      '1. Weihnachtstag',
      '01',
      '02',
      '03',
    ])
  })

  it('is the beginning of a year that is over', () => {
    expect(nextFreeDays(days, '2028-01-01')[0]).toBe(AUTUMN)
  })
})

it('compares lists whatever their order', () => {
  expect(isSameList([CHRISTMAS, AUTUMN], [AUTUMN, CHRISTMAS])).toBe(true)
  expect(isSameList([CHRISTMAS, AUTUMN], [AUTUMN])).toBe(false)
})

it.each([
  ['2027-10-03', '2027-10-03', 'public_holiday', true],
  ['2027-10-04', '2027-10-04', 'public_holiday', false],
  ['2027-10-02', '2027-10-03', 'holiday', false],
] as const)('%s to %s as %s lies on a weekend: %s', (...[date_start, date_end, kind, isSo]) => {
  expect(isOnWeekend({ name: 'Frei', kind, date_start, date_end })).toBe(isSo)
})
