import { expect, test } from 'vitest'
import { familyPhones, missingFamiliesText } from './family-phones.ts'

const guardian = (name: string, is_informed = true) => ({
  ...{ name, relationship: 'mother', has_custody: is_informed, is_informed, may_pickup: true, mail: null },
  ...{ emergency_priority: null, phones: ['0331 1', '0331 2'] },
})
const contact = (pupil_id: number, names: readonly string[], shares_phone = false) => ({
  ...{ pupil_id, shares_phone, others: [], own_mail: null },
  guardians: names.map((name) => guardian(name)),
})

test('brothers and sisters of a class are one missing family', () => {
  const twins = [contact(1, ['Anna Berg', 'Ben Berg']), contact(2, ['Ben Berg', 'Anna Berg'])]
  expect(missingFamiliesText(twins)).toBe('1 Familie ohne Einwilligung fehlt')
  expect(missingFamiliesText([...twins, contact(3, []), contact(4, [])])).toBe('3 Familien ohne Einwilligung fehlen')
})

test('nothing is said when everybody agreed', () => {
  expect(missingFamiliesText([contact(1, ['Anna Berg'], true)])).toBeUndefined()
})

test('a custodian stands there with the first number, others do not', () => {
  const people = familyPhones({ guardians: [guardian('Anna Berg'), guardian('Paul Wald', false)] })
  expect(people.map(({ name, phones }) => [name, ...phones])).toEqual([['Anna Berg', '0331 1']])
})
