import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

interface Placed {
  index: number
  start: number
  end: number
}

/** The rendered rows with the height of the gap before each, and after the last. */
export const withGaps = <P extends Placed>(placed: readonly P[], totalSize: number, offset = 0) => {
  const drawn = placed.map((item, at) => ({ item, gap: item.start - (placed[at - 1]?.end ?? offset) }))
  return { drawn, endGap: Math.max(totalSize - ((placed.at(-1)?.end ?? offset) - offset), 0) }
}

/** The visible rows, and in addition those of `kept`: the row with the focus must not disappear. */
export const rangeWith = (range: Range, kept: readonly (number | undefined)[]) => {
  const indexes = kept.filter((index) => index !== undefined && index >= 0 && index < range.count) as number[]
  return [...new Set([...defaultRangeExtractor(range), ...indexes])].sort((a, b) => a - b)
}
