import { expect, test } from 'vitest'
import { logFilters, logNames, objectOf, personOf, userlogState } from './userlog-query.ts'

const stateOf = (query: string) => {
  const search = new URLSearchParams(query)
  return userlogState({ get: (key) => search.get(key) ?? undefined, set: () => {} })
}

test.each([
  ['', 50],
  ['per_page=10', 10],
  ['per_page=200', 200],
  ['per_page=0', 200],
  ['per_page=5000', 200],
  ['per_page=x', 50],
])('%j shows %d rows a page', (query, rows) => {
  expect(stateOf(query).perPage).toBe(rows)
})

test.each([
  ['user_id=12', { user_id: 12 }],
  ['user_id=anna', {}],
  ['user_id=-3', {}],
  ['entity_type=pupil', { entity_type: 'pupil' }],
  ['entity_type=pupil&entity_id=7', { entity_type: 'pupil', entity_id: 7 }],
  ['entity_type=pupil&entity_id=all', { entity_type: 'pupil' }],
  ['entity_id=7', {}],
  ['result=denied&from=2026-11-01&until=gestern', { result: 'denied', from: '2026-11-01' }],
  ['result=maybe', {}],
  ['without_school=1', { without_school: true }],
  ['without_school=0', {}],
])('the address %j asks for %j', (query, asked) => {
  expect(logFilters(stateOf(query))).toEqual({ search: '', actor: 'people', without_sign_ins: true, ...asked })
})

test.each([
  ['', { actor: 'people' }],
  ['actor=system', { actor: 'system' }],
  ['actor=all', {}],
  ['actor=cow', { actor: 'people' }],
])('the address %j asks for rows of %j', (query, asked) => {
  expect(logFilters(stateOf(query))).toEqual({ search: '', without_sign_ins: true, ...asked })
})

test.each([
  ['sign_ins=1', {}],
  ['sign_ins=0', { without_sign_ins: true }],
  ['action=login', { action: 'login' }],
])('the address %j asks for sign-ins, or not: %j', (query, asked) => {
  expect(logFilters(stateOf(query))).toEqual({ search: '', actor: 'people', ...asked })
})

test('one person and one object narrow the list', () => {
  const state = stateOf('user_id=12&entity_type=pupil&entity_id=7')
  expect([personOf(state), objectOf(state)]).toEqual([12, { entity_type: 'pupil', entity_id: 7 }])
  expect(state.isFiltered).toBe(true)
})

test('a person and an object are called by their names, never by a number', () => {
  const state = stateOf('user_id=12&entity_type=pupil&entity_id=7')
  const reply = { data: [], names: { person: 'Anna Groß', object: 'Mia Vogt' } }
  expect(logNames(state, reply)).toEqual({ person: 'Anna Groß', object: 'SuS: Mia Vogt' })
  expect(logNames(state, undefined)).toEqual({ person: 'unbekannt', object: 'ein Objekt: SuS' })
  expect(logNames(stateOf(''), reply)).toEqual({ person: undefined, object: undefined })
})
