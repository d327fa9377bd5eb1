import { describe, expect, it } from 'vitest'
import { dayAhead, otherCentury } from './use-date-typing.ts'

describe('otherCentury', () => {
  const future = { min: '2026-11-20' }

  it.each([
    ['04.01.27', '1927-01-04', future, '2027-01-04'],
    ['4.1.27', '1927-01-04', future, '2027-01-04'],
    ['4. Jan. 27', '1927-01-04', future, '2027-01-04'],
    ['040127', '1927-01-04', future, '2027-01-04'],
    ['04.01.20', '2020-01-04', { max: '1990-12-31' }, '1920-01-04'],
  ])('offers for %s (read as %s) the day that may be meant', (...row) => {
    const [typed, day, range, other] = row
    expect(otherCentury(typed, day, range)).toBe(other)
  })

  it.each([
    ['four digits were typed', '04.01.1927', '1927-01-04', future],
    ['eight digits were typed', '04011927', '1927-01-04', future],
    ['the day is allowed', '04.01.27', '1927-01-04', { max: '2026-11-20' }],
    ['the other century is forbidden, too', '04.01.27', '1927-01-04', { min: '2030-01-01' }],
    ['nothing is forbidden', '04.01.27', '1927-01-04', {}],
  ])('offers nothing when %s', (...row) => {
    const [, typed, day, range] = row
    expect(otherCentury(typed, day, range)).toBeUndefined()
  })
})

describe('dayAhead', () => {
  const today = '2026-11-20'

  it.each([
    ['nothing is forbidden', '1927-07-31', {}, '2027-07-31'],
    ['the day is forbidden', '1927-07-31', { min: '2016-08-01' }, '2027-07-31'],
    ['the day of this century is forbidden, too', '1927-07-31', { min: '2027-08-01' }, undefined],
    ['the year may be meant', '2019-07-31', {}, undefined],
    ['the day lies ahead', '2027-07-31', {}, undefined],
  ])('when %s', (...row) => {
    const [, day, range, other] = row
    expect(dayAhead(day, { today, ...range })).toBe(other)
  })
})
