import { describe, expect, it } from 'vitest'
import { knownNotes } from './known-notes.ts'
import { note } from './sicknote.test-data.ts'
import { newNote } from './sicknote-form.ts'

const MIA = note({}).pupil
const OTHER = { ...MIA, id: 8 }
const values = newNote([MIA], '2026-11-20', [])

describe('notes of the same days', () => {
  it.each([
    ['the same days', {}, [true]],
    ['other days that touch', { dateStart: '2026-11-19' }, [false]],
    ['a part of the day', { partial: true, lessons: [1] }, [false]],
    ['days before', { dateStart: '2026-11-18', dateEnd: '2026-11-19' }, []],
    ['a mark', { reason: 'unexplained' }, []],
  ] as const)('%s', (_what, value, known) => {
    const one = note({ value: { ...value, lessons: 'lessons' in value ? [...value.lessons] : [] } })
    expect(knownNotes([one], values).map(({ isSame }) => isSame)).toEqual(known)
  })

  it('of another child say nothing; a mark is never the same as a report', () => {
    expect(knownNotes([note({ pupil: OTHER })], values)).toEqual([])
    expect(knownNotes([note({})], { ...values, reason: 'unexplained' })).toMatchObject([{ isSame: false }])
  })
})
