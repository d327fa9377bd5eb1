import { describe, expect, it } from 'vitest'
import { type TableState, tableState, type UrlQuery } from './table-state.ts'

const urlQueryOf = (query: string) => {
  const search = new URLSearchParams(query)
  const urlQuery: UrlQuery = {
    get: (key) => search.get(key) ?? undefined,
    set: (changes) => {
      for (const [key, value] of Object.entries(changes))
        value === undefined ? search.delete(key) : search.set(key, value)
    },
  }
  return { urlQuery, address: () => search.toString() }
}

const defaults = { sort: '-created_at', perPage: 10, filters: ['status', 'grade'] as const }

describe('tableState', () => {
  it('has the defaults where the address says nothing', () => {
    const state = tableState(urlQueryOf('').urlQuery, defaults)
    expect(state).toMatchObject({ page: 1, perPage: 10, sort: '-created_at', search: '', isFiltered: false })
  })

  it('reads what the address says', () => {
    const state = tableState(urlQueryOf('page=3&per_page=0&sort=lastname&search=mia&status=new').urlQuery, defaults)
    expect(state).toMatchObject({ page: 3, perPage: 0, sort: 'lastname', search: 'mia', isFiltered: true })
    expect(state.filters).toEqual({ status: 'new', grade: undefined })
  })

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'page='])('takes %s for the first page', (query) => {
    expect(tableState(urlQueryOf(query).urlQuery, defaults).page).toBe(1)
  })

  type State = TableState<'status' | 'grade'>
  it.each<[string, (state: State) => void, string]>([
    ['search', (state) => state.setSearch('mia'), 'search=mia'],
    ['a filter', (state) => state.setFilter('status', 'new'), 'status=new'],
    ['the order', (state) => state.toggleSort('lastname'), 'sort=lastname'],
    ['the rows per page', (state) => state.setPerPage(50), 'per_page=50'],
  ])('goes back to the first page when %s changes', (_, change, address) => {
    const url = urlQueryOf('page=4')
    change(tableState(url.urlQuery, defaults))
    expect(url.address()).toBe(address)
  })

  it('turns the order round at the second press and leaves the default out of the address', () => {
    const url = urlQueryOf('')
    tableState(url.urlQuery, defaults).toggleSort('created_at')
    expect(url.address()).toBe('sort=created_at')
    tableState(url.urlQuery, defaults).toggleSort('created_at')
    expect(url.address()).toBe('')
  })

  it('keeps order and rows when the filters are reset', () => {
    const url = urlQueryOf('search=mia&status=new&grade=5&sort=lastname&per_page=50&page=2')
    tableState(url.urlQuery, defaults).resetFilters()
    expect(url.address()).toBe('sort=lastname&per_page=50')
  })
})
