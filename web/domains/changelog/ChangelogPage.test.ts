import { describe, expect, it } from 'vitest'
import { countUnseen } from './ChangelogPage.tsx'

const ENTRIES = [
  { name: 'Unveröffentlicht', date: null, changes: [] },
  { name: '1.2.0', date: '2026-11-20', changes: [] },
  { name: '1.1.0', date: '2026-10-01', changes: [] },
  { name: '1.0.0', date: '2026-09-01', changes: [] },
]

describe('what is new since the last visit', () => {
  it.each([
    [null, 0],
    ['1.2.0', 0],
    ['1.1.0', 1],
    ['1.0.0', 2],
    ['0.9.0', 0],
  ])('after %s there are %i new versions', (seen, count) => {
    expect(countUnseen(ENTRIES, seen)).toBe(count)
  })
})
