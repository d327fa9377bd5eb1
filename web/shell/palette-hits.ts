import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { fullName } from '#contract/person-names.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import {
  RESTRICTED_PLACE,
  restrictedHint,
  restrictedSearchEndpoints,
} from '#contract/restrictions/restrictions.search.ts'
import {
  SEARCH_GROUP_LABELS,
  SEARCH_MIN,
  SEARCHERS,
  type SearchedChild,
  type SearchGroup,
  type SearchHit,
  type SearchReply,
  searchEndpoints,
} from '#contract/search/search.ts'
import { isOnlyAlike } from '#contract/search-fold.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { openFrameDialog, QUICK_VIEW, SICKNOTE } from './frame-dialogs.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { type PaletteVerb, splitVerb } from './palette-verbs.ts'
import { recentPupilIds } from './recent-pupils.ts'

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

interface Search {
  q: string
  /** One letter differs from what was typed. */
  isAlike?: boolean
  goTo: (path: string) => void
}

/** A different spelling may mean another person, so the hint names it. */
const withAlike = ({ text, hint }: Pick<SearchHit, 'text' | 'hint'>, { q, isAlike }: Search) =>
  isAlike || isOnlyAlike(text, q) ? ['ähnlich', hint].filter(Boolean).join(' · ') : hint

export const toEntry = ({ group, id, text, hint }: SearchHit, index: number, search: Search): PaletteEntry => ({
  id: `hit-${index}`,
  group: SEARCH_GROUP_LABELS[group],
  text,
  hint: withAlike({ text, hint }, search),
  run: () => search.goTo(PAGES[group](id)),
})

const childrenOf = (hits: readonly SearchHit[]) => [
  ...new Map(hits.flatMap(({ child }) => (child ? [[child.id, child] as const] : []))).values(),
]

const classOf = ({ schoolclass }: SearchedChild) => schoolclass?.classgradePlain ?? null

/** What can be done at once for each child among the hits, also when it was found by a parent or a number. */
const actionsFor = (hits: readonly SearchHit[], { permissions }: BaseData): PaletteEntry[] => {
  const children = childrenOf(hits)
  const calls = children.map((child) => ({
    id: `call-${child.id}`,
    group: 'Anrufen',
    text: `Anrufen: Familie von ${fullName(child)} …`,
    hint: classOf(child),
    run: () => openFrameDialog(QUICK_VIEW, child),
  }))
  const sicknotes = children.map((child) => ({
    id: `sicknote-${child.id}`,
    group: 'Krankmeldung erfassen',
    text: `Krankmeldung für ${fullName(child)} …`,
    hint: classOf(child),
    run: () => openFrameDialog(SICKNOTE, child),
  }))
  return [
    ...(seesPupilContacts(permissions) ? calls : []),
    ...(SICKNOTE_EDITORS.some((permission) => permissions.includes(permission)) ? sicknotes : []),
  ]
}

/** With more children their rows would be longer than what was found; a further letter or „anrufen“ leads there. */
const CHILDREN_WITH_ACTIONS = 3

const actionsForFew = (hits: readonly SearchHit[], baseData: BaseData) =>
  childrenOf(hits).length > CHILDREN_WITH_ACTIONS ? [] : actionsFor(hits, baseData)

/** Each class once, of this year rather than the next; the server has put them in that order. */
const firstYearOf = (hits: readonly SearchHit[]) =>
  hits.filter(({ text }, index) => hits.findIndex((hit) => hit.text === text) === index)

/** What was asked for of each hit, first of all entries: „krank Winter“. */
export const verbEntries = (
  hits: readonly SearchHit[],
  verb: PaletteVerb,
  { baseData, goTo }: Asker,
): PaletteEntry[] => {
  if (verb.kind === 'list')
    return firstYearOf(hits.filter(({ group }) => group === 'classes')).map(({ id, text }) => ({
      id: `list-${id}`,
      group: 'Drucken',
      text: `${verb.title} ${text} drucken`,
      run: () => goTo(`${paths.schoolclass(id)}?liste=${verb.list}&drucken=1`),
    }))
  const wanted = verb.kind === 'call' ? 'call-' : 'sicknote-'
  return actionsFor(hits, baseData)
    .filter(({ id }) => id.startsWith(wanted))
    .map((entry) => ({ ...entry, id: `wanted-${entry.id}` }))
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

/** For heads: how many people fit whom no list shows, and the way to their page (domain DP-08). */
const useRestrictedWay = (q: string, { isOn, goTo }: { isOn: boolean; goTo: Search['goTo'] }) => {
  const { data } = useQuery({
    ...queryFor(restrictedSearchEndpoints.count, { query: { q } }, { quiet: true }),
    enabled: isOn && q.length >= SEARCH_MIN,
    gcTime: 0,
  })
  const found: PaletteEntry[] = data?.count
    ? [
        {
          id: 'restricted',
          group: 'Datenschutz',
          text: restrictedHint(data.count),
          hint: RESTRICTED_PLACE,
          run: () => goTo(paths.restrictions),
        },
      ]
    : []
  return found
}

interface PaletteHits {
  hits: PaletteEntry[]
  /** Actions for the children among the hits. */
  actions: PaletteEntry[]
  /** Links to the remaining hits. */
  ways: PaletteEntry[]
  hasMore: boolean
  isPending: boolean
}

const NOTHING: SearchReply = { hits: [], more: [], is_alike: false }

interface Asker {
  baseData: BaseData
  goTo: Search['goTo']
}

/** Found by the words beside the one that says what is wanted. */
const useVerbHits = (q: string, asker: Pick<Asker, 'goTo'> & { baseData: BaseData | undefined }) => {
  const { baseData, goTo } = asker
  const split = splitVerb(q)
  const isAsked = maySearch(baseData) && split !== undefined && split.rest.length >= SEARCH_MIN
  const { data, isFetching } = useQuery({
    ...queryFor(searchEndpoints.search, { query: { q: split?.rest ?? '' } }, { quiet: true }),
    enabled: isAsked,
    gcTime: 0,
  })
  // A hit that is only spelled alike may be another child: no call and no sick note is offered for it.
  const entries =
    isAsked && data && !data.is_alike && baseData ? verbEntries(data.hits, split.verb, { baseData, goTo }) : []
  return { entries, isPending: isAsked && isFetching && !data }
}

/** The children whose pages were opened last, before anything is typed; their names are asked for anew each time. */
export const useRecentPupils = (baseData: BaseData | undefined, goTo: Search['goTo']) => {
  const ids = baseData ? recentPupilIds(baseData) : []
  const { data, isFetching } = useQuery({
    ...queryFor(searchEndpoints.recent, { query: { ids: ids.join(',') } }, { quiet: true }),
    enabled: ids.length > 0,
    gcTime: 0,
    retry: false,
  })
  const hits = data?.map((hit, index) => ({ ...toEntry(hit, index, { q: '', goTo }), group: 'Zuletzt geöffnet' }))
  return { hits: hits ?? [], isPending: isFetching }
}

/**
 * People, classes and applications for the typed text, in the order of the server; an older request is cancelled.
 * `isPending`: the answer has not arrived yet.
 */
export const usePaletteHits = (
  typed: string,
  { baseData, goTo }: { baseData: BaseData | undefined; goTo: Search['goTo'] },
): PaletteHits => {
  const wanted = typed.trim()
  const q = useRested(wanted)
  const isAsked = maySearch(baseData) && wanted.length >= SEARCH_MIN && !wanted.startsWith('?')
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...queryFor(searchEndpoints.search, { query: { q } }, { quiet: true }),
    enabled: isAsked && q.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const seesRestricted = baseData?.permissions.includes('view pupil sensitive') ?? false
  const wantedOf = useVerbHits(q, { baseData, goTo })
  const restricted = useRestrictedWay(q, { isOn: isAsked && seesRestricted, goTo })
  const { hits, more, is_alike: isAlike } = isAsked && data ? data : NOTHING
  return {
    hits: [...wantedOf.entries, ...hits.map((hit, index) => toEntry(hit, index, { q, isAlike, goTo }))],
    actions: baseData && !isAlike ? actionsForFew(hits, baseData) : [],
    ways: [...waysToAll(more, q, goTo), ...(isAsked ? restricted : [])],
    hasMore: more.length > 0,
    isPending: isAsked && (q !== wanted || isPlaceholderData || (isFetching && !data) || wantedOf.isPending),
  }
}
