import type { SavedView } from '#contract/savedviews/savedviews.ts'
import { VIEW_KEYS } from './pupil-list-query.ts'

/** What of an address makes a view, in one order: two views are the same when these are. */
export const viewOf = (get: (key: string) => string | undefined) => {
  const query = new URLSearchParams()
  for (const key of VIEW_KEYS) {
    const value = get(key)
    if (value) query.set(key, value)
  }
  return query.toString()
}

const read = (query: string) => {
  const params = new URLSearchParams(query)
  return (key: string) => params.get(key) ?? undefined
}

/** The saved view that is shown. */
export const shownView = (views: readonly SavedView[], shown: string) =>
  views.find(({ query }) => viewOf(read(query)) === shown)

/** The changes of the address that show a view: what it does not name is gone. */
export const viewChanges = (query: string): Record<string, string | undefined> => {
  const get = read(query)
  return { page: undefined, ...Object.fromEntries(VIEW_KEYS.map((key) => [key, get(key)])) }
}
