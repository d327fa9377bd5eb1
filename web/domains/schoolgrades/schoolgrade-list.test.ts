import { describe, expect, it } from 'vitest'
import { missingNumbers, newInputs, nextText, numbersText, usualGrade } from './schoolgrade-list.ts'

const RANGE = { grade_min: 1, grade_max: 6 }
const grades = (...numbers: number[]) =>
  numbers.map((grade) => ({ id: grade * 10, grade })) as Parameters<typeof missingNumbers>[0]['schoolgrades']

describe('the numbers that are missing', () => {
  it.each([
    [[], [1, 2, 3, 4, 5, 6], '1–6'],
    [[1, 2, 3, 4, 6], [5], '5'],
    [[2, 3, 5, 6], [1, 4], '1, 4'],
    [[1, 2, 3, 4, 5, 6], [], ''],
  ])('beside %j are %j', (there, missing, text) => {
    expect(missingNumbers({ ...RANGE, schoolgrades: grades(...there) })).toEqual(missing)
    expect(numbersText(missing)).toBe(text)
  })
})

describe('a usual grade', () => {
  it('leads to the next higher one there is', () => {
    expect(usualGrade(3, grades(6, 5, 1), 1)).toMatchObject({ name: 'Klassenstufe 3', next_schoolgrade_id: 50 })
    expect(usualGrade(6, grades(1, 5), 1).next_schoolgrade_id).toBeNull()
  })

  it('is an entry only where the school begins', () => {
    expect(usualGrade(1, [], 1)).toMatchObject({ is_entry: true, accepts_lateral: false })
    expect(usualGrade(2, [], 1)).toMatchObject({ is_entry: false, accepts_lateral: true })
  })
})

it('leads out of the school while the new grade has no number yet', () => {
  const all = { ...RANGE, schoolgrades: grades(1, 2, 3, 4, 5, 6), schoolyears: [] }
  expect(newInputs(all)).toMatchObject({ grade: '', name: '', next_schoolgrade_id: '' })
  expect(newInputs({ ...all, schoolgrades: grades(1, 2, 4) })).toMatchObject({ grade: '3', next_schoolgrade_id: '40' })
})

it('says where a grade leads', () => {
  expect(nextText({ next_schoolgrade_id: null }, grades(1))).toBe('Abgang')
  expect(nextText({ next_schoolgrade_id: 20 }, grades(1, 2))).toBe('2')
})
