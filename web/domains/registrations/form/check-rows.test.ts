import { expect, test } from 'vitest'
import { answerSections } from '#contract/registrations/registrations.answers.ts'
import { FSW, fill, REGULAR, SECOND } from '#contract/registrations/registrations.sample.test-data.ts'
import { arePersonsEqual, checkRows } from './check-rows.ts'

const rowsOf = (answers: Record<string, unknown>, section: 'child' | 'family') =>
  answerSections(fill(REGULAR, answers), FSW).find(({ key }) => key === section)?.rows ?? []

const CHILD = {
  'meta.child_firstname': 'Mia',
  'meta.child_lastname': 'Müller',
  'meta.child_street': 'Lindenweg',
  'meta.child_house_number': '4',
  'meta.child_zip': '15999',
  'meta.child_city': 'Wacholderhain',
}

test('a name and an address are one row each, and no heading says the same', () => {
  const { given } = checkRows(rowsOf(CHILD, 'child'))
  expect(given).toContainEqual({ key: 'meta.child_firstname', label: 'Name', text: 'Mia Müller' })
  expect(given).toContainEqual({
    key: 'meta.child_street',
    label: 'Anschrift',
    text: 'Lindenweg 4, 15999 Wacholderhain',
  })
  expect(given.map(({ label }) => label)).not.toContain('Ort')
})

test('an address without its number is shown in parts, and what is empty is named', () => {
  const { given, empty } = checkRows(rowsOf({ ...CHILD, 'meta.child_house_number': '' }, 'child'))
  expect(given.map(({ label }) => label)).toEqual(expect.arrayContaining(['Straße', 'PLZ', 'Ort']))
  expect(empty).toContain('Hausnummer')
})

test('what is empty of the second person says whose it is', () => {
  const { given, empty } = checkRows(rowsOf({ ...SECOND, 'contacts.1.phone': '' }, 'family'))
  expect(empty).toContain('Sorgeberechtigte Person 2, Telefon')
  expect(given.find(({ key }) => key === 'contacts.1.firstname')).toMatchObject({ group: 'Sorgeberechtigte Person 2' })
})

test('two persons are equal only with the same name, mail address and phone number', () => {
  const first = { firstname: 'Anna', lastname: 'Müller', mail: 'anna@example.org', phone: '0331 123456' }
  const both = (second: Partial<typeof first>) =>
    Object.fromEntries(
      Object.entries(first).flatMap(([part, text]) => [
        [`contacts.0.${part}`, text],
        [`contacts.1.${part}`, { ...first, ...second }[part as keyof typeof first]],
      ]),
    )
  const areEqual = (second: Partial<typeof first>) => arePersonsEqual(rowsOf({ ...SECOND, ...both(second) }, 'family'))
  expect(areEqual({ firstname: 'anna ' })).toBe(true)
  expect(areEqual({ firstname: 'Ole' })).toBe(false)
  expect(areEqual({ phone: '' })).toBe(false)
  expect(arePersonsEqual(rowsOf({}, 'family'))).toBe(false)
})
