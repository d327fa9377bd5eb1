import { expect, test } from 'vitest'
import { allowedFilters, shownView, viewChanges, viewOf } from './pupil-list-query.ts'

const address = (query: string) => {
  const params = new URLSearchParams(query)
  return (key: string) => params.get(key) ?? undefined
}

test('a view is what filters, sorts and searches, without the page', () => {
  expect(viewOf(address('page=3&sort=birthdate&gender=f&schoolclass_id=3,4'))).toBe(
    'schoolclass_id=3%2C4&gender=f&sort=birthdate',
  )
})

test('the shown view is recognised whatever the order of its keys', () => {
  const views = [
    { id: 1, name: 'Mädchen', query: 'sort=birthdate&gender=f' },
    { id: 2, name: 'Jungen', query: 'gender=m' },
  ]
  expect(shownView(views, viewOf(address('page=2&gender=f&sort=birthdate')))?.id).toBe(1)
  expect(shownView(views, viewOf(address('gender=f')))).toBeUndefined()
})

test('showing a view takes everything else out of the address', () => {
  const changes = viewChanges('gender=f&per_page=0')
  expect(changes).toMatchObject({ gender: 'f', per_page: '0', page: undefined, search: undefined, bin: undefined })
  expect('search' in changes && 'bin' in changes).toBe(true)
})

const NO_FILTERS = {
  schoolclass_id: '3',
  schoolgrade: undefined,
  gender: undefined,
  status: undefined,
  school_year_id: undefined,
  birth_month: undefined,
  missing: undefined,
  bin: undefined,
}
const SECRETARY = { seesContacts: true, seesClassD: false }

test.each([
  ['confirmation', SECRETARY, undefined],
  ['contacts,confirmation', SECRETARY, 'contacts'],
  ['contacts,confirmation', { seesContacts: true, seesClassD: true }, 'contacts,confirmation'],
  ['contacts', { seesContacts: false, seesClassD: false }, undefined],
  [undefined, SECRETARY, undefined],
])('of the link ?missing=%s somebody with %o filters by %s', (missing, rights, left) => {
  const { filters, isLess } = allowedFilters({ ...NO_FILTERS, missing }, rights)
  expect([filters.missing, filters.schoolclass_id, isLess]).toEqual([left, '3', left !== missing])
})
