import { expect, test } from 'vitest'
import { emergencyCalls } from './families.people.ts'

const mother = { name: 'Anna', emergency_priority: null, has_custody: true }
const father = { name: 'Paul', emergency_priority: 2, has_custody: false }
const grandmother = { name: 'Hanna', emergency_priority: 1 }
const neighbour = { name: 'Nora', emergency_priority: null }

const namesOf = (people: readonly (typeof mother | typeof father | typeof grandmother | typeof neighbour)[]) => {
  const calls = emergencyCalls(people)
  return [calls.people.map(({ name }) => name), calls.lack]
}

test('in an emergency only who is entered for it is called, in order', () => {
  expect(namesOf([mother, father, grandmother, neighbour])).toEqual([['Hanna', 'Paul'], undefined])
})

test('where nobody is entered for an emergency, that is said, and those with custody are called', () => {
  const lack = 'Niemand ist für den Notfall eingetragen.'
  expect(namesOf([neighbour, mother])).toEqual([['Anna'], `${lack} Sorgeberechtigte:`])
  expect(namesOf([neighbour])).toEqual([[], lack])
})
