import { describe, expect, it } from 'vitest'
import { changesOf, type FieldValues, inputsOf } from '#web/forms/fields.ts'
import { GRADE_FIELDS, withNumber } from './schoolgrade-list.ts'

const STORED = {
  grade: 3,
  name: 'Klassenstufe 3',
  is_entry: false,
  accepts_lateral: true,
  next_schoolgrade_id: 40,
  active: true,
}
const BEFORE = inputsOf(GRADE_FIELDS, STORED)
const KNOWN = [
  { id: 40, grade: 4 },
  { id: 60, grade: 6 },
]

it.each([
  [{}, {}],
  [{ name: 'Dritte' }, { name: 'Dritte' }],
  [{ grade: ' 3 ' }, {}],
  [{ grade: 'drei' }, { grade: 'drei' }],
  [{ next_schoolgrade_id: '' }, { next_schoolgrade_id: null }],
  [{ active: false }, { active: false }],
])('sends of %j only %j', (typed, changes) => {
  expect(changesOf(GRADE_FIELDS, BEFORE, { ...BEFORE, ...typed } as FieldValues)).toEqual(changes)
})

describe('another number', () => {
  it('takes the usual name and the next grade with it', () => {
    expect(withNumber(BEFORE, '5', KNOWN)).toEqual({ grade: '5', name: 'Klassenstufe 5', next_schoolgrade_id: '60' })
    expect(withNumber({ ...BEFORE, grade: '', name: '' }, '6', KNOWN)).toMatchObject({ next_schoolgrade_id: '' })
  })

  it.each(['', 'x', '1,5'])('leaves all else alone while it is %j', (typed) => {
    expect(withNumber(BEFORE, typed, KNOWN)).toEqual({ grade: typed })
  })

  it('leaves a chosen name alone', () => {
    expect(withNumber({ ...BEFORE, name: 'Füchse' }, '5', KNOWN)).toEqual({ grade: '5' })
  })
})
