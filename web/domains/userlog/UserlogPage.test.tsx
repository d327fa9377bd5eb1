import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type LogEntry, userlogEndpoints } from '#contract/userlog/userlog.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeApp()
})

/** jsdom saves no files. */
const letFilesBeSaved = () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
}

const entry = (id: number, user_id: number, action: string): LogEntry => ({
  id,
  created_at: '2026-11-20T08:00:00Z',
  user_id,
  user_name: 'Gleich Name',
  role: 'viewer',
  action,
  entity_type: 'user',
  entity_id: user_id,
  entity_label: 'Gleich Name',
  entity_owner: null,
  changed_fields: [],
  result: 'ok',
  ip_trunc: '10.0.0.0',
  request_id: null,
})

const NO_NAMES = { person: null, object: null }

/** The log holds what account 8 did this year; its namesake 9 has done nothing. */
const logServer = (total?: number) => {
  const server = serverFor('schooladmin')
  const all = [entry(1, 8, 'password_set'), entry(2, 8, 'login')]
  server.on(userlogEndpoints.list, ({ query: { user_id: user, until = '9999' } }) => {
    const isPast = until < '2026'
    const data = all.filter(({ user_id }) => !isPast && (user === undefined || user === user_id))
    const kinds = { actions: ['login'], entity_types: ['user'] }
    return {
      data,
      total: total ?? data.length,
      page: 1,
      per_page: 50,
      names: { ...NO_NAMES, person: user === 9 ? 'Gleich Name' : null },
      ...kinds,
    }
  })
  return server
}

/** The log holds these entries. */
const serverWith = (data: LogEntry[]) => {
  const server = logServer()
  const kinds = { actions: [], entity_types: [] }
  server.on(userlogEndpoints.list, () => ({
    data,
    total: data.length,
    page: 1,
    per_page: 50,
    names: NO_NAMES,
    ...kinds,
  }))
  return server
}

const open = (server: ReturnType<typeof logServer>, query = '') => openApp(paths.userlog + query, server)
const rows = () => screen.queryAllByRole('row').slice(1)
const openPeriod = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Zeitraum/ }))
  await screen.findByLabelText('Von')
}
const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('the actions of an account are asked for by its number, and the filter goes by its chip', async () => {
  const server = logServer()
  await open(server, '?user_id=8')
  const chip = await screen.findByRole('button', { name: 'Filter entfernen: Person: Gleich Name' })
  expect(rows()).toHaveLength(2)
  expect(rows()[0]?.textContent).toContain('hat über die Einladung ein Passwort gesetzt')
  expect(server.sentTo(userlogEndpoints.list)[0]?.searchParams.get('user_id')).toBe('8')
  await userEvent.click(chip)
  await waitFor(() => expect(window.location.search).not.toContain('user_id'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Filter entfernen/ })).toBeNull())
  expect(rows()).toHaveLength(2)
})

test('the actions of a namesake who did nothing are none', async () => {
  await open(logServer(), '?user_id=9')
  expect(
    await screen.findByText('Keine Treffer für Person: Gleich Name, von Personen, ohne An- und Abmeldungen.'),
  ).toBeTruthy()
  expect(rows()).toEqual([])
})

test('shows what people did, and what the system did when asked for it', async () => {
  const server = logServer()
  await open(server)
  await waitFor(() => expect(rows()).toHaveLength(2))
  const actors = () => server.sentTo(userlogEndpoints.list).map(({ searchParams }) => searchParams.get('actor'))
  expect(actors()).toEqual(['people'])
  await userEvent.click(screen.getByRole('button', { name: /^Wer: Personen/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'System' }))
  await waitFor(() => expect(actors()).toEqual(['people', 'system']))
})

test('who signed in is left out at first, and one press shows it', async () => {
  const server = logServer()
  await open(server)
  await waitFor(() => expect(rows()).toHaveLength(2))
  const asked = () =>
    server.sentTo(userlogEndpoints.list).map(({ searchParams }) => searchParams.get('without_sign_ins'))
  await userEvent.click(screen.getByRole('button', { name: 'Anmeldungen zeigen' }))
  await waitFor(() => expect(asked()).toHaveLength(2))
  const [first, second] = asked()
  expect(first).not.toBeNull()
  expect(second).toBeNull()
  expect(screen.getByRole('button', { name: 'Anmeldungen ausblenden' })).toBeTruthy()
})

test('only what did not succeed says so, and a refused call is a sentence', async () => {
  const server = logServer()
  server.on(userlogEndpoints.list, () => {
    const refused = { entity_type: 'PUT /api/admin/pupil/:id', entity_id: null, entity_label: null, result: 'denied' }
    const data = [{ ...entry(1, 8, 'access_denied'), ...refused } as LogEntry, entry(2, 8, 'login')]
    return {
      data,
      total: 2,
      page: 1,
      per_page: 50,
      names: NO_NAMES,
      actions: [],
      entity_types: ['user', refused.entity_type],
    }
  })
  await open(server)
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]?.textContent).toContain('wollte ein Kind ändern, ohne das Recht dazu zu haben')
  expect(rows()[0]?.textContent).toContain('abgewiesen')
  expect(document.body.textContent).not.toMatch(/gelungen|\/api\//)
  await userEvent.click(screen.getByRole('button', { name: 'Objekt' }))
  const options = await screen.findAllByRole('menuitemcheckbox')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Benutzer'])
})

test('what belongs to a child leads to its page', async () => {
  const sheet = { entity_type: 'pupil_document', entity_id: 7, entity_label: 'Mia Müller' }
  const data = [
    { ...entry(1, 8, 'export_created'), ...sheet, entity_owner: { type: 'pupil', id: 7 } } satisfies LogEntry,
  ]
  await open(serverWith(data))
  const link = await screen.findByRole('link', { name: 'Mia Müller' })
  expect(link.getAttribute('href')).toBe(`/app${paths.pupil(7)}`)
})

test('many changed seats are one word until they are unfolded', async () => {
  const seats = (grade: number): LogEntry => ({
    ...entry(grade, 8, 'schoolgrade_capacity_updated'),
    entity_type: 'schoolgrade_capacity',
    entity_id: grade,
    entity_label: `Klassenstufe ${grade}, 2026/2027`,
    changed_fields: ['places', `places:${grade}:2026/2027:40>42`],
  })
  const data = [seats(3), seats(2), seats(1)]
  await open(serverWith(data))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]?.textContent).toMatch(/Plätze$/)
  await userEvent.click(screen.getByRole('button', { name: /^3 Einträge einzeln/ }))
  expect(rows()[1]?.textContent).toMatch(/Klassenstufe 3, 2026\/2027Plätze 40 → 42$/)
})

test('seats that were changed and changed back stand in the order in which it happened', async () => {
  const seats = (id: number, change: string): LogEntry => ({
    ...entry(id, 8, 'schoolgrade_capacity_updated'),
    entity_type: 'schoolgrade_capacity',
    entity_id: 1,
    entity_label: 'Klassenstufe 1, 2026/2027',
    changed_fields: ['places', `places:1:2026/2027:${change}`],
  })
  const data = [seats(2, '6>7'), seats(1, '7>6')]
  await open(serverWith(data))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]?.textContent).toMatch(/Plätze 7 → 6, Plätze 6 → 7$/)
})

test('entries that say the same are one line, which unfolds', async () => {
  const of = (id: number): LogEntry => ({
    ...entry(id, 8, 'registration_updated'),
    created_at: `2026-11-20T0${id}:00:00Z`,
    entity_type: 'registration',
    entity_id: 100 + id,
    entity_label: `Kind ${id}`,
    changed_fields: ['note'],
  })
  await open(serverWith([of(3), of(2), of(1)]))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]?.textContent).toContain('hat 3 Bewerbungen geändert')
  expect(rows()[0]?.textContent).toContain('20.11.2026 02:00–04:00')
  expect(rows()[0]?.textContent).not.toContain('Kind')
  const button = screen.getByRole('button', { name: /^3 Einträge einzeln zeigen: Gleich Name hat 3 Bewerbungen/ })
  await userEvent.click(button)
  expect(rows().map(({ textContent }) => /Kind \d/.exec(textContent ?? '')?.[0])).toEqual([
    undefined,
    'Kind 3',
    'Kind 2',
    'Kind 1',
  ])
  await userEvent.click(button)
  expect(rows()).toHaveLength(1)
})

test('a period without entries says so, one that ends before it begins at its field, and all go by one press', async () => {
  await open(logServer(), '?search=gleich')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await openPeriod()
  await userEvent.type(day('Bis'), '1.2.2020{Enter}')
  await waitFor(() => expect(window.location.search).toContain('until=2020-02-01'))
  expect(
    await screen.findByText('Keine Treffer für „gleich“, von Personen, ohne An- und Abmeldungen, bis 01.02.2020.'),
  ).toBeTruthy()
  expect(screen.getByText(/^Die Suche findet, wer etwas getan hat\./)).toBeTruthy()
  await userEvent.type(day('Von'), '2.2.2020{Enter}')
  expect(
    await screen.findByRole('textbox', { name: 'Bis', description: 'Das Ende liegt vor dem Beginn.' }),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(window.location.search).not.toContain('until')
})

test('inside a group the person is only read aloud, and the number of an application stays whole', async () => {
  const act = entry(3, 8, 'registration_transformed')
  const steps = [entry(2, 8, 'pupil_created'), entry(1, 8, 'guardian_created')]
  const child = { entity_type: 'registration', entity_id: 7, entity_label: 'Mia Müller (FSW-2027-0006)' }
  const data = [
    { ...act, ...child, request_id: 'a' },
    ...steps.map((step) => ({ ...step, entity_id: 80, entity_label: 'Mia Müller', request_id: 'a' })),
  ]
  await open(serverWith(data))
  await userEvent.click(await screen.findByRole('button', { name: /^2 Einzelschritte zeigen/ }))
  const people = screen.getAllByText('Gleich Name').map((name) => name.closest('.sh-visually-hidden') !== null)
  expect(people).toEqual([false, true, true])
  expect(screen.getByText('(FSW-2027-0006)').className).toBe('sh-one-line')
})

test('a single step is named in the line and needs nothing to unfold', async () => {
  const act = { ...entry(2, 8, 'registration_withdrawal_undone'), entity_type: 'registration', request_id: 'a' }
  const step = { ...entry(1, 8, 'registration_contact_updated'), entity_type: 'registration_contact' }
  const data = [act, { ...step, changed_fields: ['note'], request_id: 'a' }]
  await open(serverWith(data))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]?.textContent).toContain(
    'hat den Rückzug einer Bewerbung zurückgenommen, dabei: Kontakt einer Bewerbung geändert (Notiz)',
  )
  expect(screen.queryByRole('button', { name: /zeigen: / })).toBeNull()
})

test('an export that is cut says so', async () => {
  const server = logServer(61_234)
  server.on(userlogEndpoints.export, () => ({ filename: 'benutzeraktionen-2026-11-20.csv', content: 'Zeit' }))
  letFilesBeSaved()
  await open(server, '?action=login')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('61.234'))
  fireEvent.click(screen.getByRole('button', { name: 'Exportieren (CSV)' }))
  expect(
    await screen.findByText(/^Die Datei enthält die neuesten 50\.000 von 61\.234 Einträgen/, {}, { timeout: 10_000 }),
  ).toBeTruthy()
  expect(server.bodiesOf(userlogEndpoints.export)).toEqual([expect.objectContaining({ action: 'login' })])
})

test('yesterday is one press: both days of the period, and a second press takes them away', async () => {
  const server = logServer()
  await open(server)
  await waitFor(() => expect(rows()).toHaveLength(2))
  await openPeriod()
  const yesterday = await screen.findByRole('button', { name: 'gestern' })
  await userEvent.click(yesterday)
  await waitFor(() => expect(yesterday.getAttribute('aria-pressed')).toBe('true'))
  expect(day('Von').value).not.toBe('')
  expect(day('Von').value).toBe(day('Bis').value)
  expect(screen.getByRole('button', { name: 'Zeitraum: gestern' })).toBeTruthy()
  await userEvent.click(yesterday)
  await waitFor(() => expect(day('Von').value).toBe(''))
  expect(day('Bis').value).toBe('')
})
