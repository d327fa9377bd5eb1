import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classgradePlain, compareClasses } from './class-names.ts'

describe('the name of a class', () => {
  test.each([
    [{ description: 'a', grade: 5, grade_to: null }, '5a'],
    [{ description: 'B', grade: 10, grade_to: null }, '10B'],
    [{ description: 'ä', grade: 1, grade_to: null }, '1ä'],
    [{ description: 'Füchse', grade: 5, grade_to: null }, '5 Füchse'],
    [{ description: '2', grade: 5, grade_to: null }, '5 2'],
    [{ description: 'Füchse', grade: 1, grade_to: 2 }, '1/2 Füchse'],
    [{ description: 'a', grade: 1, grade_to: 2 }, '1/2 a'],
  ])('of %j is %s', (named, name) => {
    expect(classgradePlain(named)).toBe(name)
  })
})

const named = (id: number, grade: number, description: string) => ({ id, description, schoolgrade: { grade } })

describe('the order of classes', () => {
  test('is grade by number, description as people sort, id', () => {
    const sorted = [
      named(1, 1, 'a'),
      named(2, 1, 'Füchse'),
      named(3, 3, 'a'),
      named(9, 5, 'a'),
      named(4, 5, 'ä'),
      named(5, 5, 'b'),
      named(6, 5, 'Gruppe 2'),
      named(7, 5, 'Gruppe 10'),
      named(10, 10, 'a'),
      named(11, 10, 'a'),
    ]
    expect(sorted.toReversed().sort(compareClasses)).toEqual(sorted)
  })

  test('is the same whatever the order they come in', () => {
    const one = fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      description: fc.constantFrom('a', 'A', 'ä', 'b', '2', '10', 'Füchse', 'Fuchse'),
      schoolgrade: fc.record({ grade: fc.integer({ min: 1, max: 13 }) }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ id }) => id }), (classes) => {
        expect(classes.toReversed().sort(compareClasses)).toEqual(classes.toSorted(compareClasses))
      }),
    )
  })
})
