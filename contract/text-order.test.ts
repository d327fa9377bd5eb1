import { expect, test } from 'vitest'
import { comparePersonNames, comparePersons, compareTexts } from './text-order.ts'

test('persons sort with ü like ue (DIN 5007-2)', () => {
  expect(['Muster', 'Müller', 'Muffel', 'Mueller'].sort(comparePersonNames)).toEqual([
    'Mueller',
    'Müller',
    'Muffel',
    'Muster',
  ])
})

test('everything else sorts with ü like u and numbers by value (DIN 5007-1)', () => {
  expect(['10a', '2b', 'Füchse', 'Fuchse2', 'Fuchse'].sort(compareTexts)).toEqual([
    '2b',
    '10a',
    'Fuchse',
    'Füchse',
    'Fuchse2',
  ])
})

test('persons of one name sort by first name, birth date, id', () => {
  const of = (firstname: string, birthdate: string | null, id: number) => ({
    lastname: 'Rot',
    firstname,
    birthdate,
    id,
  })
  const sorted = [
    of('Ben', '2019-01-02', 1),
    of('Ben', '2019-01-01', 3),
    of('Ada', null, 4),
    of('Ben', '2019-01-01', 2),
  ]
  expect(sorted.sort(comparePersons).map(({ id }) => id)).toEqual([4, 2, 3, 1])
})
