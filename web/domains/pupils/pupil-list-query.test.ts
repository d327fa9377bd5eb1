import { expect, test } from 'vitest'
import { shownView, viewChanges, viewOf } from './pupil-list-query.ts'

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
