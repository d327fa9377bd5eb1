import { describe, expect, test } from 'vitest'
import { gradeUsers, isNumberUsed } from '#contract/schoolgrades/schoolgrades.ts'
import { activationRefusal, freeDayProblems, yearProblems, yearRemovalRefusal, yearUsers } from './schoolyears.rules.ts'
import { mayActivate, type SchoolyearFields, shortYearName } from './schoolyears.ts'

const year: SchoolyearFields = {
  name: '2026/2027',
  date_start: '2026-08-01',
  date_end: '2027-07-31',
  first_school_day: null,
  last_school_day: null,
  half_year_end: '2027-01-29',
  registration_from: null,
  registration_until: null,
}
const fieldsOf = (change: Partial<SchoolyearFields>) => Object.keys(yearProblems({ ...year, ...change }))

describe('a school year', () => {
  test.each<[Partial<SchoolyearFields>, string[]]>([
    [{}, []],
    [{ first_school_day: '2026-08-01', last_school_day: '2027-07-31' }, []],
    [{ first_school_day: '2026-09-01', last_school_day: '2026-09-01' }, []],
    [{ first_school_day: '2026-07-31' }, ['first_school_day']],
    [{ first_school_day: '2027-08-01', last_school_day: '2026-07-31' }, ['first_school_day', 'last_school_day']],
    [{ half_year_end: '2026-08-01' }, []],
    [{ half_year_end: '2027-08-01' }, ['half_year_end']],
    [{ name: '2025/2026' }, ['name']],
    [{ date_start: '2027-01-01' }, ['name']],
    [{ date_end: '2026-08-01' }, ['date_end']],
    [{ registration_from: '2026-01-01T00:00:00Z' }, []],
    [{ registration_until: '2026-01-01T00:00:00Z' }, ['registration_from']],
    [{ registration_from: '2026-01-01T00:00:00Z', registration_until: '2026-01-01T00:00:00.000Z' }, []],
    [
      { registration_from: '2026-01-01T00:00:00.001Z', registration_until: '2026-01-01T00:00:00Z' },
      ['registration_until'],
    ],
  ])('with %j has problems in %j', (change, fields) => {
    expect(fieldsOf(change).sort()).toEqual([...fields].sort())
  })

  test('is short in narrow places', () => {
    expect([shortYearName('2026/2027'), shortYearName('2099/2100')]).toEqual(['2026/27', '2099/00'])
  })

  test.each([
    ['planned', '2026-07-31', false],
    ['planned', '2026-08-01', true],
    ['closed', '2027-07-31', true],
    ['planned', '2027-08-01', false],
    ['active', '2026-08-01', false],
  ] as const)('that is %s may become active on %s: %s', (state, today, may) => {
    expect(mayActivate({ ...year, state }, today)).toBe(may)
  })

  test.each([
    ['planned', '2026-07-31', 'Das Schuljahr beginnt erst am 01.08.2026.'],
    ['planned', '2026-08-01', undefined],
    ['closed', '2027-07-31', undefined],
    ['planned', '2027-08-01', 'Dieses Schuljahr ist schon vorbei.'],
    ['active', '2026-07-31', undefined],
  ] as const)('that is %s on %s says why it cannot become active: %s', (state, today, refusal) => {
    expect(activationRefusal({ ...year, state }, today)).toBe(refusal)
  })

  test('can be deleted when it is not the active one and nothing refers to it', () => {
    const usage = { schoolclasses: 0, memberships: 0, registrations: 0 }
    expect(yearRemovalRefusal({ state: 'planned', usage })).toBeUndefined()
    expect(yearRemovalRefusal({ state: 'active', usage })).toBe('Das aktive Schuljahr kann nicht gelöscht werden.')
    for (const key of ['schoolclasses', 'memberships', 'registrations']) {
      const used = { ...usage, [key]: 1 }
      expect(yearRemovalRefusal({ state: 'closed', usage: used })).toBe('Das Schuljahr wird noch verwendet.')
      expect(yearUsers(used)).toHaveLength(1)
    }
  })
})

test('free days may touch and overlap, but not occur twice', () => {
  const free = (name: string, date_start: string, date_end = date_start) => ({
    ...{ name, kind: 'holiday' as const },
    ...{ date_start, date_end },
  })
  const list = [
    free('Weihnachten', '2026-12-23', '2027-01-02'),
    free('Neujahr', '2027-01-01'),
    free('Brücke', '2027-01-03'),
    free('neujahr', '2027-01-01'),
    free('Sommer', '2027-07-31', '2027-08-01'),
  ]
  expect(Object.keys(freeDayProblems(list, year))).toEqual(['free_days.3.name', 'free_days.4.date_end'])
})

test('what uses a grade is counted in German', () => {
  const usage = { schoolclasses: 0, memberships: 0, registrations: 0, previous_grades: 0 }
  expect(gradeUsers(usage)).toEqual([])
  expect(gradeUsers({ ...usage, schoolclasses: 1, registrations: 2 })).toEqual(['1 Klasse', '2 Bewerbungen'])
  expect(gradeUsers({ schoolclasses: 3, memberships: 1, registrations: 1, previous_grades: 2 })).toEqual([
    '3 Klassen',
    '1 Klassenzugehörigkeit',
    '1 Bewerbung',
    '2 vorangehenden Klassenstufen',
  ])
})

test.each([
  ['schoolclasses', true],
  ['memberships', true],
  ['registrations', true],
  ['previous_grades', false],
])('the number of a grade that %s refer to is fixed: %s', (key, isUsed) => {
  const usage = { schoolclasses: 0, memberships: 0, registrations: 0, previous_grades: 0 }
  expect(isNumberUsed(usage)).toBe(false)
  expect(isNumberUsed({ ...usage, [key]: 1 })).toBe(isUsed)
})
