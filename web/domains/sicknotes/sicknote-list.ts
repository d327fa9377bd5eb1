import { addDays, isIsoDay, weekday } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { comparePersons, compareTexts } from '#contract/text-order.ts'
import { chosenValues, type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'
import { classKey, className, NO_CLASS } from './sicknote-counts.ts'
import { isExcuseOpen, isNew, isStillUnexplained, stateOf } from './sicknote-texts.ts'

/** In the address; the first one is not. */
export const TABS = ['heute', 'weitere', 'fehlt', 'woche', 'monat'] as const
export type SicknoteTab = (typeof TABS)[number]
export const TAB_LABELS: Record<SicknoteTab, string> = {
  heute: 'Heute',
  weitere: 'Weitere',
  fehlt: 'Entschuldigung fehlt',
  woche: 'Woche',
  monat: 'Monat',
}

const FILTERS = ['klasse', 'status', 'ungeklaert', 'von', 'bis'] as const
export type SicknoteFilter = (typeof FILTERS)[number]

/** With what viewers do not get (domain §4). */
export const STATUS_FILTERS = {
  neu: 'neu',
  gesehen: 'gesehen',
  offen: 'Entschuldigung offen',
  entschuldigt: 'entschuldigt',
  unentschuldigt: 'unentschuldigt',
  ungeklaert: 'ungeklärt',
  attest: 'Attest verlangt',
  beurlaubung: 'Beurlaubung beantragt',
} as const
export type StatusFilter = keyof typeof STATUS_FILTERS
const INSIDE: readonly string[] = ['ungeklaert', 'attest', 'beurlaubung'] satisfies StatusFilter[]

/** What somebody can look for. */
export const statusOptions = (seesAll: boolean) =>
  Object.entries(STATUS_FILTERS)
    .filter(([value]) => seesAll || !INSIDE.includes(value))
    .map(([value, label]) => ({ value, label }))

export interface SicknoteListState extends TableState<SicknoteFilter> {
  tab: SicknoteTab
  setTab: (tab: SicknoteTab) => void
  /** Monday of the week that is shown. */
  monday: string
  setMonday: (monday: string) => void
  /** First day of the month that is shown. */
  month: string
  setMonth: (first: string) => void
}

export const BY_CLASS = 'klasse'
const BY_DAY = 'von'
const BY_DUE_DAY = 'faellig'
/** What waits longest for its excuse comes first. */
const FIRST_SORTS: Partial<Record<SicknoteTab, string>> = { weitere: BY_DAY, fehlt: BY_DUE_DAY }

export const mondayOf = (day: string) => addDays(day, 1 - weekday(day))
export const monthOf = (day: string) => `${day.slice(0, 7)}-01`

/** Another part of the list keeps class and status, not what it does not offer. */
export const sicknoteListState = (urlQuery: UrlQuery, today: string): SicknoteListState => {
  const tab = TABS.find((one) => one === urlQuery.get('tab')) ?? 'heute'
  const asked = urlQuery.get('woche')
  const askedMonth = monthOf(urlQuery.get('monat') ?? '')
  return {
    ...tableState(urlQuery, { sort: FIRST_SORTS[tab] ?? BY_CLASS, perPage: 0, filters: FILTERS }),
    tab,
    setTab: (next) =>
      urlQuery.set({
        tab: next === 'heute' ? undefined : next,
        ...{ sort: undefined, von: undefined, bis: undefined, ungeklaert: undefined },
        ...(next === 'fehlt' && { status: undefined }),
      }),
    monday: mondayOf(asked && isIsoDay(asked) ? asked : today),
    setMonday: (monday) => urlQuery.set({ woche: monday === mondayOf(today) ? undefined : monday }),
    month: isIsoDay(askedMonth) ? askedMonth : monthOf(today),
    setMonth: (first) => urlQuery.set({ monat: first === monthOf(today) ? undefined : first.slice(0, 7) }),
  }
}

/** Ids of the chosen classes; null: no class. */
export const chosenClassIds = ({ filters: { klasse } }: Pick<SicknoteListState, 'filters'>) =>
  chosenValues(klasse).flatMap((key) => (key === NO_CLASS ? [null] : /^\d{1,15}$/.test(key) ? [Number(key)] : []))

/** The days that *Weitere* looks at, when somebody asks for some. */
export const chosenPeriod = ({ filters: { von, bis } }: Pick<SicknoteListState, 'filters'>) => {
  const [from, to] = [von, bis].map((day) => (day && isIsoDay(day) ? day : undefined))
  return from === undefined && to === undefined ? undefined : { from, to }
}

const HAS_STATUS: Record<StatusFilter, (note: Sicknote) => boolean> = {
  neu: isNew,
  gesehen: (note) => !isNew(note),
  offen: isExcuseOpen,
  entschuldigt: ({ excuse_state }) => excuse_state === 'excused',
  unentschuldigt: (note) => stateOf(note) === 'unexcused',
  ungeklaert: isStillUnexplained,
  attest: ({ certificate_requested_at, certificate_seen_at }) => !!certificate_requested_at && !certificate_seen_at,
  beurlaubung: ({ leave }) => leave?.decision === 'pending',
}

type Shown = Pick<SicknoteListState, 'search' | 'filters' | 'sort'>

const isShown = ({ search, filters }: Shown) => {
  const [classes, statuses] = [chosenValues(filters.klasse), chosenValues(filters.status)]
  const words = searchWords(search)
  return (note: Sicknote) => {
    const text = ` ${searchFold(`${fullName(note.pupil)} ${className(note)}`)}`
    return (
      (classes.length === 0 || classes.includes(classKey(note.pupil))) &&
      (statuses.length === 0 || statuses.some((status) => HAS_STATUS[status as StatusFilter]?.(note))) &&
      (filters.ungeklaert === undefined || isStillUnexplained(note)) &&
      words.every((word) => text.includes(` ${word}`))
    )
  }
}

const compareBy: Record<string, (a: Sicknote, b: Sicknote) => number> = {
  name: (a, b) => comparePersons(a.pupil, b.pupil),
  von: (a, b) => compareTexts(a.value.dateStart, b.value.dateStart),
  gemeldet: (a, b) => compareTexts(a.created_at, b.created_at),
  [BY_DUE_DAY]: (a, b) => compareTexts(a.excuse_due_at ?? '', b.excuse_due_at ?? ''),
}

/** The server sorts by class and name; the viewer's own classes come first here. */
const sorted = (notes: readonly Sicknote[], sort: string, own: ReadonlySet<number>) => {
  const compare = compareBy[sort.replace(/^-/, '')]
  const sign = sort.startsWith('-') ? -1 : 1
  if (compare) return [...notes].sort((a, b) => sign * compare(a, b))
  const isOwn = ({ pupil }: Sicknote) => pupil.schoolclass !== null && own.has(pupil.schoolclass.id)
  const byClass = [...notes.filter(isOwn), ...notes.filter((note) => !isOwn(note))]
  if (sign === 1) return byClass
  return [...Map.groupBy(byClass, ({ pupil }) => classKey(pupil)).values()].reverse().flat()
}

/** The rows of the table as the address wants them. */
export const shownNotes = (notes: readonly Sicknote[], state: Shown, own: ReadonlySet<number>) =>
  sorted(notes.filter(isShown(state)), state.sort, own)

export const isByClass = ({ sort }: Pick<Shown, 'sort'>) => compareBy[sort.replace(/^-/, '')] === undefined
