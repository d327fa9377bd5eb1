import type { MantineColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { fullName } from '#contract/person-names.ts'
import {
  RESTRICTED_PLACE,
  restrictedHint,
  restrictedSearchEndpoints,
} from '#contract/restrictions/restrictions.search.ts'
import {
  SEARCH_GROUP_LABELS,
  SEARCH_MIN,
  SEARCHERS,
  type SearchGroup,
  type SearchHit,
  type SearchReply,
  searchEndpoints,
} from '#contract/search/search.ts'
import { isOnlyAlike, searchFold, searchWords } from '#contract/search-fold.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { COLOR_SCHEMES } from '#web/ui/color-schemes.ts'
import { changeSchool } from './change-school.ts'
import { isHeldBack, offeredEntries } from './drawer-entries.ts'
import { MAIL_TEST, openFrameDialog, SICKNOTE } from './frame-dialogs.ts'
import { obstacleOf, type PageRoute } from './page-route.ts'
import { PAGE_WORDS, SICKNOTE_TASK, TASKS } from './palette-words.ts'

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
const sicknotesFor = (hits: readonly SearchHit[]): PaletteEntry[] => {
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

/** For heads: how many people fit whom no list shows, and the way to their page (domain DP-08). */
const useRestrictedWay = (q: string, { isOn, goTo }: { isOn: boolean; goTo: (path: string) => void }) => {
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

const NOTHING: SearchReply = { hits: [], more: [] }

interface PaletteSearch {
  isOn: boolean
  /** Whether this person reports absences, and whether restricted people may be counted. */
  reports: boolean
  seesRestricted: boolean
  goTo: (path: string) => void
}

/**
 * People, classes and applications for the typed text, in the order of the server; an older request is cancelled.
 * `isPending`: the answer has not arrived yet.
 */
export const usePaletteHits = (typed: string, { isOn, reports, seesRestricted, goTo }: PaletteSearch): PaletteHits => {
  const wanted = typed.trim()
  const q = useRested(wanted)
  const isAsked = isOn && wanted.length >= SEARCH_MIN
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...queryFor(searchEndpoints.search, { query: { q } }, { quiet: true }),
    enabled: isAsked && q.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const restricted = useRestrictedWay(q, { isOn: isAsked && seesRestricted, goTo })
  const { hits, more } = isAsked && data ? data : NOTHING
  return {
    hits: hits.map((hit, index) => toEntry(hit, index, { q, goTo })),
    actions: reports ? sicknotesFor(hits) : [],
    ways: [...waysToAll(more, q, goTo), ...(isAsked ? restricted : [])],
    hasMore: more.length > 0,
    isPending: isAsked && (q !== wanted || isPlaceholderData || (isFetching && !data)),
  }
}

export interface PaletteEntry {
  id: string
  /** The heading of its group. */
  group: string
  text: string
  /** Distinguishes it from others of the same name. */
  hint?: string | null
  /** Other words that find it. */
  alsoFoundBy?: string
  run: () => void
}

interface PaletteFacts {
  baseData: BaseData
  routes: readonly PageRoute[]
  goTo: (path: string) => void
  setColorScheme: (scheme: MantineColorScheme) => void
}

/** A source of entries; each shows only what the user may see. */
type PaletteSource = (facts: PaletteFacts) => PaletteEntry[]

/** Pages that are useless for a signed-in user; the logout is an action. */
const NOT_OFFERED: readonly string[] = [paths.login, paths.forgotPassword, paths.logout]

const mayOpen = (route: PageRoute, baseData: BaseData) => {
  const { path, offeredTo } = route
  if (path.includes('$') || NOT_OFFERED.includes(path) || isHeldBack(path, baseData)) return false
  return !obstacleOf(route, baseData) && (!offeredTo || baseData.permissions.includes(offeredTo))
}

/** The order of the menu; other pages follow, sorted by name. */
const inMenuOrder = (baseData: BaseData) => {
  const { daily, administration, privacy, last } = offeredEntries(baseData, () => true)
  const menu = [...daily, ...administration, ...privacy, ...last].map(({ to }) => to)
  const rank = ({ path }: PageRoute) => (menu.includes(path) ? menu.indexOf(path) : menu.length)
  return (a: PageRoute, b: PageRoute) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'de')
}

const pages: PaletteSource = ({ baseData, routes, goTo }) =>
  routes
    .filter((route) => mayOpen(route, baseData))
    .sort(inMenuOrder(baseData))
    .map(({ path, title }) => ({
      id: `page-${path}`,
      group: 'Seiten',
      text: title,
      alsoFoundBy: PAGE_WORDS[path] ?? '',
      run: () => goTo(path),
    }))

/** Tasks without their own page; each leads to the page where they are done. */
const tasks: PaletteSource = ({ baseData: { permissions, school }, goTo }) =>
  (school ? TASKS : [])
    .filter((task) => task.permissions.some((permission) => permissions.includes(permission)))
    .map(({ text, hint, words, to }) => ({
      id: `task-${text.replaceAll(' ', '-')}`,
      group: 'Aktionen',
      text,
      hint: hint ?? null,
      alsoFoundBy: words,
      run: () => (to === SICKNOTE_TASK ? openFrameDialog(SICKNOTE) : goTo(to)),
    }))

const otherSchools: PaletteSource = ({ baseData: { permissions, attachedSchools, school } }) =>
  (permissions.includes('change user school') ? attachedSchools : [])
    .filter(({ id }) => id !== school?.id)
    .map((one) => ({
      id: `school-${one.id}`,
      group: 'Aktionen',
      text: `Schule wechseln zu ${one.short}`,
      run: () => void changeSchool(one),
    }))

const schemes: PaletteSource = ({ setColorScheme }) =>
  COLOR_SCHEMES.map(({ scheme, text }) => ({
    id: `scheme-${scheme}`,
    group: 'Aktionen',
    text: `Darstellung: ${text}`,
    alsoFoundBy: 'Farben Modus',
    run: () => setColorScheme(scheme),
  }))

const adminTools: PaletteSource = ({ baseData: { permissions } }) =>
  permissions.includes('debug view')
    ? [{ id: 'mailtest', group: 'Aktionen', text: 'E-Mail-Test', run: () => openFrameDialog(MAIL_TEST) }]
    : []

const others: PaletteSource = ({ goTo }) => [
  {
    id: 'shortcuts',
    group: 'Aktionen',
    text: 'Tastenkürzel anzeigen',
    alsoFoundBy: 'Hilfe Tastatur Shortcuts',
    run: () => openFrameDialog('shortcuts'),
  },
  {
    id: 'logout',
    group: 'Aktionen',
    text: 'Logout',
    alsoFoundBy: 'Abmelden Ausloggen',
    run: () => goTo(paths.logout),
  },
]

const SOURCES: readonly PaletteSource[] = [pages, tasks, otherSchools, schemes, adminTools, others]

export const paletteEntries = (facts: PaletteFacts) => SOURCES.flatMap((source) => source(facts))

/**
 * The entries that contain every typed word, in any order and folded like names in searches; those that begin with it
 * come first.
 */
export const matchingEntries = (entries: readonly PaletteEntry[], typed: string) => {
  const words = searchWords(typed)
  const folded = (entry: PaletteEntry) => searchFold(`${entry.text} ${entry.alsoFoundBy ?? ''}`)
  const found = entries.filter((entry) => words.every((word) => folded(entry).includes(word)))
  const groups = [...new Set(found.map(({ group }) => group))]
  const begins = (entry: PaletteEntry) => Number(folded(entry).startsWith(searchFold(typed.trim())))
  return groups.flatMap((group) => found.filter((entry) => entry.group === group).sort((a, b) => begins(b) - begins(a)))
}
