import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { fullName } from '#contract/person-names.ts'
import {
  SEARCH_GROUP_LABELS,
  SEARCH_MIN,
  SEARCHERS,
  type SearchGroup,
  type SearchHit,
  type SearchReply,
  searchEndpoints,
} from '#contract/search/search.ts'
import { isOnlyAlike } from '#contract/search-fold.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { openFrameDialog, SICKNOTE } from './frame-dialogs.ts'
import type { PaletteEntry } from './palette-entries.ts'

const SEARCH_DELAY_MS = 120

/** Guardians and phone numbers lead to their child. */
const PAGES: Record<SearchGroup, (id: number) => string> = {
  pupils: paths.pupil,
  guardians: paths.pupil,
  phones: paths.pupil,
  classes: paths.schoolclass,
  employees: paths.employee,
  registrations: paths.registration,
}

/** A different spelling may mean another person, so the hint names it. */
const withAlike = ({ text, hint }: Pick<SearchHit, 'text' | 'hint'>, q: string) =>
  isOnlyAlike(text, q) ? ['ähnlich', hint].filter(Boolean).join(' · ') : hint

interface Search {
  q: string
  goTo: (path: string) => void
}

export const toEntry = ({ group, id, text, hint }: SearchHit, index: number, { q, goTo }: Search): PaletteEntry => ({
  id: `hit-${index}`,
  group: SEARCH_GROUP_LABELS[group],
  text,
  hint: withAlike({ text, hint }, q),
  run: () => goTo(PAGES[group](id)),
})

/** Each child among the hits once, also when found by a parent or a number: an absence can be reported for it. */
export const sicknotesFor = (hits: readonly SearchHit[]): PaletteEntry[] => {
  const children = new Map(hits.flatMap(({ child }) => (child ? [[child.id, child] as const] : [])))
  return [...children.values()].map((child) => ({
    id: `sicknote-${child.id}`,
    group: 'Krankmeldung erfassen',
    text: `Krankmeldung für ${fullName(child)} …`,
    hint: child.schoolclass?.classgradePlain ?? null,
    run: () => openFrameDialog(SICKNOTE, child),
  }))
}

/** The pages that list all hits of a group for the same search. */
const LISTS: Partial<Record<SearchGroup, { path: string; title: string }>> = {
  pupils: { path: paths.pupils, title: 'Schülerinnen und Schüler' },
  guardians: { path: paths.pupils, title: 'Schülerinnen und Schüler' },
  phones: { path: paths.pupils, title: 'Schülerinnen und Schüler' },
  employees: { path: paths.employees, title: 'Mitarbeitende' },
  registrations: { path: paths.registrations, title: 'Bewerbungen' },
}

/** Links to all hits when some are not shown, once for each list. */
export const waysToAll = (more: readonly SearchGroup[], q: string, goTo: (path: string) => void): PaletteEntry[] => {
  const lists = new Map(more.flatMap((group) => (LISTS[group] ? [[LISTS[group].path, LISTS[group].title]] : [])))
  return [...lists].map(([path = '', title = '']) => ({
    id: `all-${path}`,
    group: 'Weitere Treffer',
    text: 'Alle Treffer in der Liste',
    hint: title,
    run: () => goTo(`${path}?search=${encodeURIComponent(q)}`),
  }))
}

/** The typed text after a short pause in typing. */
const useRested = (text: string) => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Whether this person could find anything besides pages and actions. */
export const maySearch = (baseData: BaseData | undefined) =>
  baseData?.school != null && SEARCHERS.some((permission) => baseData.permissions.includes(permission))

interface PaletteHits {
  hits: PaletteEntry[]
  /** Actions for the children among the hits. */
  actions: PaletteEntry[]
  /** Links to the remaining hits. */
  ways: PaletteEntry[]
  hasMore: boolean
  isPending: boolean
}

const NOTHING: SearchReply = { hits: [], more: [] }

/**
 * People, classes and applications for the typed text, in the order of the server; an older request is cancelled.
 * `isPending`: the answer has not arrived yet.
 */
export const usePaletteHits = (
  typed: string,
  { isOn, reports, goTo }: { isOn: boolean; reports: boolean; goTo: (path: string) => void },
): PaletteHits => {
  const wanted = typed.trim()
  const q = useRested(wanted)
  const isAsked = isOn && wanted.length >= SEARCH_MIN
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...queryFor(searchEndpoints.search, { query: { q } }, { quiet: true }),
    enabled: isAsked && q.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { hits, more } = isAsked && data ? data : NOTHING
  return {
    hits: hits.map((hit, index) => toEntry(hit, index, { q, goTo })),
    actions: reports ? sicknotesFor(hits) : [],
    ways: waysToAll(more, q, goTo),
    hasMore: more.length > 0,
    isPending: isAsked && (q !== wanted || isPlaceholderData || (isFetching && !data)),
  }
}
