import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import { queryFor } from '#web/api/queries.ts'
import { binned } from '#web/domains/registrations/registration-cache.ts'
import {
  registrationFilters,
  registrationState,
  useOpenYear,
} from '#web/domains/registrations/registration-list-query.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { prefetchRegistration } from './registration-details-query.ts'
import { placeInWork } from './work-list.ts'

export interface Neighbours {
  previous: string | undefined
  next: string | undefined
  /** Unknown where one goes on with a list one has not come from. */
  position: number | undefined
  total: number | undefined
}

interface Work {
  list: string
  began: readonly number[]
  /** Who was shown last. */
  at: number
}

/** For who leaves an application and comes back to it, by way of editing it or of another page. */
let leftWork: Work | undefined

const withoutPage = () => {
  const search = new URLSearchParams(window.location.search)
  search.delete('page')
  return search
}

/** The same filters, on the page of the list where the application stands now. */
const pathTo = (place: { id: number; page: number | undefined } | undefined) => {
  if (!place) return undefined
  const search = withoutPage()
  if (place.page !== undefined && place.page > 1) search.set('page', String(place.page))
  return paths.registration(place.id) + (search.size > 0 ? `?${search}` : '')
}

/** All of the list that the address describes, in its order. */
const useListedIds = () => {
  const state = registrationState(useUrlSearch())
  const { openYear, isKnown } = useOpenYear()
  const { data, isFetching } = useQuery({
    ...queryFor(registrationBulkEndpoints.ids, { query: registrationFilters(state, openYear) }, { quiet: true }),
    enabled: isKnown,
  })
  return { ids: data?.ids, isFetching, perPage: state.perPage }
}

/**
 * The applications before and after this one in the list the address describes, as it was when one came to the first of
 * them: one that leaves the list (its status no longer fits the filter) keeps its place, so that a list can be worked
 * off without waiting and gone back in. Who is not in the list (decided, then loaded anew) is followed by its first.
 */
export const useNeighbours = (id: number): Neighbours | undefined => {
  const { ids: now, isFetching, perPage } = useListedIds()
  const [work, setWork] = useState(leftWork?.at === id ? leftWork : undefined)
  const list = withoutPage().toString()
  const isOfList = work?.list === list && work.began.includes(id)
  if (now && !isFetching && !isOfList && now.includes(id)) setWork({ list, began: now, at: id })
  const began = work?.began.filter((one) => !binned.has(one))
  const place = began && now && isOfList ? placeInWork({ began, now, perPage }, id) : undefined
  useEffect(() => {
    if (isOfList) leftWork = { ...work, at: id }
  }, [work, isOfList, id])
  const following = place?.following.join()
  useEffect(() => {
    for (const next of following?.split(',').filter(Boolean) ?? []) prefetchRegistration(Number(next))
  }, [following])
  if (place) return { ...place, previous: pathTo(place.previous), next: pathTo(place.next) }
  if (!now || isFetching || list === '') return undefined
  const [first] = now
  const next = first === undefined ? undefined : pathTo({ id: first, page: 1 })
  return { previous: undefined, next, position: undefined, total: undefined }
}
