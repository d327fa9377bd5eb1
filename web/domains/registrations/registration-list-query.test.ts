import { expect, test } from 'vitest'
import { printedText } from './registration-list-query.ts'

const facts = {
  schoolyears: [{ id: 7, name: '2027/2028' }],
  grades: [{ grade: 5, name: 'Klasse 5' }],
} as unknown as NonNullable<Parameters<typeof printedText>[0]['facts']>
const NO_FILTERS = { school_year_id: undefined, grade: undefined, type: undefined }
type State = Parameters<typeof printedText>[0]['state']

test('a printed part says of how many it is one', () => {
  const state = { search: '', filters: {} } as State
  const filters = { ...NO_FILTERS, school_year_id: 7 }
  expect(printedText({ shown: 10, total: 1260, state, filters, facts })).toBe(
    '10 von 1.260 Bewerbungen · Schuljahr 2027/2028',
  )
})

test('and what search and filters found it', () => {
  const state = { search: 'Mü', filters: { status: 'waiting,new', unconfirmed: '1', grade: '5' } } as State
  const filters = { ...NO_FILTERS, grade: 5, type: 'lateral' as const }
  expect(printedText({ shown: 2, total: 2, state, filters, facts })).toBe(
    '2 von 2 Bewerbungen · alle Schuljahre · Status: Warteliste, Neu · Stufe: Klasse 5 · Quereinstieg · nur unbestätigt · Suche: „Mü“',
  )
})
