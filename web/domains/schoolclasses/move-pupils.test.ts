import { expect, test } from 'vitest'
import { wayBack } from './move-pupils.ts'

test('back go together who came from the same class and the same grade', () => {
  const from = (pupil_id: number, from_schoolclass_id: number | null, from_schoolgrade_id: number | null) => ({
    pupil_id,
    from_schoolclass_id,
    from_schoolgrade_id,
  })
  const moved = [from(1, 12, 1), from(2, 12, 2), from(3, null, 2), from(4, 12, 1), from(5, null, null)]
  const date_start = '2026-11-20'
  expect(wayBack(moved, date_start)).toEqual([
    { pupil_ids: [1, 4], schoolclass_id: 12, schoolgrade_id: 1, date_start },
    { pupil_ids: [2], schoolclass_id: 12, schoolgrade_id: 2, date_start },
    { pupil_ids: [3], schoolclass_id: null, schoolgrade_id: 2, date_start },
    { pupil_ids: [5], schoolclass_id: null, date_start },
  ])
})
