import { addDays, addMonths, formatDate, isIsoDay } from '#contract/dates.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { VIEW_KIND_LABELS, VIEW_KINDS, VIEWED_SUBJECTS } from '#contract/viewlogs/viewlogs.kinds.ts'
import { recordText, viewerName } from '#contract/viewlogs/viewlogs.texts.ts'
import { VIEW_PAGE_ROWS, type ViewEntry, type ViewFilters } from '#contract/viewlogs/viewlogs.ts'
import { type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'

/** Filters as they stand in the address. */
const FILTERS = ['user_id', 'kind', 'subject', 'subject_id', 'from', 'until'] as const
export type ViewState = TableState<(typeof FILTERS)[number]>

const ROWS_PER_PAGE = 50
export const VIEW_ROWS = [10, ROWS_PER_PAGE, VIEW_PAGE_ROWS]

export const viewState = (urlQuery: UrlQuery): ViewState => {
  const state = tableState(urlQuery, { sort: '-viewed_at', perPage: ROWS_PER_PAGE, filters: FILTERS })
  return { ...state, perPage: Math.min(state.perPage || VIEW_PAGE_ROWS, VIEW_PAGE_ROWS) }
}

/** The two ways to read the log, as they stand in the address. */
const BY_DAY = 'tage'
const ONE_BY_ONE = 'einzeln'
const MODE = 'ansicht'

/**
 * Whether the list says for each person and day what was seen. Of one child every single view counts, and there are few of
 * them: there the views stand one by one unless the address says otherwise.
 */
export const viewMode = (urlQuery: UrlQuery, { filters }: Pick<ViewState, 'filters'>) => {
  const usual = filters.subject_id ? ONE_BY_ONE : BY_DAY
  const mode = [BY_DAY, ONE_BY_ONE].find((one) => one === urlQuery.get(MODE)) ?? usual
  const other = mode === BY_DAY ? ONE_BY_ONE : BY_DAY
  return {
    isByDay: mode === BY_DAY,
    change: () => urlQuery.set({ [MODE]: other === usual ? undefined : other, page: undefined }),
  }
}

const dayOf = (text: string | undefined) => (text && isIsoDay(text) ? text : undefined)
const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** What list and paper are asked for; old links with values that do not exist filter nothing. */
export const viewFilters = ({ search, filters }: Pick<ViewState, 'search' | 'filters'>) => {
  const subject = VIEWED_SUBJECTS.find((one) => one === filters.subject)
  const given: Partial<ViewFilters> = {
    user_id: idOf(filters.user_id),
    kind: VIEW_KINDS.find((one) => one === filters.kind),
    subject,
    subject_id: subject && idOf(filters.subject_id),
    from: dayOf(filters.from),
    until: dayOf(filters.until),
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { search, ...set } as Partial<ViewFilters> & { search: string }
}

/** First and last day of the calendar month before today's. */
export const lastMonth = (today: string) => {
  const begin = `${today.slice(0, 7)}-01`
  return { from: addMonths(begin, -1), until: addDays(begin, -1) }
}

type Shown = { data: readonly Pick<ViewEntry, 'user_id' | 'user_name'>[]; record_label: string | null }

/** The person who looked and the one whose data it was, by name as far as the reply says it. */
export const viewNames = (state: ViewState, reply: Shown | undefined) => {
  const { user_id, subject, subject_id } = viewFilters(state)
  const by = reply?.data.find((row) => row.user_id === user_id)
  return {
    person: user_id === undefined ? undefined : by ? viewerName(by) : `Nr. ${user_id}`,
    record:
      subject && subject_id !== undefined
        ? recordText(subject, { id: subject_id, label: reply?.record_label ?? null })
        : undefined,
  }
}
export type ViewNames = ReturnType<typeof viewNames>

/** The filters in words, for paper and where nothing is found. */
export const viewFilterTexts = (state: ViewState, { person, record }: ViewNames) => {
  const { search, kind, subject, from, until } = viewFilters(state)
  const period = [from && `ab ${formatDate(from)}`, until && `bis ${formatDate(until)}`].filter(Boolean).join(' ')
  return [
    search && `„${search}“`,
    person && `Person: ${person}`,
    kind && VIEW_KIND_LABELS[kind],
    record ? `Daten von: ${record}` : subject && SUBJECT_WORDS[subject].several,
    period,
  ].filter((text): text is string => typeof text === 'string' && text !== '')
}
