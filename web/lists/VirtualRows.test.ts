import { expect, test } from 'vitest'
import { rangeWith, withGaps } from './VirtualRows.tsx'

const placed = (...indexes: number[]) => indexes.map((index) => ({ index, start: index * 40, end: (index + 1) * 40 }))

test('what is left out before, between and after the drawn rows has its height', () => {
  const { drawn, endGap } = withGaps(placed(0, 10, 11), 4000)
  expect(drawn.map(({ gap }) => gap)).toEqual([0, 9 * 40, 0])
  expect(endGap).toBe(4000 - 12 * 40)
})

test('a list that begins further down the page has no gap for what is above it', () => {
  const items = placed(0, 1).map(({ index, start, end }) => ({ index, start: start + 300, end: end + 300 }))
  const { drawn, endGap } = withGaps(items, 400, 300)
  expect(drawn.map(({ gap }) => gap)).toEqual([0, 0])
  expect(endGap).toBe(320)
})

test('the row with the focus stays drawn, a row that is gone does not come back', () => {
  const range = { startIndex: 50, endIndex: 52, overscan: 1, count: 100 }
  expect(rangeWith(range, [3, 51, undefined, -1, 100])).toEqual([3, 49, 50, 51, 52, 53])
})
