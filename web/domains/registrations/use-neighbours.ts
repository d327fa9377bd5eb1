import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RegistrationList } from '#contract/registrations.ts'
import { paths } from '#web/paths.ts'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import {
  type RegistrationState,
  registrationListQuery,
  registrationState,
  useOpenYear,
} from './registration-list-query.ts'

interface Neighbours {
  id: number
  previous: string | undefined
  next: string | undefined
  position: number
  total: number
}

/** The same filters on another page of the list. */
const searchOnPage = (page: number) => {
  const search = new URLSearchParams(window.location.search)
  if (page === 1) search.delete('page')
  else search.set('page', String(page))
  return search.size > 0 ? `?${search}` : ''
}

const pathTo = (row: { id: number } | undefined, page: number) => row && paths.registration(row.id) + searchOnPage(page)

/** A page of the list, asked for only where it is needed. */
const useListPage = (state: RegistrationState, page: number, isNeeded: boolean) => {
  const { openYear, isKnown } = useOpenYear()
  return useQuery({
    ...registrationListQuery({ ...state, page }, openYear),
    enabled: isNeeded && isKnown,
    meta: { quiet: true },
  }).data
}

const indexIn = (list: RegistrationList | undefined, id: number) => list?.data.findIndex((row) => row.id === id) ?? -1

/**
 * The applications before and after this one in the list the address describes. An application that leaves the list
 * (its status no longer fits the filter) keeps its neighbours, so that a list can be worked off.
 */
export const useNeighbours = (id: number): Neighbours | undefined => {
  const state = registrationState(useUrlSearch())
  const { page, perPage } = state
  const list = useListPage(state, page, true)
  const index = indexIn(list, id)
  const isLast = list !== undefined && index === list.data.length - 1
  const pages = list && perPage > 0 ? Math.ceil(list.total / perPage) : 1
  const before = useListPage(state, page - 1, index === 0 && page > 1)
  const after = useListPage(state, page + 1, index >= 0 && isLast && page < pages)
  const [known, setKnown] = useState<Neighbours>()
  if (!list || index < 0) return known?.id === id ? known : undefined

  const found: Neighbours = {
    id,
    previous: pathTo(list.data[index - 1], page) ?? pathTo(before?.data.at(-1), page - 1),
    next: pathTo(list.data[index + 1], page) ?? pathTo(after?.data[0], page + 1),
    position: (page - 1) * perPage + index + 1,
    total: list.total,
  }
  if (JSON.stringify(found) !== JSON.stringify(known)) setKnown(found)
  return found
}
