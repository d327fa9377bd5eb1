import { expect, test } from 'vitest'
import {
  allowedFilters,
  conditionChips,
  crumbsOf,
  namedColumns,
  printedSentence,
  pupilListQuery,
  shownView,
  viewChanges,
  viewOf,
} from './pupil-list-query.ts'

const address = (query: string) => {
  const params = new URLSearchParams(query)
  return (key: string) => params.get(key) ?? undefined
}

test('a view is what filters, sorts and searches, without the page', () => {
  expect(viewOf(address('page=3&sort=birthdate&gender=f&schoolclass_id=3,4'))).toBe(
    'schoolclass_id=3%2C4&gender=f&sort=birthdate',
  )
})

test('the shown view is recognised whatever the order of its keys', () => {
  const own = { shared: false, is_own: true }
  const views = [
    { ...own, id: 1, name: 'Mädchen', query: 'sort=birthdate&gender=f' },
    { ...own, id: 2, name: 'Jungen', query: 'gender=m' },
  ]
  expect(shownView(views, viewOf(address('page=2&gender=f&sort=birthdate')))?.id).toBe(1)
  expect(shownView(views, viewOf(address('gender=f')))).toBeUndefined()
})

test('showing a view takes everything else out of the address', () => {
  const changes = viewChanges('gender=f&per_page=0')
  expect(changes).toMatchObject({
    gender: 'f',
    per_page: '0',
    page: undefined,
    search: undefined,
    bin: undefined,
    away: undefined,
  })
  expect('search' in changes && 'bin' in changes).toBe(true)
})

const NO_FILTERS = {
  schoolclass_id: '3',
  schoolgrade: undefined,
  gender: undefined,
  status: undefined,
  school_year_id: undefined,
  on: undefined,
  birth_month: undefined,
  missing: undefined,
  away: undefined,
  bin: undefined,
  filter: undefined,
}
const SECRETARY = { seesContacts: true, seesClassD: false, permissions: ['manage pupil'] as const }
const VIEWER = { seesContacts: false, seesClassD: false, permissions: ['view pupil'] as const }

test.each([
  ['confirmation', SECRETARY, undefined],
  ['contacts,confirmation', SECRETARY, 'contacts'],
  ['contacts,confirmation', { ...SECRETARY, seesClassD: true }, 'contacts,confirmation'],
  ['contacts', VIEWER, undefined],
  [undefined, SECRETARY, undefined],
])('of the link ?missing=%s somebody with %o filters by %s', (missing, rights, left) => {
  const { filters, isLess } = allowedFilters({ ...NO_FILTERS, missing }, rights)
  expect([filters.missing, filters.schoolclass_id, isLess]).toEqual([left, '3', left !== missing])
})

test('a link names columns and conditions; what the role does not show is left out', () => {
  const filter = 'all**afterschool_days.has.tu'
  expect(allowedFilters({ ...NO_FILTERS, filter }, SECRETARY).filters.filter).toBe(filter)
  expect(allowedFilters({ ...NO_FILTERS, filter }, VIEWER)).toMatchObject({
    filters: { filter: undefined },
    isLess: true,
  })
  expect(allowedFilters({ ...NO_FILTERS, filter: 'all**nonsense' }, SECRETARY).isLess).toBe(true)
  const columns = 'schoolclass,afterschool_days,class_teacher'
  expect(namedColumns(undefined, SECRETARY.permissions)).toBeUndefined()
  expect(namedColumns(columns, VIEWER.permissions)).toEqual(['schoolclass', 'class_teacher'])
})

test('the server is asked for columns that not every row has', () => {
  const state = { page: 1, perPage: 10, sort: 'lastname', search: '', filters: NO_FILTERS } as Parameters<
    typeof pupilListQuery
  >[0]
  expect(pupilListQuery(state, ['schoolclass', 'age', 'city']).columns).toBe('age,city')
  expect(pupilListQuery(state, ['schoolclass'])).not.toHaveProperty('columns')
})

test('a view keeps columns and conditions', () => {
  // Who is away is true for one day only.
  expect(viewOf(address('columns=age&away=1'))).toBe('columns=age')
  expect(viewOf(address('columns=age&filter=all**city.empty&page=2'))).toBe('filter=all**city.empty&columns=age')
  expect(viewChanges('columns=age')).toMatchObject({ columns: 'age', filter: undefined })
})

const HORT = { ...NO_FILTERS, filter: 'all**afterschool_care.is.short.long**afterschool_days.has.tu' }

test('each condition is taken away by itself, the last one with the whole filter', () => {
  const chips = conditionChips({ filters: HORT })
  expect(chips).toEqual([
    { text: 'Hort: kurz oder lang', rest: 'all**afterschool_days.has.tu' },
    { text: 'Hort-Tage: Di', rest: 'all**afterschool_care.is.short.long' },
  ])
  expect(conditionChips({ filters: { ...HORT, filter: chips[0]?.rest } })).toEqual([
    { text: 'Hort-Tage: Di', rest: undefined },
  ])
  expect(conditionChips({ filters: NO_FILTERS })).toEqual([])
})

test.each([
  [
    { state: { filters: HORT, search: '' }, filters: [], shown: 3, total: 3, who: 'die dienstags im Hort sind' },
    'Diese Liste vom 20.11.2026 zeigt alle 3 Kinder, die dienstags im Hort sind.',
  ],
  [
    {
      ...{ state: { filters: HORT, search: '' }, filters: [], shown: 3, total: 3, who: 'die freitags im Hort sind' },
      away: { whole: 0, part: 0 },
    },
    'Diese Liste vom 20.11.2026 zeigt alle 3 Kinder, die freitags im Hort sind. Heute fehlt davon niemand.',
  ],
  [
    {
      ...{ state: { filters: HORT, search: '' }, filters: [], shown: 3, total: 3, who: 'die freitags im Hort sind' },
      away: { whole: 0, part: 1 },
    },
    'Diese Liste vom 20.11.2026 zeigt alle 3 Kinder, die freitags im Hort sind. Davon fehlt heute stundenweise 1.',
  ],
  [
    {
      ...{ state: { filters: { ...HORT, away: '1' }, search: '' }, filters: [], shown: 3, total: 3 },
      ...{ who: 'die freitags im Hort sind', away: { whole: 3, part: 0 } },
    },
    'Diese Liste vom 20.11.2026 zeigt alle 3 Kinder, die freitags im Hort sind und heute fehlen.',
  ],
  [
    { state: { filters: HORT, search: '' }, filters: ['Klasse: 2a'], shown: 34, total: 34 },
    'Diese Liste vom 20.11.2026 zeigt alle 34 Kinder mit diesen Angaben: Klasse: 2a; Hort ist kurz oder lang und Hort-Tage enthält Di.',
  ],
  [
    { state: { filters: NO_FILTERS, search: 'Mia' }, filters: ['Klasse: 2a'], shown: 1, total: 1 },
    'Diese Liste vom 20.11.2026 zeigt 1 Kind mit diesen Angaben: Klasse: 2a; Suche „Mia“.',
  ],
  [
    { state: { filters: NO_FILTERS, search: '' }, filters: [], shown: 10, total: 1200 },
    'Diese Liste vom 20.11.2026 zeigt nur 10 von 1.200 Kindern, jetzige und künftige. Alle druckt die Schaltfläche „Drucken“ auf der Seite.',
  ],
])('paper says what the list shows, of which day, and how many %#', (list, sentence) => {
  expect(printedSentence({ today: '2026-11-20', ...list })).toBe(sentence)
})

test.each([
  [undefined, undefined],
  ['?#figures-gender', '/admin/sus/zahlen?#figures-gender'],
  ['?tag=2026-10-01&tabelle=gender#figures-gender', '/admin/sus/zahlen?tag=2026-10-01&tabelle=gender#figures-gender'],
  ['/../profil', undefined],
])('a list that a number has opened leads back to it: %s', (back, to) => {
  expect(crumbsOf(() => back)?.map((crumb) => crumb.to)).toEqual(to && [to])
})
