import { expect, it } from 'vitest'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import type { Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { firstSteps, type SchoolFacts } from './FirstStepsCard.tsx'

const year = (kinds: string[], state = 'active') =>
  ({ id: 7, state, free_days: kinds.map((kind) => ({ kind })) }) as Schoolyear
const grade = (places: (number | null)[], more: Partial<Schoolgrade> = {}) =>
  ({
    ...{ active: true, is_entry: true, places: places.map((count) => ({ school_year_id: 7, places: count })) },
    ...more,
  }) as Schoolgrade

const NEW: SchoolFacts = {
  hasPupils: false,
  schoolyears: [year(['public_holiday']), year([], 'planned')],
  schoolgrades: [grade([null, null])],
  userCount: 1,
  applications: [],
  hasProcessors: false,
}
const DONE: SchoolFacts = {
  hasPupils: true,
  schoolyears: [year(['holiday']), year([], 'planned')],
  schoolgrades: [grade([null, 40]), grade([null], { is_entry: false }), grade([null], { active: false })],
  userCount: 2,
  applications: [{} as RegistrationRow],
  hasProcessors: true,
}
const HOLIDAYS = 'Ferien eintragen'
const ALL = [
  HOLIDAYS,
  'Plätze festlegen',
  'Schülerinnen und Schüler importieren',
  'Kolleginnen und Kollegen einladen',
  'Datenschutz vorbereiten',
  'Familien den Weg zeigen',
]
const titles = (facts: SchoolFacts) => firstSteps(facts).map(({ title }) => title)

it('a new school has everything to do, the holidays on the page of the running year', () => {
  expect(titles(NEW)).toEqual(ALL)
  expect(firstSteps(NEW)[0]?.to).toBe('/admin/schuljahr/7')
})

it.each(Object.keys(NEW) as (keyof SchoolFacts)[])('what is done by its %s is gone, and the rest stays', (fact) => {
  expect(titles({ ...NEW, [fact]: DONE[fact] })).toHaveLength(ALL.length - 1)
  expect(titles({ ...DONE, [fact]: NEW[fact] })).toHaveLength(1)
})

it('nothing is said of what is done or unknown', () => {
  expect(titles(DONE)).toEqual([])
  const unknown = Object.fromEntries(Object.keys(NEW).map((fact) => [fact, undefined])) as unknown as SchoolFacts
  expect(titles({ ...unknown, hasPupils: true })).toEqual([])
})
