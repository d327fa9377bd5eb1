import { expect, test } from 'vitest'
import { proposeShortNames } from './propose-short-names.ts'
import { readClasses } from './read-classes.ts'

const row = (line: number, lastname: string, [firstname = '', short_name = '']: readonly string[]) => ({
  ...{ line, lastname, firstname, short_name },
})

test('who has no short name gets a free one, unique at the school and in the file', () => {
  const rows = [
    row(2, 'Braun', ['Tilda']),
    row(3, 'Braun', ['Téa']),
    row(4, 'Brauer', ['Ole', 'Bra']),
    row(5, 'Šimić', ['Ida']),
    row(6, 'Öz', ['Can']),
    row(7, '', ['Udo']),
  ]
  expect([...proposeShortNames(rows, ['BR'])]).toEqual([
    [2, 'Bt'],
    [3, 'Brt'],
    [5, 'Si'],
    [6, 'Öz'],
  ])
})

test('even many people of one name get different ones', () => {
  const rows = Array.from({ length: 20 }, (_, line) => row(line, 'Li', ['Bo']))
  expect(new Set(proposeShortNames(rows, []).values()).size).toBe(20)
})

test('a class without a function is assigned', () => {
  const year = { name: '2026/2027', date_start: '2026-08-01', date_end: '2027-07-31', classes: [{ id: 1, name: '3a' }] }
  expect(readClasses({ schoolclass: '3a' }, year)).toEqual({
    classes: [{ id: 1, name: '3a', function: 'assigned', key: 'schoolclass' }],
    errors: {},
  })
})
