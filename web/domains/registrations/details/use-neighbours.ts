import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { STATUS_ORDER } from '#contract/registrations/registrations.status.ts'
import { queryFor } from '#web/api/queries.ts'
import { binned } from '#web/domains/registrations/registration-cache.ts'
import {
  LIST_NAME,
  registrationFilters,
  registrationState,
  useOpenYear,
} from '#web/domains/registrations/registration-list-query.ts'
import { switchStatus } from '#web/domains/registrations/switch-status.ts'
import { rowsAtFirst } from '#web/lists/rows-at-first.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { currentPath } from '#web/shell/app-history.ts'
import { notify } from '#web/shell/notify.tsx'
import { NO_WAY_YET } from '#web/ui/NeighbourLinks.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { prefetchRegistration } from './registration-details-query.ts'

/** How many of those who come next are fetched in advance. */
const IN_ADVANCE = 2

const pageOf = (index: number, perPage: number) =>
  index < 0 || perPage === 0 ? undefined : Math.floor(index / perPage) + 1

/**
 * What stands before and after an application in the list that is worked off. Who leaves the list keeps its place
 * between the others, and nobody moves up unseen; position and total are those of the beginning, so that one who decides
 * comes from 5 to 6 of 13.
 */
export const placeInWork = (
  list: { began: readonly number[]; now: readonly number[]; perPage: number },
  id: number,
) => {
  const { began, now, perPage } = list
  const index = began.indexOf(id)
  if (index < 0) return undefined
  const step = (at: number) => {
    const other = began[at]
    return other === undefined ? undefined : { id: other, page: pageOf(now.indexOf(other), perPage) }
  }
  return {
    previous: step(index - 1),
    next: step(index + 1),
    position: index + 1,
    total: began.length,
    following: began.slice(index + 1, index + 1 + IN_ADVANCE),
  }
}

/** For who leaves an application and comes back to it, by way of editing it or of another page. */
let leftWork: { list: string; began: readonly number[]; at: number } | undefined

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
  const state = registrationState(useUrlSearch(), rowsAtFirst(LIST_NAME))
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
export const useNeighbours = (id: number) => {
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
  if (!now || isFetching) return NO_WAY_YET
  if (list === '') return undefined
  const [first] = now
  // Whoever goes on with a list one has not come from has no place in it.
  const next = first === undefined ? undefined : pathTo({ id: first, page: 1 })
  return { previous: undefined, next, position: undefined, total: undefined }
}

/** Buttons and links of the page that a letter presses: `data-page-key="e"`. */
const LETTERS = ['e', 'd']

const press = (letter: string) => document.querySelector<HTMLElement>(`main [data-page-key="${letter}"]`)?.click()

/** On the way to another application the page still shows this one: a key pressed then is meant for neither. */
const isStillHere = (id: number) => currentPath().split('?')[0] === paths.registration(id)

/** 1 to 4 give the shown application a status, E and D edit it and fetch its document (ux §3.9). */
export const useDecideKeys = (details: RegistrationDetails) => {
  const decide = (index: number) => () => {
    const status = STATUS_ORDER[index]
    if (status && !details.is_restricted && isStillHere(details.id)) void switchStatus(details, status)
  }
  usePageKeys({
    ...Object.fromEntries(STATUS_ORDER.map((_, index) => [index + 1, decide(index)])),
    ...Object.fromEntries(
      LETTERS.map((letter) => [letter, () => !details.is_restricted && isStillHere(details.id) && press(letter)]),
    ),
  })
}

/** What ← and → say where the list ends. */
export const listEnds = (listPath: string, neighbours: NonNullable<ReturnType<typeof useNeighbours>>) => {
  if (neighbours === NO_WAY_YET) return {}
  const { previous, next, position } = neighbours
  const say = (text: string) => () => notify(text, { id: 'end of the list', link: { text: 'Zur Liste', to: listPath } })
  return {
    ...(!previous && position !== undefined && { onFirst: say('Das ist die erste Bewerbung dieser Liste.') }),
    ...(!next && { onLast: say('Das war die letzte Bewerbung dieser Liste.') }),
  }
}
