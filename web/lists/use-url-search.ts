import { useLocation, useNavigate } from '@tanstack/react-router'
import type { UrlQuery } from './table-state.ts'

/** The address's query for lists: filters are part of the link, and typing adds no steps to the history. */
export const useUrlSearch = (): UrlQuery => {
  const search = useLocation({ select: (location) => location.searchStr })
  const navigate = useNavigate()
  return {
    get: (key) => new URLSearchParams(search).get(key) ?? undefined,
    set: (changes) => {
      // Not `search` from above: two changes in one moment must both take effect.
      const next = new URLSearchParams(window.location.search)
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(key)
        else next.set(key, value)
      }
      void navigate({ to: '.', search: Object.fromEntries(next), replace: true, resetScroll: false })
    },
  }
}
