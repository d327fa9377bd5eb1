import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BaseData } from '#contract/account.ts'
import {
  SEARCH_GROUP_LABELS,
  SEARCH_MIN,
  SEARCHERS,
  type SearchGroup,
  type SearchHit,
  searchEndpoints,
} from '#contract/search.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import type { PaletteEntry } from './palette-entries.ts'

const SEARCH_DELAY_MS = 120

/** A guardian and a phone number lead to the child they belong to. */
const PAGES: Record<SearchGroup, (id: number) => string> = {
  pupils: paths.pupil,
  guardians: paths.pupil,
  phones: paths.pupil,
  classes: paths.schoolclass,
  employees: paths.employee,
  registrations: paths.registration,
}

const toEntry = ({ group, id, text, hint }: SearchHit, index: number, goTo: (path: string) => void): PaletteEntry => ({
  id: `hit-${index}`,
  group: SEARCH_GROUP_LABELS[group],
  text,
  hint,
  run: () => goTo(PAGES[group](id)),
})

/** What was typed a moment ago, once nothing was typed since. */
const useRested = (text: string) => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Whether there is anything this person could find beside pages and actions. */
export const maySearch = (baseData: BaseData | undefined) =>
  baseData?.school != null && SEARCHERS.some((permission) => baseData.permissions.includes(permission))

/**
 * People, classes and applications for what is typed, in the order of the server; an older question is given up.
 * `isPending`: what is shown is not yet the answer.
 */
export const usePaletteHits = (
  typed: string,
  { isOn, goTo }: { isOn: boolean; goTo: (path: string) => void },
): { hits: PaletteEntry[]; isPending: boolean } => {
  const wanted = typed.trim()
  const q = useRested(wanted)
  const isAsked = isOn && wanted.length >= SEARCH_MIN
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...queryFor(searchEndpoints.search, { query: { q } }, { quiet: true }),
    enabled: isAsked && q.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    hits: isAsked && data ? data.hits.map((hit, index) => toEntry(hit, index, goTo)) : [],
    isPending: isAsked && (q !== wanted || isPlaceholderData || (isFetching && !data)),
  }
}
