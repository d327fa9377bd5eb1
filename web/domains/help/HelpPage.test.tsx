import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { address, closeApp, openApp, page, press, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, PHONE } from '#web/page.test-data.ts'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
})
afterEach(closeApp)

const chapters = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const hits = () =>
  screen
    .queryAllByRole('link', { name: / › |^(?!Start|Hilfe|Menü).*/ })
    .filter((one) => one.hasAttribute('data-row-link'))

test('what a teacher needs stands on top, all other chapters below', async () => {
  signIn(server, baseDataOf('teacher_level_1'))
  await openApp('/hilfe', server)
  await page('Hilfe')
  expect(chapters('Für Ihre Arbeit')).toEqual([
    'Für Lehrkräfte',
    'Überblick',
    'Schülerinnen und Schüler',
    'Krankmeldungen',
    'Klassen',
    'Anmelden und das eigene Konto',
    'Tasten',
    'Meldungen und Warten',
  ])
  expect(chapters('Weitere Kapitel')).toContain('Bewerbungen')
})

test('without a session the answers for families come first, the sick note on top; the handbook is folded', async () => {
  await openApp('/hilfe', server)
  await page('Hilfe')
  const families = within(screen.getByRole('region', { name: 'Für Familien' }))
  expect(families.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Ein Kind krankmelden',
    'Sich bewerben',
    'Wie steht es um die Bewerbung?',
  ])
  expect(families.getByText('Ich habe gerade kein Netz.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Tastenkürzel' })).toBeNull()
  for (const name of ['Krankmeldungen', 'Alles zum Drucken']) expect(screen.queryByRole('link', { name })).toBeNull()
  await userEvent.click(screen.getByText('Für Mitarbeitende der Schule'))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Krankmeldungen' })).toBeTruthy())
  expect(screen.getByRole('link', { name: 'Alles zum Drucken' })).toBeTruthy()
})

test('without a session the numbers of the schools stand on the page', async () => {
  server.on(publicSchoolEndpoints.list, () => [
    { short: 'fsw', name: 'Freie Schule', phone: '030 23125100', registration_open: true },
  ])
  await openApp('/hilfe', server)
  await page('Hilfe')
  expect((await screen.findByRole('link', { name: /^030/ })).getAttribute('href')).toMatch(/^tel:/)
})

test('a colleague who cannot sign in finds the way at once', async () => {
  await openApp('/hilfe', server)
  await page('Hilfe')
  await userEvent.click(screen.getByRole('link', { name: 'Hilfe zum Anmelden' }))
  await page('Anmelden und das eigene Konto')
})

test('without a session the search shows answers for families, and those of the handbook folded', async () => {
  await openApp('/hilfe?suche=zurücknehmen', server)
  await page('Hilfe')
  const headings = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Für Familien'])
  expect(screen.getByText(/Zehn Minuten lang können Sie die Meldung/)).toBeTruthy()
  expect(document.querySelector('main li mark')?.textContent).toBe('zurücknehmen.')
  await userEvent.click(screen.getByText(/^Für Mitarbeitende der Schule: \d+ Stellen/))
  expect(hits().length).toBeGreaterThan(1)
})

test('a family that has lost its link finds where to get it, also by two words that no answer has together', async () => {
  await openApp('/hilfe?suche=Elternlink%20weggeworfen', server)
  await page('Hilfe')
  expect(screen.getByText('1 Antwort')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Link erneut zusenden' }).getAttribute('href')).toBe('/app/susByUuid/')
})

test('whoever is signed in finds places of the handbook alone', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/hilfe?suche=zurücknehmen', server)
  await page('Hilfe')
  expect(hits().length).toBeGreaterThan(1)
  expect(screen.queryByText('Für Familien')).toBeNull()
})

test('the search finds places in all chapters, marks the words, and is used by keys alone', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/hilfe', server)
  await page('Hilfe')
  press('/')
  await userEvent.keyboard('notfallliste')
  await waitFor(() => expect(hits().length).toBeGreaterThan(1))
  expect(address()).toBe('/hilfe?suche=notfallliste')
  expect(screen.getByText(/^\d+ Stellen$/)).toBeTruthy()
  expect(document.querySelectorAll('main li mark').length).toBeGreaterThan(1)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(hits()[1])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/hilfe\/[a-z-]+\?markiert=notfallliste#/))
  await waitFor(() => expect(document.querySelector('main p mark, main li mark')?.textContent).toMatch(/Notfallliste/))
})

test('a word that is nowhere leads back to the contents', async () => {
  await openApp('/hilfe?suche=fernrohr', server)
  await page('Hilfe')
  expect(screen.getByText('Keine Treffer für „fernrohr“.')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Alle Fragen zeigen' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Für Familien' })).toBeTruthy())
})

test('what the program cannot do is said, also from a chapter', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/hilfe/klassen?suche=stundenplan', server)
  await page('Klassen')
  expect(screen.getByText(/Vielleicht gibt es das in Schulhof nicht/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Alle Kapitel zeigen' }))
  await page('Hilfe')
  expect(address()).toBe('/hilfe')
})

test('the question mark of a page and F1 open its chapter at the right place', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/profile', server)
  await page('Profil')
  const link = screen.getByRole('link', { name: 'Hilfe zu dieser Seite' })
  expect(link.getAttribute('href')).toBe('/app/hilfe?seite=%2Fprofile')
  press('F1')
  await page('Anmelden und das eigene Konto')
  expect(address()).toBe('/hilfe/konto')
  await openApp('/hilfe?seite=/admin/bewerbungen/warteliste', server)
  await page('Bewerbungen')
  expect(address()).toBe('/hilfe/bewerbungen#die-warteliste-ordnen')
  await openApp('/hilfe?seite=/gibt/es/nicht', server)
  await page('Hilfe')
})

test('beside an open dialog F1 opens a tab of its own', async () => {
  signIn(server, baseDataOf('schooladmin'))
  await openApp('/profile', server)
  await page('Profil')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  press('?')
  await screen.findByRole('dialog', { name: 'Tastenkürzel' })
  press('F1')
  expect(opened).toHaveBeenCalledWith(expect.stringContaining('/app/hilfe?seite=%2Fprofile'), '_blank', 'noopener')
  expect(address()).toBe('/profile')
  opened.mockRestore()
})

test('a chapter names its parts, its neighbours, and what does not exist is no chapter', async () => {
  await openApp('/hilfe/datenschutz', server)
  await page('Datenschutz')
  const parts = within(screen.getByRole('navigation', { name: 'In diesem Kapitel' }))
  expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toContain('Einschränkungen')
  expect(screen.getByRole('heading', { level: 2, name: 'Einschränkungen' }).id).toBe('einschraenkungen')
  expect(within(screen.getByRole('navigation', { name: 'Kapitel' })).getAllByRole('link')).toHaveLength(2)
  await openApp('/hilfe/geheimes', server)
  await page('Seite nicht gefunden')
})

test('on a phone the contents of a chapter are folded, and printing is a sign beside the title', async () => {
  await openApp('/hilfe/datenschutz', server, PHONE)
  await page('Datenschutz')
  const parts = within(screen.getByRole('navigation', { name: 'In diesem Kapitel' }))
  expect(parts.queryAllByRole('link')).toEqual([])
  await userEvent.click(parts.getByText(/^In diesem Kapitel \(\d+\)$/))
  await waitFor(() => expect(parts.getAllByRole('link').length).toBeGreaterThan(2))
  expect(screen.getByRole('button', { name: 'Drucken' }).textContent).toBe('')
})

test('the whole handbook stands on one page, with every chapter once', async () => {
  await openApp('/hilfe/gesamt', server)
  await page('Handbuch')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toHaveLength(20)
  expect(new Set(titles).size).toBe(20)
  const ids = [...document.querySelectorAll('main [id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
