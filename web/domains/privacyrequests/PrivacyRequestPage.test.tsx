import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints, type RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { DONE_REQUEST, LATE_REQUEST, OPEN_REQUEST, refusingServer, requestServer } from './privacyrequests.test-data.ts'

afterEach(closeApp)

const open = async (request: RequestDetails = OPEN_REQUEST) => {
  const server = serverFor('schooladmin', requestServer(request).answers)
  await openApp(`/admin/datenschutz/anfragen/${request.id}`, server)
  await screen.findByRole('region', { name: 'Verlauf' })
  return server
}
const card = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const CHECKED = { identity_method: 'known', identity_checked_on: '2026-11-10' } as const

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the page says what is asked, about whom, by whom, and until when', async () => {
  await open()
  await page('Auskunft: Mia Vogel')
  const facts = card('Anfrage')
  expect(facts.getByText('Auskunft (Art. 15 DSGVO)')).toBeTruthy()
  expect(facts.getByRole('link', { name: 'Mia Vogel' }).getAttribute('href')).toBe('/app/admin/schueler/12')
  expect(facts.getByText('02.11.2026, E-Mail')).toBeTruthy()
  expect(card('Anfrage').getByText('02.12.2026')).toBeTruthy()
  expect(card('Verlauf').getByText('Katharina Vogt hat die Anfrage erfasst')).toBeTruthy()
})

test.each<[string, RequestDetails]>([
  ['Prüfung eintragen', OPEN_REQUEST],
  ['Auskunft erstellen', { ...OPEN_REQUEST, identity_checked_on: '2026-11-03', identity_method: 'known' }],
  ['Verarbeitung einschränken', { ...OPEN_REQUEST, kind: 'restriction' }],
  ['Ergebnis eintragen', { ...LATE_REQUEST, identity_checked_on: '2026-11-03', identity_method: 'known' }],
])('only „%s“ stands out where that comes next', async (name, request) => {
  await open(request)
  const primary = screen.getAllByRole('button').filter((button) => button.dataset.primary === 'true')
  expect(primary.map(({ textContent }) => textContent)).toEqual([name])
})

test('the deadline is extended once, with a reason', async () => {
  const user = userEvent.setup()
  const server = await open()
  press('Frist verlängern')
  const form = await dialog('Frist verlängern')
  expect(form.getByText(/Die Frist endet dann am 02\.02\.2027\./)).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Frist verlängern' }))
  expect(await form.findAllByText('Dieses Feld ist ein Pflichtfeld.')).not.toHaveLength(0)
  await user.type(form.getByRole('textbox', { name: 'Grund' }), 'Viele Akten')
  await user.click(form.getByRole('button', { name: 'Frist verlängern' }))
  await isClosed()
  expect(server.bodiesOf(privacyRequestEndpoints.extend)).toEqual([{ months: 'two', reason: 'Viele Akten' }])
  expect(await card('Anfrage').findByText('02.02.2027 (verlängert, zuerst 02.12.2026)')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Frist verlängern' })).toBeNull()
})

test('a request that is overdue cannot be extended any more, and says how late it is', async () => {
  await open(LATE_REQUEST)
  expect(screen.getByText('seit 10 Tagen überfällig')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Frist verlängern' })).toBeNull()
})

test('nothing is granted before the identity was checked, and a refusal needs its reason', async () => {
  const user = userEvent.setup()
  const server = await open()
  press('Ergebnis eintragen')
  const result = await dialog('Ergebnis eintragen')
  await user.click(result.getByRole('button', { name: 'Abschließen' }))
  expect(await result.findAllByText(REQUEST_TEXTS.identityMissing)).not.toHaveLength(0)
  await user.selectOptions(result.getByRole('combobox', { name: 'Ergebnis' }), 'abgelehnt')
  await user.click(result.getByRole('button', { name: 'Abschließen' }))
  expect(await result.findAllByText(REQUEST_TEXTS.reasonMissing)).not.toHaveLength(0)
  expect(server.bodiesOf(privacyRequestEndpoints.finish)).toEqual([])
  await user.type(result.getByRole('textbox', { name: 'Begründung' }), 'Schon beantwortet')
  await user.click(result.getByRole('button', { name: 'Abschließen' }))
  await isClosed()
  expect(await card('Antwort').findByText('abgelehnt')).toBeTruthy()
})

test('who checked the identity, and how, is entered on its card', async () => {
  const user = userEvent.setup()
  await open()
  press('Prüfung eintragen')
  const form = await dialog('Identität geprüft')
  await user.click(form.getByRole('button', { name: 'Eintragen' }))
  expect(await form.findAllByText('Dieses Feld ist ein Pflichtfeld.')).not.toHaveLength(0)
  await user.selectOptions(form.getByRole('combobox', { name: 'Wie geprüft' }), 'Ausweis gesehen')
  await user.click(form.getByRole('button', { name: 'Eintragen' }))
  await isClosed()
  expect(await card('Identität').findByText('Ausweis gesehen')).toBeTruthy()
  expect(card('Identität').getByText('Katharina Vogt')).toBeTruthy()
})

test('a letter is proposed with name and address, and its text follows the kind', async () => {
  const user = userEvent.setup()
  await open()
  press('Schreiben erstellen')
  const form = await dialog('Schreiben erstellen')
  const field = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name })
  expect(field('Anschrift').value).toBe('Anna Vogel\nAm Anger 5\n15999 Wacholderhain')
  expect(field('Text').value).toContain('Sie bekommen bis zum 02.12.2026 eine Antwort.')
  await user.selectOptions(form.getByRole('combobox', { name: 'Schreiben' }), 'Bitte um Nachweis der Identität')
  expect(field('Text').value).toContain('Bitte kommen Sie mit einem Ausweis')
})

test('a request that is done says when it is deleted, and its result can be taken back', async () => {
  await open(DONE_REQUEST)
  expect(card('Antwort').getByText(/Diese Anfrage wird am 20\.09\.2029 gelöscht/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Bearbeiten' })).toBeNull()
  press('Ergebnis zurücknehmen')
  expect(await alertWith(REQUEST_TEXTS.reopened)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Ergebnis eintragen' })).toBeTruthy()
})

test('what a guardian wants corrected stands on the page of a child', async () => {
  await open({
    ...OPEN_REQUEST,
    ...CHECKED,
    kind: 'rectification',
    subject: { type: 'guardian', id: 30, name: 'Anna Vogel', hint: 'bei Mia', erased_on: null },
    child_id: 12,
  })
  for (const name of ['Anna Vogel', 'Angaben berichtigen'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/app/admin/schueler/12')
})

test('the answer about an erasure can be written while the address is known', async () => {
  const user = userEvent.setup()
  await open({ ...OPEN_REQUEST, kind: 'erasure', identity_checked_on: '2026-11-03', identity_method: 'known' })
  press('Schreiben erstellen')
  const form = await dialog('Schreiben erstellen')
  await user.selectOptions(form.getByRole('combobox', { name: 'Schreiben' }), 'Antwort')
  const field = (name: string) => form.getByRole<HTMLTextAreaElement>('textbox', { name }).value
  expect(field('Anschrift')).toContain('Am Anger 5')
  expect(field('Text')).toContain('zu Mia Vogel am 20.11.2026 gelöscht.')
})

test('of an erased person no name is left, and nothing asks for one', async () => {
  const user = userEvent.setup()
  await open({
    ...OPEN_REQUEST,
    kind: 'erasure',
    subject: { type: 'pupil', id: null, name: null, hint: null, erased_on: '2026-11-19' },
    requested_by: null,
    known_address: [],
    identity_method: 'known',
    identity_checked_on: '2026-11-10',
  })
  await page('Löschung: gelöschte Person')
  expect(card('Anfrage').getByText('19.11.2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Bearbeiten' })).toBeNull()
  press('Ergebnis eintragen')
  const result = await dialog('Ergebnis eintragen')
  expect(result.queryByRole('textbox', { name: /^Begründung/ })).toBeNull()
  await user.click(result.getByRole('button', { name: 'Abschließen' }))
  expect(await card('Antwort').findByText('erfüllt')).toBeTruthy()
})

const tools = (name = 'Bearbeitung') => card(name).queryAllByRole('button')
const namesOf = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent)

test('an erasure that is not possible yet says so before anybody presses, with the way to the person', async () => {
  const request = { ...OPEN_REQUEST, ...CHECKED, kind: 'erasure' } as const
  const server = serverFor('schooladmin', refusingServer('Tragen Sie zuerst den Abgang ein.', request).answers)
  await openApp(`/admin/datenschutz/anfragen/${request.id}`, server)
  expect(await screen.findByText(/Noch nicht möglich: Tragen Sie zuerst den Abgang ein\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Daten löschen' })).toBeNull()
  const link = card('Bearbeitung').getByRole('link', { name: 'Zur Seite der Person' })
  expect(link.getAttribute('href')).toBe('/app/admin/schueler/12')
})

test.each([
  ['access', /Es ist noch keine Auskunft erstellt/],
  ['erasure', /Es ist noch nichts gelöscht/],
] as const)(
  'a request of the kind %s is not closed as granted without a word that nothing was done',
  async (kind, words) => {
    const user = userEvent.setup()
    await open({ ...OPEN_REQUEST, ...CHECKED, kind })
    press('Ergebnis eintragen')
    const result = await dialog('Ergebnis eintragen')
    expect(result.getByText(words)).toBeTruthy()
    await user.selectOptions(result.getByRole('combobox', { name: 'Ergebnis' }), 'abgelehnt')
    expect(result.queryByText(words)).toBeNull()
  },
)

test.each([
  ['access', ['Auskunft erstellen']],
  ['portability', ['Auskunft erstellen']],
  ['restriction', ['Verarbeitung einschränken']],
  ['rectification', ['Verarbeitung einschränken']],
  ['erasure', ['Daten löschen', 'Verarbeitung einschränken']],
  ['objection', ['Daten löschen', 'Verarbeitung einschränken']],
] as const)('a request of the kind %s offers what answers it', async (kind, expected) => {
  await open({ ...OPEN_REQUEST, ...CHECKED, kind })
  expect(namesOf(tools())).toEqual(expected)
  await closeApp()
  // Before it is known who asks, nothing is given or deleted.
  await open({ ...OPEN_REQUEST, kind })
  expect(namesOf(tools())).toEqual(expected.filter((name) => name === 'Verarbeitung einschränken'))
  expect(card('Bearbeitung').queryByText(/^Prüfen Sie zuerst, wer fragt\./) === null).toBe(kind === 'restriction')
})

test('a restricted person is marked, and the restriction can be lifted', async () => {
  await open({ ...OPEN_REQUEST, kind: 'restriction', is_restricted: true })
  expect(card('Bearbeitung').getByText('Zurzeit ist die Verarbeitung eingeschränkt.')).toBeTruthy()
  expect(namesOf(tools())).toEqual(['Einschränkung aufheben'])
})

test('about somebody whom the school does not know, or who was erased, there is nothing to work on', async () => {
  await open(LATE_REQUEST)
  expect(screen.queryByRole('region', { name: 'Bearbeitung' })).toBeNull()
})
