import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { restrictedSearchEndpoints } from '#contract/restrictions/restrictions.search.ts'
import { searchEndpoints } from '#contract/search/search.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { address, closeApp, endSession, logIn, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { BOTH_SCHOOLS, baseDataOf, json } from '#web/page.test-data.ts'
import { rememberPupil } from './recent-pupils.ts'

const CHILDREN = 'Schülerinnen und Schüler'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(searchEndpoints.search, () => ({ hits: [], more: [], is_alike: false }))
})
afterEach(closeApp)

const palette = () => screen.findByRole<HTMLInputElement>('combobox', { name: /Seite oder Befehl/ })
const selected = () => screen.getByRole('option', { selected: true })
const optionTexts = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await palette()
  await waitFor(() => expect(document.activeElement).toBe(field))
  return field
}

const openHomeAs = async (...person: Parameters<typeof baseDataOf>) => {
  signIn(server, baseDataOf(...person))
  await openApp('/', server)
  await page(/^Willkommen/)
}

test('the palette finds a page by a few letters and opens it by keyboard alone', async () => {
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('schueler')
  expect(screen.getByRole('option', { name: CHILDREN }).ariaSelected).toBe('true')
  await userEvent.keyboard('{Enter}')
  const title = await page(/^Schülerinnen und Schüler/)
  await waitFor(() => expect(document.activeElement).toBe(title))

  await openPalette()
  await userEvent.keyboard('xyzxyz')
  expect(await screen.findByText('Keine Treffer für „xyzxyz“.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a press on the button opens it, arrows go round, and Escape gives the focus back', async () => {
  await openHomeAs('schooladmin')
  const button = screen.getByRole('button', { name: /^Seite oder Befehl suchen/ })
  await userEvent.click(button)
  const field = await palette()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(selected().textContent).toBe('Krankmeldung erfassen')
  await userEvent.keyboard('{ArrowUp}')
  expect(selected()).toBe(screen.getAllByRole('option').at(-1))
  await userEvent.keyboard('{ArrowDown}')
  expect(selected().textContent).toBe('Krankmeldung erfassen')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a command is done at once and leaves the focus where it was', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/admin/sus', server)
  const search = await screen.findByRole('searchbox')
  search.focus()
  await openPalette()
  await userEvent.keyboard('dunkel{Enter}')
  await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'))
  await waitFor(() => expect(document.activeElement).toBe(search))
})

test('the palette offers only what the person may do', async () => {
  await openHomeAs('viewer')
  await openPalette()
  expect(screen.getByRole('option', { name: CHILDREN })).toBeTruthy()
  for (const name of ['Bewerbungen', 'Schule anlegen', 'ChangeLog', 'Benutzer Verwaltung', /^Schule wechseln/])
    expect(screen.queryByRole('option', { name })).toBeNull()
  for (const [typed, found] of [
    ['abmelden', ['Logout']],
    ['passwort', ['Profil']],
    ['user anlegen', []],
  ] as const) {
    await userEvent.clear(await palette())
    await userEvent.type(await palette(), typed)
    await waitFor(() => expect(optionTexts()).toEqual(found))
  }
})

test('somebody with two schools may change to the other one', async () => {
  await openHomeAs('schooladmin', { attachedSchools: BOTH_SCHOOLS })
  await openPalette()
  await userEvent.keyboard('wechseln')
  const hits = within(screen.getByRole('listbox', { name: 'Treffer' })).getAllByRole('option')
  expect(hits.map(({ textContent }) => textContent)).toEqual(['Schule wechseln zu fow'])
})

test('a child is found by name and by a parent, and what was typed is marked', async () => {
  server.on(searchEndpoints.search, () => ({
    hits: [
      { group: 'pupils' as const, id: 12, text: 'Zwirn, Ida', hint: 'Klasse 1a' },
      { group: 'guardians' as const, id: 12, text: 'Anna Zwirn', hint: null },
    ],
    more: [],
    is_alike: false,
  }))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('zwirn')
  await waitFor(() => expect(selected().textContent).toContain('Zwirn, Ida'))
  expect(selected().querySelector('mark')?.textContent).toBe('Zwirn')
  expect(screen.getByRole('group', { name: 'Sorgeberechtigte' }).textContent).toContain('Anna Zwirn')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/admin/schueler/12'))
})

test('Enter before the answer is there means its first hit', async () => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const hit = { group: 'phones' as const, id: 15, text: '0160 1234567', hint: 'Zwirn, Ida' }
  server.on(searchEndpoints.search, () => held.then(() => ({ hits: [hit], more: [], is_alike: false })))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('01601234567{Enter}')
  expect(await screen.findByText('Wird gesucht …')).toBeTruthy()
  expect(address()).toBe('/')
  goOn()
  await waitFor(() => expect(address()).toBe('/admin/schueler/15'))
})

test('a head is led to restricted people who fit, and nobody else asks for them', async () => {
  server.on(restrictedSearchEndpoints.count, () => ({ count: 2 }))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('xyzbode')
  expect((await screen.findByRole('option', { name: /^2 eingeschränkte Personen/ })).textContent).toContain(
    'nur unter Datenschutz, Einschränkungen',
  )
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('a viewer does not ask for restricted people', async () => {
  await openHomeAs('viewer')
  await openPalette()
  await userEvent.keyboard('xyzbode')
  expect(await screen.findByText('Keine Treffer für „xyzbode“.')).toBeTruthy()
  expect(server.sentTo(restrictedSearchEndpoints.count)).toEqual([])
})

test('somebody who finds nothing by a number reads so', async () => {
  await openHomeAs('viewer')
  await openPalette()
  await userEvent.keyboard('0160 1234567')
  expect(await screen.findByText('Keine Treffer für „0160 1234567“.')).toBeTruthy()
  expect(within(screen.getByRole('dialog')).queryByRole('option')).toBeNull()
})

const IDA = {
  id: 12,
  firstname: 'Ida',
  lastname: 'Zwirn',
  lastname_prefix: null,
  schoolclass: { id: 3, classgradePlain: '1a' },
}
const IDAS_FAMILY = [
  { group: 'pupils' as const, id: 12, text: 'Zwirn, Ida', hint: '1a', child: IDA },
  { group: 'guardians' as const, id: 12, text: 'Anna Zwirn', hint: 'Mutter von Ida Zwirn, 1a', child: IDA },
  { group: 'pupils' as const, id: 13, text: 'Zwirn, Paul', hint: 'abgegangen' },
]
const sicknoteDialog = () => screen.findByRole('dialog', { name: 'Krankmeldung erfassen' })

test('a child that was found is reported absent by keys alone, from any page, and once over all hits', async () => {
  server.on(searchEndpoints.search, () => ({ hits: IDAS_FAMILY, more: [], is_alike: false }))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('zwirn')
  const text = 'Krankmeldung für Ida Zwirn …'
  await waitFor(() => expect(optionTexts().filter((one) => one?.startsWith('Krankmeldung für'))).toEqual([`${text}1a`]))
  await userEvent.keyboard('{ArrowUp}')
  expect(selected().textContent).toBe(`${text}1a`)
  await userEvent.keyboard('{Enter}')
  const dialog = within(await sicknoteDialog())
  expect(dialog.getByText('Zwirn, Ida (1a)')).toBeTruthy()
  expect(address()).toBe('/')
  await userEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('„krank“ leads to the dialog without a child, and a viewer has neither', async () => {
  server.on(searchEndpoints.search, () => ({ hits: IDAS_FAMILY, more: [], is_alike: false }))
  await openHomeAs('teacher_level_1')
  await openPalette()
  await userEvent.keyboard('krank{ArrowDown}{Enter}')
  expect(within(await sicknoteDialog()).queryByText('Zwirn, Ida (1a)')).toBeNull()
  await closeApp()
  await openHomeAs('viewer')
  await openPalette()
  await userEvent.keyboard('zwirn')
  await waitFor(() => expect(selected().textContent).toContain('Zwirn, Ida'))
  expect(optionTexts().filter((one) => one?.startsWith('Krankmeldung für'))).toEqual([])
})

test('a report begun from the search waits for the next login', async () => {
  server.on(searchEndpoints.search, () => ({ hits: IDAS_FAMILY, more: [], is_alike: false }))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('zwirn')
  await waitFor(() => expect(optionTexts()).toContain('Krankmeldung für Ida Zwirn …1a'))
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await userEvent.click(within(await sicknoteDialog()).getByRole('radio', { name: 'beurlaubt' }))
  endSession(server)
  server.on(sicknoteChangeEndpoints.add, () => json(401, { message: '' }))
  await userEvent.click(within(await sicknoteDialog()).getByRole('button', { name: 'Eintragen' }))
  await screen.findByLabelText('E-Mail')
  logIn(server, baseDataOf('schooladmin'))
  const dialog = within(await sicknoteDialog())
  expect(dialog.getByText('Zwirn, Ida (1a)')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'beurlaubt' }).checked).toBe(true)
})

test('the children opened last come first when the search opens, and signing out forgets them', async () => {
  const asked: unknown[] = []
  server.on(searchEndpoints.recent, ({ query }) => {
    asked.push(query)
    return [IDAS_FAMILY[2], IDAS_FAMILY[0]].flatMap((hit) => hit ?? [])
  })
  rememberPupil(baseDataOf('schooladmin'), 12)
  rememberPupil(baseDataOf('schooladmin'), 13)
  await openHomeAs('schooladmin')
  await openPalette()
  await waitFor(() => expect(selected().textContent).toBe('Zwirn, Paulabgegangen'))
  expect(optionTexts().slice(0, 3)).toEqual(['Zwirn, Paulabgegangen', 'Zwirn, Ida1a', 'Krankmeldung erfassen'])
  expect(screen.getByRole('group', { name: 'Zuletzt geöffnet' })).toBeTruthy()
  await userEvent.keyboard('start')
  expect(optionTexts()[0]).toBe('Start')
  await userEvent.keyboard('{Escape}')
  server.on(accountEndpoints.logout, () => ({ message: 'ok', provider_url: null }))
  await openApp('/dologout', server)
  await waitFor(() => expect(localStorage.getItem('schulhof-recent')).toBeNull())
})

test('whoever sees contacts calls the family of a child that was found', async () => {
  server.on(searchEndpoints.search, () => ({ hits: IDAS_FAMILY, more: [], is_alike: false }))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('zwirn')
  await waitFor(() => expect(optionTexts()).toContain('Anrufen: Familie von Ida Zwirn …1a'))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Ida Zwirn' })).toBeTruthy()
  // Nobody is called by a name that was not spelled so.
  server.on(searchEndpoints.search, () => ({ hits: IDAS_FAMILY, more: [], is_alike: true }))
  await closeApp()
  await openHomeAs('viewer')
  await openPalette()
  await userEvent.keyboard('zwirn')
  await waitFor(() => expect(selected().textContent).toContain('Zwirn, Ida'))
  expect(optionTexts().filter((one) => one?.startsWith('Anrufen'))).toEqual([])
})

test('many children of one name have no rows of their own for a call or a note, but for a word that asks for one', async () => {
  const found = [1, 2, 3, 4].map((id) => {
    const child = { ...IDA, id, firstname: `Ida ${id}` }
    return { group: 'pupils' as const, id, text: `Zwirn, Ida ${id}`, hint: '1a', child }
  })
  server.on(searchEndpoints.search, () => ({ hits: found, more: [], is_alike: false }))
  await openHomeAs('schooladmin')
  await openPalette()
  await userEvent.keyboard('zwirn')
  await waitFor(() => expect(optionTexts()).toHaveLength(4))
  await userEvent.clear(await palette())
  await userEvent.keyboard('anrufen zwirn')
  await waitFor(() => expect(optionTexts().filter((one) => one?.startsWith('Anrufen'))).toHaveLength(4))
})

test('a question mark shows the help: of this page first, and chapters by their words', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/profile', server)
  await page('Profil')
  await openPalette()
  await userEvent.keyboard('?')
  expect(optionTexts().slice(0, 3)).toEqual(['Hilfe zu dieser Seite', 'Tastenkürzel anzeigen', 'Überblick'])
  await userEvent.keyboard(' etiketten')
  expect(optionTexts()).toEqual(['Schülerinnen und Schüler'])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/hilfe/schuelerinnen-und-schueler'))
})
