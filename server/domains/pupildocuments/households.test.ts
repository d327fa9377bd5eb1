import { describe, expect, test } from 'vitest'
import {
  childClasses,
  childNames,
  type Household,
  householdsOf,
  recipientsOf,
  salutationOf,
  windowLines,
} from './households.ts'
import type { LetterGuardian, SheetPupil } from './pupil-sheets.queries.ts'

const HOME = { street: 'Dorfstraße', house_number: '1', address_extra: null, zip: '15999', city: 'Ort', country: 'DE' }
const NOWHERE = { street: null, house_number: null, address_extra: null, zip: null, city: null, country: 'DE' }

const pupil = (id: number, change: Partial<SheetPupil> = {}) =>
  ({
    id,
    firstname: `Kind${id}`,
    lastname: 'Müller',
    lastname_prefix: null,
    classgradePlain: '3a',
    ...HOME,
    ...change,
  }) as SheetPupil

const guardian = (id: number, pupilId: number, change: Partial<LetterGuardian> = {}): LetterGuardian => ({
  id,
  pupil_id: pupilId,
  lives_with_pupil: true,
  salutation: 'none',
  title: null,
  firstname: `Person${id}`,
  lastname: 'Müller',
  mail: null,
  has_custody: true,
  is_pupil: false,
  ...NOWHERE,
  ...change,
})

const shown = (households: readonly Household[]) =>
  households.map(({ guardians, pupils }) => [guardians.map(({ id }) => id), pupils.map(({ id }) => id)])

describe('a household', () => {
  test('names custody only where it is that of all children it is about', () => {
    const guardians = [guardian(11, 1), guardian(12, 1), guardian(11, 2), guardian(12, 2, { has_custody: false })]
    const { households } = householdsOf([pupil(1), pupil(2)], guardians)
    expect(households.map(recipientsOf)).toEqual([
      [
        { name: 'Person11 Müller', has_custody: true },
        { name: 'Person12 Müller', has_custody: false },
      ],
    ])
    expect(guardians[1]?.has_custody).toBe(true)
  })

  test('is one for siblings and both guardians who live with them', () => {
    const [first, second] = [pupil(1), pupil(2)]
    const guardians = [guardian(11, 1), guardian(12, 1), guardian(11, 2), guardian(12, 2)]
    const { households, missing } = householdsOf([first, second], guardians)
    expect(shown(households)).toEqual([
      [
        [11, 12],
        [1, 2],
      ],
    ])
    expect(missing).toEqual([])
  })

  test('is another for a guardian who lives apart, and for neighbours in the same house', () => {
    const apart = { ...HOME, street: 'Fernweg', lives_with_pupil: false }
    const { households } = householdsOf(
      [pupil(1), pupil(2)],
      [guardian(11, 1), guardian(12, 1, apart), guardian(13, 2)],
    )
    expect(shown(households)).toEqual([
      [[11], [1]],
      [[12], [1]],
      [[13], [2]],
    ])
  })

  test('grows together when a later child joins two of them', () => {
    const guardians = [guardian(11, 1), guardian(12, 2), guardian(11, 3), guardian(12, 3)]
    const { households } = householdsOf([pupil(1), pupil(2), pupil(3)], guardians)
    expect(shown(households)).toEqual([
      [
        [11, 12],
        [1, 2, 3],
      ],
    ])
  })

  test('is none without recipient or address, and it is said who is missing', () => {
    const guardians = [guardian(11, 2, { lives_with_pupil: false }), guardian(12, 3)]
    const { households, missing } = householdsOf([pupil(1), pupil(2), pupil(3, { zip: null })], guardians)
    expect(households).toEqual([])
    expect(missing.map(({ pupil_id, reason, recipient }) => [pupil_id, reason, recipient])).toEqual([
      [1, 'no_recipient', null],
      [2, 'no_address', 'Person11 Müller'],
      [3, 'no_address', 'Person12 Müller'],
    ])
  })
})

describe('a letter', () => {
  const household = (guardians: Partial<LetterGuardian>[], address: Partial<typeof HOME> = {}): Household => ({
    guardians: guardians.map((change, index) => guardian(index + 1, 1, change)),
    pupils: [pupil(1), pupil(2, { classgradePlain: '1b' }), pupil(3, { classgradePlain: null })],
    address: { ...HOME, ...address },
  })

  test.each([
    [[{ salutation: 'ms', title: 'Dr.' }], 'Sehr geehrte Frau Dr. Müller,'],
    [[{ salutation: 'mr' }], 'Sehr geehrter Herr Müller,'],
    [[{}], 'Guten Tag Person1 Müller,'],
    [[{ salutation: 'ms' }, { salutation: 'mr' }], 'Sehr geehrte Frau Müller, sehr geehrter Herr Müller,'],
    [[{ salutation: 'mr' }, {}], 'Sehr geehrter Herr Müller, guten Tag Person2 Müller,'],
  ] as [Partial<LetterGuardian>[], string][])('greets %j: %s', (guardians, text) => {
    expect(salutationOf(household(guardians))).toBe(text)
  })

  test('is addressed as the post wants it, abroad with the country', () => {
    expect(windowLines(household([{ salutation: 'ms', title: 'Dr.' }, { salutation: 'mr' }, {}]))).toEqual([
      'Frau Dr. Person1 Müller',
      'Herrn Person2 Müller',
      'Person3 Müller',
      'Dorfstraße 1',
      '15999 Ort',
    ])
    expect(windowLines(household([{}], { country: 'PL', zip: '00-950' })).slice(-2)).toEqual(['00-950 Ort', 'POLEN'])
  })

  test('names the children and their classes', () => {
    expect(childNames(household([{}]))).toBe('Kind1 Müller, Kind2 Müller und Kind3 Müller')
    expect(childClasses(household([{}]))).toBe('3a und 1b')
  })
})
