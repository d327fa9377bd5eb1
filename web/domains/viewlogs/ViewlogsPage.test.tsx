import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ROLE_PERMISSIONS } from '#contract/permissions.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { VIEW_PRINT_ROWS, type ViewDay, type ViewEntry, viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await closeApp()
})

const entry = (id: number, more: Partial<ViewEntry> = {}): ViewEntry => ({
  id,
  viewed_at: '2026-11-20T08:00:00Z',
  user_id: 8,
  user_name: 'Anna Groß',
  role: 'teacher_level_1',
  kind: 'page',
  what: null,
  subject: 'pupil',
  subject_id: 12,
  subject_count: 1,
  subject_label: 'Mia Müller',
  ...more,
})

const EXPORT = { kind: 'export', what: 'Excel', subject_id: null, subject_count: 182, subject_label: null } as const

const viewServer = (data: ViewEntry[] = [entry(1), entry(2, EXPORT)], total = data.length) => {
  const server = serverFor('schooladmin')
  server.on(viewlogEndpoints.list, ({ query: { search, subject_id } }) => {
    const found = search === 'niemand' ? [] : data
    const record_label = subject_id === 12 ? 'Mia Müller' : null
    return { data: found, total: search === 'niemand' ? 0 : total, page: 1, per_page: 50, record_label }
  })
  server.on(viewlogEndpoints.records, () => [
    { id: 12, label: 'Mia Müller' },
    { id: 13, label: null },
  ])
  return server
}

/** The views one by one. */
const open = (server: ReturnType<typeof viewServer>, query = '?') =>
  openApp(`${paths.viewLogs}${query}&ansicht=einzeln`, server)
const rows = () => screen.queryAllByRole('row').slice(1)
const asked = (server: ReturnType<typeof viewServer>) =>
  server.sentTo(viewlogEndpoints.list).at(-1)?.searchParams.toString()

const day = (more: Partial<ViewDay> = {}): ViewDay => ({
  day: '2026-11-20',
  user_id: 8,
  user_name: 'Anna Groß',
  role: 'teacher_level_1',
  first_at: '2026-11-20T06:52:00Z',
  last_at: '2026-11-20T14:26:00Z',
  count: 9,
  kinds: [
    { kind: 'page', count: 8 },
    { kind: 'export', count: 1 },
  ],
  seen: [
    { what: 'Excel', subject: 'pupil', subject_id: null, subject_count: 182, subject_label: null, count: 1 },
    { what: null, subject: 'pupil', subject_id: 12, subject_count: 1, subject_label: 'Mia Müller', count: 3 },
  ],
  seen_count: 6,
  ...more,
})

const dayServer = (entries = 9) => {
  const server = viewServer()
  server.on(viewlogEndpoints.days, () => ({
    data: [day()],
    total: 1,
    entries,
    page: 1,
    per_page: 50,
    record_label: null,
  }))
  return server
}

test('at first a row is a person and a day: how often, whose data, and of what kind', async () => {
  const server = dayServer()
  await openApp(paths.viewLogs, server)
  await waitFor(() => expect(rows()).toHaveLength(1))
  const text = rows()[0]?.textContent
  for (const word of ['20.11.2026', '07:52–15:26 Uhr', 'Anna Groß', '182 SuS: Excel, Mia Müller (3-mal) und 4 weitere'])
    expect(text).toContain(word)
  expect(text).toContain('Seite aufgerufen (8-mal), Als Datei ausgegeben')
  expect(server.sentTo(viewlogEndpoints.list)).toEqual([])
})

test('the number of views opens them one by one, and from there who was in an export', async () => {
  const server = dayServer()
  await openApp(`${paths.viewLogs}?kind=page`, server)
  await userEvent.click(
    await screen.findByRole('button', { name: /: 9 Aufrufe einzeln zeigen, Anna Groß am 20\.11\.2026$/ }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Anna Groß am 20.11.2026' })
  await waitFor(() => expect(within(dialog).getAllByRole('row')).toHaveLength(3))
  for (const part of ['user_id=8', 'from=2026-11-20', 'until=2026-11-20', 'kind=page'])
    expect(asked(server)).toContain(part)
  await userEvent.click(within(dialog).getByRole('button', { name: '182 SuS anzeigen' }))
  expect(await screen.findByRole('dialog', { name: 'Als Datei ausgegeben: Excel – 182 SuS' })).toBeTruthy()
})

test('one press shows the views one by one, and another one the days again', async () => {
  const server = dayServer()
  await openApp(paths.viewLogs, server)
  await userEvent.click(await screen.findByRole('button', { name: 'Alle einzeln zeigen' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Je Person und Tag zeigen' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('of one child the views stand one by one', async () => {
  await openApp(`${paths.viewLogs}?subject=pupil&subject_id=12`, dayServer())
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test('a cut PDF says so where the list counts days, too', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const server = dayServer(4321)
  server.on(viewlogEndpoints.paper, () => new Response('PDF', { headers: { 'content-type': 'application/pdf' } }))
  await openApp(paths.viewLogs, server)
  await waitFor(() => expect(rows()).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'PDF für die Behörde' }))
  expect(await screen.findByText(/^Das Blatt zeigt die neuesten 3\.000 von 4\.321 Einträgen/)).toBeTruthy()
})

test('each view says when, who in which role, how, and whose data it was', async () => {
  await open(viewServer())
  await waitFor(() => expect(rows()).toHaveLength(2))
  const [page, file] = rows().map(({ textContent }) => textContent)
  for (const word of ['20.11.2026 09:00', 'Anna Groß', 'Lehrer Level 1', 'Seite aufgerufen', 'Mia Müller'])
    expect(page).toContain(word)
  for (const word of ['Als Datei ausgegeben: Excel', '182 SuS']) expect(file).toContain(word)
  expect(screen.getByRole('link', { name: 'Mia Müller' }).getAttribute('href')).toMatch(/\/admin\/schueler\/12$/)
})

test('an export shows everybody in it, also who has no name any more', async () => {
  await open(viewServer())
  await userEvent.click(await screen.findByRole('button', { name: '182 SuS anzeigen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Als Datei ausgegeben: Excel – 182 SuS' })
  expect((await within(dialog).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Mia Müller',
    'Schülerin oder Schüler Nr. 13',
  ])
})

test('a press narrows the list to a person or to whose data it was, a chip takes that away', async () => {
  const server = viewServer()
  await open(server)
  await userEvent.click((await screen.findAllByRole('button', { name: 'nur diese Person: Anna Groß' }))[0] as Element)
  await waitFor(() => expect(asked(server)).toContain('user_id=8'))
  await userEvent.click(await screen.findByRole('button', { name: 'nur diese Daten: Mia Müller' }))
  await waitFor(() => expect(asked(server)).toContain('subject=pupil&subject_id=12'))
  await userEvent.click(await screen.findByRole('button', { name: 'Filter entfernen: Person: Anna Groß' }))
  await waitFor(() => expect(window.location.search).not.toContain('user_id'))
  await userEvent.click(await screen.findByRole('button', { name: 'Filter entfernen: Daten von: Mia Müller' }))
  await waitFor(() => expect(window.location.search).not.toContain('subject'))
})

test('a child is found by name, also one who has left', async () => {
  const server = viewServer()
  server.on(pupilEndpoints.list, () => ({
    data: [
      {
        ...{
          id: 31,
          pupil_number: 'FSW-31',
          firstname: 'Ida',
          lastname: 'Weg',
          lastname_prefix: null,
          gender: 'f' as const,
        },
        ...{ status: 'left' as const, schoolclass: null, schoolgrade: null },
      },
    ],
    total: 1,
    page: 1,
    per_page: 20,
  }))
  await open(server)
  await userEvent.type(await screen.findByRole('combobox', { name: 'Kind suchen' }), 'Weg')
  await userEvent.click(await screen.findByRole('option', { name: /Ida Weg/ }))
  await waitFor(() => expect(asked(server)).toContain('subject_id=31'))
  expect(server.sentTo(pupilEndpoints.list)[0]?.searchParams.get('status')).toContain('left')
  expect(
    await screen.findByRole('button', { name: 'Filter entfernen: Daten von: Schülerin oder Schüler Nr. 31' }),
  ).toBeTruthy()
})

test('the PDF is asked for with the same filters, and a cut one says so', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const server = viewServer([entry(1)], 4321)
  server.on(viewlogEndpoints.paper, () => new Response('PDF', { headers: { 'content-type': 'application/pdf' } }))
  await open(server, '?kind=page&subject=cow')
  await waitFor(() => expect(rows()).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'PDF für die Behörde' }))
  expect(await screen.findByText(/^Das Blatt zeigt die neuesten 3\.000 von 4\.321 Einträgen/)).toBeTruthy()
  expect(server.bodiesOf(viewlogEndpoints.paper)).toEqual([{ search: '', kind: 'page' }])
})

const manyViews = (total: number) => {
  const server = viewServer()
  server.on(viewlogEndpoints.list, ({ query }) => {
    const [page, per_page] = [Number(query.page ?? 1), Number(query.per_page)]
    const count = Math.min(per_page, total - per_page * (page - 1))
    const data = Array.from({ length: count }, (_, index) => entry(per_page * (page - 1) + index + 1))
    return { data, total, page, per_page, record_label: null }
  })
  return server
}
const printed = (inside: () => void) => {
  const print = vi.fn(inside)
  vi.stubGlobal('print', print)
  return print
}

test('„Drucken“ loads every entry of the filter first, and the page is as before after it', async () => {
  const server = manyViews(120)
  await open(server, '?kind=page')
  await waitFor(() => expect(rows()).toHaveLength(50))
  const print = printed(() => expect(rows()).toHaveLength(120))
  await userEvent.click(screen.getByRole('button', { name: 'Drucken' }))
  await waitFor(() => expect(print).toHaveReturnedTimes(1))
  expect(asked(server)).toContain(`per_page=${VIEW_PRINT_ROWS}`)
  expect(asked(server)).toContain('kind=page')
  expect(screen.getByText(/^Einträge 1–120 von 120 · /)).toBeTruthy()
  expect(screen.queryByText(/^Gedruckt sind/)).toBeNull()
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(rows()).toHaveLength(50))
})

test('a print of too many entries says so on the sheet, with a way to the rest', async () => {
  const server = manyViews(VIEW_PRINT_ROWS + 500)
  await open(server)
  await waitFor(() => expect(rows()).toHaveLength(50))
  const sentence = 'Gedruckt sind 1.000 von 1.500 Einträgen. Bitte grenzen Sie'
  const sheet = () => screen.getByText(/^Einträge 1–1\.?000 von/).textContent
  const print = printed(() => expect(sheet()).toContain(sentence))
  fireEvent.click(screen.getByRole('button', { name: 'Drucken' }))
  await waitFor(() => expect(print).toHaveReturnedTimes(1))
})

test('„Letzter Monat“ fills in the calendar month that is over, and a second press takes it away', async () => {
  const server = viewServer()
  await open(server)
  const button = await screen.findByRole('button', { name: 'Letzter Monat' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(button)
  await waitFor(() => expect(asked(server)).toContain('from=2026-10-01&until=2026-10-31'))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(button)
  await waitFor(() => expect(window.location.search).not.toContain('from='))
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

test('nothing found says for which filters, and one press takes them all away', async () => {
  await open(viewServer(), '?search=niemand&from=2026-10-01&until=2026-10-31')
  expect(await screen.findByText('Keine Treffer für diese Filter.')).toBeTruthy()
  expect(screen.getByText('„niemand“, ab 01.10.2026 bis 31.10.2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test('somebody who does not manage accounts is told which right is missing, and nothing is asked for', async () => {
  const permissions = ROLE_PERMISSIONS.schooladmin.filter((one) => one !== 'manage users')
  const server = serverFor({ ...baseDataOf('schooladmin'), permissions })
  await openApp(paths.viewLogs, server)
  expect(await screen.findByText(/„Benutzer verwalten“/)).toBeTruthy()
  expect(server.sentTo(viewlogEndpoints.list)).toEqual([])
})
