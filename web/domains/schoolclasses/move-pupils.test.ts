import { expect, test } from 'vitest'
import { MOVED_MAX } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { joinReplies, portionsOf, wayBack } from './move-pupils.ts'

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

test('more than move at once go in portions, there and back', () => {
  const many = Array.from({ length: 2 * MOVED_MAX + 1 }, (_, index) => index + 1)
  expect(portionsOf(many).map(({ length }) => length)).toEqual([MOVED_MAX, MOVED_MAX, 1])
  expect(portionsOf([])).toEqual([])
  const moved = many.map((pupil_id) => ({ pupil_id, from_schoolclass_id: 12, from_schoolgrade_id: 1 }))
  expect(wayBack(moved, '2026-11-20').map(({ pupil_ids }) => pupil_ids.length)).toEqual([MOVED_MAX, MOVED_MAX, 1])
})

test('several portions are told as one move, and what is left when one was refused', () => {
  const from = { from_schoolclass_id: null, from_schoolgrade_id: 1 }
  const reply = (ids: readonly number[], is_overfull: boolean) => ({
    message: `${ids.length} verschoben`,
    moved: ids.map((pupil_id) => ({ pupil_id, ...from })),
    ...{ stayed: [], is_overfull },
  })
  expect(joinReplies([], 3)).toBeUndefined()
  expect(joinReplies([reply([1], false)], 1)?.message).toBe('1 verschoben')
  const whole = joinReplies([reply([1, 2], false), reply([3], true)], 3)
  expect(whole).toMatchObject({ message: 'Zugewiesen: 3 Kinder.', is_overfull: true })
  expect(whole?.moved).toHaveLength(3)
  const part = joinReplies([reply([1, 2], false), reply([3], false)], 4)
  expect(part?.message).toBe('Zugewiesen: 3 Kinder. Bei 1 Kind hat sich nichts geändert.')
})
