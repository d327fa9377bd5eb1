import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { LEGAL_TITLES, legalEndpoints } from '#contract/legal/legal.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { BOTH_SCHOOLS, baseDataOf } from '#web/page.test-data.ts'
import { frameDialogs } from './frame-dialogs.ts'

const SELECTOR = 'Aktive Schule'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
})
afterEach(closeApp)

const footer = () => within(screen.getByRole('contentinfo'))
const palette = () => screen.findByRole('combobox', { name: /Seite oder Befehl/ })

const serveLegalTexts = () =>
  server.on(legalEndpoints.find, ({ params: { key } }) => {
    return { key, body_markdown: '## Anbieter\n\nVerein', version_number: 0, created_at: null }
  })

test('signed out there is neither menu nor search, but the footer with every page of its own', async () => {
  serveLegalTexts()
  await openApp('/', server)
  await page('Willkommen')
  expect(await screen.findByRole('link', { name: 'Zum Login' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Hauptmenü' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Menü|Benutzermenü)/ })).toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}?')
  expect(frameDialogs.get()).toBeUndefined()
  const links = footer().getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Start',
    'Impressum',
    'Datenschutz',
    'ChangeLog',
    'Barrierefreiheit',
    'Hilfe',
  ])
  for (const name of Object.values(LEGAL_TITLES)) {
    await userEvent.click(footer().getByRole('link', { name }))
    await page(name)
  }
  await userEvent.click(footer().getByRole('link', { name: 'Start' }))
  await page('Willkommen')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the day on the dashboard is the day of the server', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-01T10:00:00Z') })
  signIn(server, baseDataOf('viewer'))
  await openApp('/', server)
  expect(await screen.findByText(/^Freitag, 20\. November 2026/)).toBeTruthy()
})

test('somebody with one school sees its name; with several schools the active one is chosen', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/', server)
  await page(/^Willkommen/)
  expect(screen.queryByLabelText(SELECTOR)).toBeNull()
  expect(within(screen.getByRole('banner')).getByText('fsw')).toBeTruthy()

  signIn(server, baseDataOf('schooladmin', { attachedSchools: BOTH_SCHOOLS }))
  await openApp('/', server)
  const school = await screen.findByLabelText<HTMLSelectElement>(SELECTOR)
  expect([...school.options].map(({ text }) => text)).toEqual(['fsw', 'fow'])
  expect(school.selectedOptions[0]?.text).toBe('fsw')
  expect(screen.queryByText('Bitte wählen Sie zuerst eine Schule aus!')).toBeNull()
})

test('without an active school a red hint asks for one', async () => {
  signIn(server, baseDataOf('schooladmin', { attachedSchools: BOTH_SCHOOLS, school: null }))
  await openApp('/', server)
  expect(await screen.findByText('Bitte wählen Sie zuerst eine Schule aus!')).toBeTruthy()
  expect(screen.getByText('Mit welcher Schule möchten Sie arbeiten?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'fow' })).toBeTruthy()
})

test('an account without any school reads whom to ask, on every page of a school', async () => {
  const baseData = baseDataOf('schooladmin', { attachedSchools: [], school: null, permissions: [] })
  signIn(server, baseData)
  for (const path of ['/', '/admin/sus', '/user-management']) {
    await openApp(path, server)
    await page('Keine Schule aktiv')
    expect(screen.getByText('Ihr Konto gehört zu keiner Schule.')).toBeTruthy()
    expect(screen.getByText('Bitte wenden Sie sich an Ihre Schulleitung.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Abmelden' })).toBeTruthy()
  }
  await openApp('/profile', server)
  expect(await screen.findByText(baseData.user.email)).toBeTruthy()
})

test('a change of school is announced after the reload, and its field has the focus again', async () => {
  sessionStorage.setItem('schulhof-school-changed', 'fow')
  signIn(server, baseDataOf('schooladmin', { attachedSchools: BOTH_SCHOOLS }))
  await openApp('/', server)
  expect(await screen.findByText('Schule gewechselt: fow')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(SELECTOR))
})

test('until base data is there the page says that it loads', async () => {
  const baseData = baseDataOf('schooladmin')
  signIn(server, baseData)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  server.on(accountEndpoints.basedata, () => held.then(() => baseData))
  await openApp('/', server)
  expect((await within(await screen.findByRole('main')).findByRole('status')).textContent).toBe('Daten werden geladen')
  goOn()
  await page(/^Willkommen/)
})

test('a page that does not exist offers the search, with what is typed there', async () => {
  signIn(server, baseDataOf('teacher_level_1'))
  await openApp('/gibt/es/nicht', server)
  await page('Seite nicht gefunden')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Wonach suchen Sie?' }), 'klassen{Enter}')
  const field = await palette()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect((field as HTMLInputElement).value).toBe('klassen')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Klassen')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('link', { name: 'Zur Startseite' }))
  await page(/^Willkommen/)
})

test('a page that does not exist leads visitors to the start, to the sick note and to the login, in this order', async () => {
  await openApp('/gibt/es/nicht', server)
  await page('Seite nicht gefunden')
  const links = within(screen.getByRole('main')).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Zur Startseite', 'Kind krankmelden', 'Zum Login'])
})

const BY_ISERV = 'Ihre Schule verlangt die Anmeldung über IServ.'
const NO_PASSWORD = 'Ihre Schule verlangt die Anmeldung mit Passkey oder über einen Anmeldedienst.'
const [PROFILE, LOGOUT] = ['/app/profile', '/app/dologout']

test.each([
  {
    provider: 'IServ',
    has_way: false,
    text: BY_ISERV,
    link: 'Jetzt im Profil verbinden',
    href: `${PROFILE}#anmeldedienste`,
  },
  { provider: 'IServ', has_way: true, text: BY_ISERV, link: 'Abmelden und mit IServ anmelden', href: LOGOUT },
  {
    provider: null,
    has_way: false,
    text: NO_PASSWORD,
    link: 'Jetzt im Profil einrichten',
    href: `${PROFILE}#passkeys`,
  },
  { provider: null, has_way: true, text: NO_PASSWORD, link: 'Abmelden und neu anmelden', href: LOGOUT },
])(
  'who is not signed in as the school demands is told the next step: %j',
  async ({ text, link, href, ...lacked_way }) => {
    const session = { stays_signed_in: false, lacks_two_factor: true, lacked_way, emergency_for: null }
    signIn(server, baseDataOf('teacher_level_1', { permissions: [], session }))
    await openApp('/', server)
    await page(/^Willkommen/)
    const hint = within(screen.getByRole('region', { name: 'Verlangte Anmeldung' }))
    expect(hint.getByText(new RegExp(`^${text} Bis Sie so angemeldet sind,`))).toBeTruthy()
    expect(hint.getByRole('link', { name: link }).getAttribute('href')).toBe(href)
    expect(screen.queryByRole('region', { name: 'Zwei-Faktor-Anmeldung' })).toBeNull()
    expect(screen.getByText('Noch ein Schritt, dann können Sie loslegen.')).toBeTruthy()
  },
)

test('who is held back finds no entries of pages that are refused, and reads there what opens them', async () => {
  const session = {
    stays_signed_in: false,
    lacks_two_factor: false,
    lacked_way: { provider: null, has_way: true },
    emergency_for: null,
  }
  signIn(server, baseDataOf('teacher_level_1', { permissions: [], session }))
  for (const path of ['/admin/abwesenheitsmeldungen', '/admin/sus', '/createuser']) {
    await openApp(path, server)
    expect(
      await screen.findByText(
        'Diese Seite ist erst erreichbar, wenn Sie sich mit Passkey oder über einen Anmeldedienst anmelden.',
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/Schulleitung/)).toBeNull()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Abmelden und neu anmelden' })).toBeTruthy()
  }
  expect(screen.queryByRole('link', { name: 'Krankmeldungen' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Profil' })).toBeTruthy()
})

test('somebody who lacks the second factor that the school asks for is told on every page', async () => {
  const session = { stays_signed_in: false, lacks_two_factor: true, lacked_way: null, emergency_for: null }
  signIn(server, baseDataOf('schooladmin', { permissions: [], session }))
  await openApp('/', server)
  const hint = () => within(screen.getByRole('region', { name: 'Zwei-Faktor-Anmeldung' }))
  await page(/^Willkommen/)
  expect(hint().getByText(/Bis Sie sie einrichten, sind nur Start und Profil erreichbar\./)).toBeTruthy()
  await openApp('/admin/sus', server)
  expect(
    await screen.findByText('Diese Seite ist erst erreichbar, wenn Sie die Zwei-Faktor-Anmeldung eingerichtet haben.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Zum Profil' }))
  await page('Profil')
  const first = () => within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })[0]
  expect(first()?.textContent).toBe('Zwei-Faktor-Anmeldung')
  await waitFor(() => expect(document.activeElement).toBe(first()))
  await openApp('/profile', server)
  await page('Profil')
  await userEvent.click(screen.getByRole('link', { name: 'Jetzt im Profil einrichten' }))
  await waitFor(() => expect(document.activeElement).toBe(first()))
})

test('who has to link a service finds that card first on the profile, with a button that stands out', async () => {
  const session = {
    stays_signed_in: false,
    lacks_two_factor: false,
    lacked_way: { provider: 'IServ', has_way: false },
    emergency_for: null,
  }
  signIn(server, baseDataOf('teacher_level_1', { permissions: [], session }))
  server.on(providerLoginEndpoints.list, () => ({ identities: [], offered: [{ id: 3, name: 'IServ' }] }))
  await openApp('/profile', server)
  const button = await screen.findByRole('button', { name: 'Mit IServ verbinden' })
  expect(button.dataset.variant).toBe('filled')
  const titles = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(titles.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    'Anmeldedienste',
    'Passkeys',
    'Zwei-Faktor-Anmeldung',
  ])
})

test('the keys are found without knowing one: by the menu of the user', async () => {
  signIn(server, baseDataOf('viewer'))
  await openApp('/', server)
  await page(/^Willkommen/)
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Tastenkürzel' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Tastenkürzel' }))
  expect(sheet.getByText('In das Suchfeld der Liste')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Schließen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
