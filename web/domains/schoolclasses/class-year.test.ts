import { describe, expect, it } from 'vitest'
import { type ClassYear, nearestYear, shownYear } from './class-year.ts'

const yearOf = (id: number, start: number, state: ClassYear['state']): ClassYear => ({
  id,
  name: `${start}/${start + 1}`,
  state,
  date_start: `${start}-08-01`,
  date_end: `${start + 1}-07-31`,
})
const before = yearOf(1, 2024, 'closed')
const last = yearOf(2, 2025, 'closed')
const active = yearOf(3, 2026, 'active')
const next = yearOf(4, 2027, 'planned')
const later = yearOf(5, 2028, 'planned')

describe('shownYear', () => {
  it.each([
    { name: 'the active one without a choice', years: [later, active, last], chosen: undefined, expected: active },
    { name: 'none where none is active', years: [next, last], chosen: undefined, expected: undefined },
    { name: 'the chosen one', years: [next, active, last], chosen: '2', expected: last },
    { name: 'none for an unknown choice', years: [next, active], chosen: '99', expected: undefined },
    { name: 'none without years', years: [], chosen: undefined, expected: undefined },
  ])('is $name', ({ years, chosen, expected }) => {
    expect(shownYear(years, chosen)).toBe(expected)
  })
})

describe('nearestYear', () => {
  it.each([
    ['the active one', [later, next, active, last], active],
    ['else the next one', [later, last, next], next],
    ['else the last one', [before, last], last],
    ['none without years', [], undefined],
  ])('is %s', (_, years, expected) => {
    expect(nearestYear(years)).toBe(expected)
  })
})
