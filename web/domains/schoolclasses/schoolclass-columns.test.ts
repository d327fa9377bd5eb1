import { describe, expect, it } from 'vitest'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { shownClasses } from './schoolclass-columns.tsx'

const CLASSES = [
  { id: 4, schoolgrade: { id: 10, grade: 10 }, description: 'a', pupil_count: 20 },
  { id: 2, schoolgrade: { id: 3, grade: 3 }, description: 'b', pupil_count: 20 },
  { id: 1, schoolgrade: { id: 3, grade: 3 }, description: 'a', pupil_count: 20 },
  { id: 3, schoolgrade: { id: 5, grade: 5 }, description: 'a', pupil_count: 24 },
] as Schoolclass[]

describe('shownClasses', () => {
  it.each([
    ['name', [1, 2, 3, 4]],
    ['-name', [4, 3, 2, 1]],
    ['pupil_count', [1, 2, 4, 3]],
    // Classes of one size keep their order, however the sizes run.
    ['-pupil_count', [3, 1, 2, 4]],
  ])('sorts by %s', (sort, ids) => {
    expect(shownClasses(CLASSES, sort).map(({ id }) => id)).toEqual(ids)
  })
})
