import { expect, it } from 'vitest'
import type { RolloverPupil } from '#contract/rollovers/rollovers.ts'
import { leaverLists } from './RolloverLeaversPage.tsx'

let count = 0
const pupil = (more: Partial<RolloverPupil>): RolloverPupil => ({
  pupil_id: ++count,
  lastname: 'Müller',
  lastname_prefix: null,
  firstname: `Kind ${count}`,
  from_class: '6a',
  from_grade: 6,
  decision: 'leave',
  proposed: 'leave',
  to_grade: null,
  to_class: null,
  target: null,
  exit_reason: 'graduated',
  next_school: null,
  reason: 'leaving_grade',
  ...more,
})

const GRADUATE = pupil({})
/** Whose exit was entered before the change. */
const EARLIER = pupil({ reason: 'left_before' })
const MOVED = pupil({ exit_reason: 'moved', reason: 'leaves' })
const YOUNGER = pupil({ from_grade: 3, proposed: 'promote', reason: 'leaves' })
const STAYS = pupil({ decision: 'repeat', exit_reason: null, reason: null })
const PUPILS = [GRADUATE, EARLIER, MOVED, YOUNGER, STAYS]

const listsOf = (school_type: 'primary' | 'secondary_1', pupils = PUPILS, undone_at: string | null = null) => {
  const report = { pupils } as Parameters<typeof leaverLists>[0]['report']
  return leaverLists({ report, school_type, undone_at }).map((list) => [list.title, ...list.pupils])
}

it('a primary school has „Übergang 7“ for who has finished it, and the others apart', () => {
  expect(listsOf('primary')).toEqual([
    ['Übergang 7', GRADUATE, EARLIER],
    ['Abgänge', MOVED, YOUNGER],
  ])
})

it('every other school has Abgänge', () => {
  expect(listsOf('secondary_1')).toEqual([['Abgänge', GRADUATE, EARLIER, MOVED, YOUNGER]])
})

it('without anybody there is no list, nor after the change was taken back', () => {
  expect(listsOf('primary', [GRADUATE])).toHaveLength(1)
  expect(listsOf('primary', [STAYS])).toEqual([])
  expect(listsOf('primary', PUPILS, '2027-07-01T08:00:00Z')).toEqual([])
})
