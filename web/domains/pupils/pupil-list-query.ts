import { childrenText } from '#contract/counted.ts'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import type { Permission } from '#contract/permissions.ts'
import { BACK_TO_FIGURES } from '#contract/pupilfigures/figure-fields.ts'
import { conditionsText, partTexts } from '#contract/pupils/condition-texts.ts'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { readConditions, writeConditions } from '#contract/pupils/pupil-conditions.ts'
import type { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { seenColumns, seesConditions } from '#contract/pupils/seen-views.ts'
import type { SavedView } from '#contract/savedviews/savedviews.ts'
import type { CallInput } from '#web/api/client.ts'
import { chosenValues, type TableState } from '#web/lists/table-state.ts'
import { paths } from '#web/paths.ts'

/** Filters of the list as they stand in the address; several values with commas between. */
export const PUPIL_FILTERS = [
  'schoolclass_id',
  'schoolgrade',
  'gender',
  'status',
  'school_year_id',
  'on',
  'birth_month',
  'missing',
  'away',
  'bin',
  'filter',
] as const
export type PupilFilter = (typeof PUPIL_FILTERS)[number]
export type PupilListState = TableState<PupilFilter>

/** What a saved view keeps: filters, order, page size and columns; not the page, nor who is away on one day. */
const VIEW_KEYS = [...PUPIL_FILTERS.filter((name) => name !== 'away'), 'search', 'sort', 'per_page', 'columns'] as const

export const LIST_DEFAULTS = { sort: 'lastname', filters: PUPIL_FILTERS }

type PupilListQuery = NonNullable<CallInput<typeof pupilEndpoints.list>['query']>

/** The bin is shown instead of the school. */
export const isBin = ({ filters }: Pick<PupilListState, 'filters'>) => filters.bin !== undefined

interface FilterRights {
  seesContacts: boolean
  /** What is confidential and waits to be confirmed. */
  seesClassD: boolean
  permissions: readonly Permission[]
}

/**
 * The filters that this person may use: a link of somebody with more rights shows the list all the same, and what was
 * left out is told.
 */
export const allowedFilters = (filters: PupilListState['filters'], rights: FilterRights) => {
  const { seesContacts, seesClassD, permissions } = rights
  const missing = seesContacts
    ? filters.missing
        ?.split(',')
        .filter((one) => one !== 'confirmation' || seesClassD)
        .join(',') || undefined
    : undefined
  const birth_month = seesContacts ? filters.birth_month : undefined
  const on = seesContacts && filters.on && isIsoDay(filters.on) ? filters.on : undefined
  const filter = seesConditions(filters.filter, permissions) ? filters.filter : undefined
  const allowed = { ...filters, missing, birth_month, on, filter }
  return {
    filters: allowed,
    isLess: (['missing', 'birth_month', 'on', 'filter'] as const).some((name) => allowed[name] !== filters[name]),
  }
}

const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** Which pupils are meant, and in which order: what the list and all its hits have in common. */
export const pupilFilterQuery = ({ sort, search, filters }: PupilListState) => {
  const { bin, away, school_year_id, birth_month, ...others } = filters
  return {
    sort,
    search,
    ...others,
    school_year_id: numberOf(school_year_id),
    birth_month: numberOf(birth_month),
    away: away === undefined ? undefined : true,
    bin: bin === undefined ? undefined : true,
  }
}

const conditionsOf = ({ filters }: Pick<PupilListState, 'filters'>) =>
  filters.filter === undefined ? undefined : readConditions(filters.filter)

/** Each condition of the list, and the filter that is left without it. */
export const conditionChips = (state: Pick<PupilListState, 'filters'>) => {
  const conditions = conditionsOf(state)
  if (!conditions) return []
  return partTexts(conditions).map((text, at) => {
    const parts = conditions.mode === 'all' ? conditions.parts.toSpliced(at, 1) : []
    return { text, rest: parts.length > 0 ? writeConditions({ ...conditions, parts }) : undefined }
  })
}

interface PrintedList {
  state: Pick<PupilListState, 'filters' | 'search'>
  /** The other filters in words. */
  filters: readonly string[]
  /** How many are on paper, of how many. */
  shown: number
  total: number
  today: string
  /** Which children a ready list shows, in its own words. */
  who?: string | undefined
  /** In a list for today: how many of the children are away, for the whole day or a part of it. */
  away?: { whole: number; part: number } | undefined
}

const PRINT_ALL = ' Alle druckt die Schaltfläche „Drucken“ auf der Seite.'

const awayText = ({ whole, part }: NonNullable<PrintedList['away']>) => {
  if (whole + part === 0) return ' Heute fehlt davon niemand.'
  const counts = [...(whole > 0 ? [whole] : []), ...(part > 0 ? [`stundenweise ${part}`] : [])]
  return ` Davon ${whole + part === 1 ? 'fehlt' : 'fehlen'} heute ${counts.join(' und ')}.`
}

/** On paper: what the list shows, of which day, and how many; the browser's own menu prints only the shown page. */
export const printedSentence = ({ state, filters, shown, total, today, who: ownWords, away }: PrintedList) => {
  const conditions = conditionsOf(state)
  const texts = [
    ...filters,
    ...(conditions ? [conditionsText(conditions)] : []),
    ...(state.search ? [`Suche „${state.search}“`] : []),
  ]
  const isPart = shown < total
  const count = `${total === 1 ? '' : 'alle '}${childrenText(total)}`
  const who = isPart ? `nur ${shown.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')} Kindern` : count
  const found = texts.length > 0 ? ` mit diesen Angaben: ${texts.join('; ')}` : ', jetzige und künftige'
  const isOnlyAway = state.filters.away !== undefined
  const which = ownWords && total !== 1 ? `, ${ownWords}${isOnlyAway ? ' und heute fehlen' : ''}` : found
  const end = away && !isOnlyAway ? awayText(away) : ''
  return `Diese Liste vom ${formatDate(today)} zeigt ${who}${which}.${isPart ? PRINT_ALL : end}`
}

/** The columns that the address names, as far as this person may see them; undefined when it names none. */
export const namedColumns = (inAddress: string | undefined, permissions: readonly Permission[]) =>
  inAddress === undefined ? undefined : seenColumns(chosenValues(inAddress), permissions)

/** What the list asks the server for, read from the address: fields that every row has are not asked for. */
export const pupilListQuery = (state: PupilListState, named: readonly string[] = []): PupilListQuery => {
  const columns = named.filter((key) => LISTED_COLUMNS.includes(key))
  return {
    page: state.page,
    per_page: state.perPage,
    ...pupilFilterQuery(state),
    ...(columns.length > 0 && { columns: columns.join(',') }),
  }
}

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
  return { page: undefined, away: undefined, ...Object.fromEntries(VIEW_KEYS.map((key) => [key, get(key)])) }
}

/** The way back for a list that a number of „Zahlen für das Schulamt“ has opened. */
export const crumbsOf = (get: (key: string) => string | undefined) => {
  const back = get(BACK_TO_FIGURES)
  return back?.startsWith('?') ? [{ text: 'Zahlen für das Schulamt', to: `${paths.pupilFigures}${back}` }] : undefined
}
