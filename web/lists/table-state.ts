/** Where a list keeps filters, sorting, page and search: the address, in the app through `useUrlSearch()`. */
export interface UrlQuery {
  get: (key: string) => string | undefined
  /** Undefined removes a key. */
  set: (changes: Record<string, string | undefined>) => void
}

/** Spec §9: rows per page; 0 is all. */
export const PUPIL_ROWS = [5, 7, 10, 15, 20, 25, 50, 0] as const
export const OTHER_ROWS = [10, 50, 0] as const

interface TableDefaults<F extends string> {
  /** The contract's `sort`: a minus means descending. */
  sort: string
  perPage: number
  filters?: readonly F[]
}

export interface TableState<F extends string = string> {
  page: number
  perPage: number
  sort: string
  search: string
  filters: Record<F, string | undefined>
  /** Whether a search or filter is active. */
  isFiltered: boolean
  setPage: (page: number) => void
  setPerPage: (rows: number) => void
  /** The column's next order: ascending, descending, ascending … */
  toggleSort: (key: string) => void
  setSearch: (text: string) => void
  setFilter: (name: F, value: string | undefined) => void
  setFilters: (values: { [K in F]?: string | undefined }) => void
  resetFilters: () => void
}

/** The values of a filter; the address separates them by commas. */
export const chosenValues = (value: string | undefined) => value?.split(',').filter(Boolean) ?? []

/** A filter that has a choice of its own while the address says nothing: `usual` are its values. */
export const usualFilter = (usual: string) => ({
  chosen: (value: string | undefined) => chosenValues(value ?? usual),
  /** The value for the address, which does not name the usual choice. */
  inAddress: (values: readonly string[]) =>
    values.length === 0 || values.join() === usual ? undefined : values.join(','),
})

/** The part of the state that a table needs: all but the filters, which are in its toolbar. */
export type RowsState = Omit<TableState, 'filters' | 'setFilter' | 'setFilters'>

/** The number of the last page; with all rows on one page that is 1. */
export const lastPage = (total: number, perPage: number) =>
  perPage === 0 ? 1 : Math.max(1, Math.ceil(total / perPage))

const wholeNumber = (text: string | undefined, least: number) => {
  const number = Number(text ?? '')
  return text && Number.isInteger(number) && number >= least ? number : undefined
}

/** The state of a list from its address; a change that narrows the list leads back to the first page. */
export const tableState = <F extends string = never>(urlQuery: UrlQuery, defaults: TableDefaults<F>): TableState<F> => {
  const names = defaults.filters ?? []
  const search = urlQuery.get('search') ?? ''
  const filters = Object.fromEntries(
    names.map((name) => [name, urlQuery.get(name) || undefined]),
  ) as TableState<F>['filters']
  const sort = urlQuery.get('sort') ?? defaults.sort
  const set = (changes: Record<string, string | undefined>) => urlQuery.set({ page: undefined, ...changes })
  return {
    page: wholeNumber(urlQuery.get('page'), 1) ?? 1,
    perPage: wholeNumber(urlQuery.get('per_page'), 0) ?? defaults.perPage,
    sort,
    search,
    filters,
    isFiltered: search !== '' || names.some((name) => filters[name] !== undefined),
    setPage: (page) => urlQuery.set({ page: page === 1 ? undefined : String(page) }),
    setPerPage: (rows) => set({ per_page: rows === defaults.perPage ? undefined : String(rows) }),
    toggleSort: (key) => {
      const next = sort === key ? `-${key}` : key
      set({ sort: next === defaults.sort ? undefined : next })
    },
    setSearch: (text) => set({ search: text || undefined }),
    setFilter: (name, value) => set({ [name]: value || undefined }),
    setFilters: set,
    resetFilters: () => set({ search: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
  }
}
