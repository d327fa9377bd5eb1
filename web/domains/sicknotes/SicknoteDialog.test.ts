import { describe, expect, it } from 'vitest'
import { knownNotes } from './SicknoteDialog.tsx'
import { note } from './sicknote.test-data.ts'
import { newNote } from './sicknote-form.ts'

const MIA = note({}).pupil
const OTHER = { ...MIA, id: 8 }
const values = newNote([MIA], '2026-11-20', [])

describe('notes of the same days', () => {
  it.each([
    ['the same days', {}, 1],
    ['other days that touch', { dateStart: '2026-11-19' }, 1],
    ['a part of the day', { partial: true, lessons: [1] }, 1],
    ['days before', { dateStart: '2026-11-18', dateEnd: '2026-11-19' }, 0],
    ['a mark', { reason: 'unexplained' }, 0],
  ] as const)('%s', (_what, value, known) => {
    const one = note({ value: { ...value, lessons: 'lessons' in value ? [...value.lessons] : [] } })
    expect(knownNotes([one], values)).toHaveLength(known)
  })

  it('of another child say nothing', () => {
    expect(knownNotes([note({ pupil: OTHER })], values)).toEqual([])
  })
})
