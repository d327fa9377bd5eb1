import { useQuery } from '@tanstack/react-query'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { READY_LISTS } from '#contract/pupils/ready-lists.ts'
import { savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { shownView, viewOf } from './pupil-list-query.ts'

export const VIEWS_OF_PUPILS = 'pupils' as const

const viewsQuery = queryFor(savedViewEndpoints.list, { query: { page: VIEWS_OF_PUPILS } }, { quiet: true })

/** Printing shows all rows; the list is the same one still. */
const withoutRows = (query: string) => {
  const params = new URLSearchParams(query)
  params.delete('per_page')
  return viewOf((key) => params.get(key) ?? undefined)
}

/** What the shown list is called, however many rows a page has; the list of all needs no other name. */
const namedAs = (views: readonly { name: string; query: string }[], shown: string) => {
  const list = withoutRows(shown)
  return list === '' ? undefined : views.find(({ query }) => withoutRows(query) === list)?.name
}

/** The views that can be shown, and the one that the address shows unchanged. */
export const useShownView = () => {
  const search = useUrlSearch()
  const { data: views = [] } = useQuery(viewsQuery)
  const ready = seesPupilContacts(useSignedIn()?.permissions ?? []) ? READY_LISTS : []
  const shown = viewOf(search.get)
  const current = shownView(views, shown)
  const list = withoutRows(shown)
  const readyList = ready.find(({ query }) => withoutRows(query) === list)
  return { search, views, ready, shown, current, readyList, name: namedAs([...views, ...ready], shown) }
}
