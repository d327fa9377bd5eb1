import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChangelogEntry, changelogEndpoints } from '#contract/changelog/changelog.ts'
import { closeApp, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

const NEXT: ChangelogEntry = { name: 'Unveröffentlicht', date: null, changes: ['`Strg+K` findet jede Seite.'] }
const NEWEST: ChangelogEntry = { name: '1.2.0', date: '2026-11-20', changes: ['Klassenlisten lassen sich drucken.'] }
const OLDER: ChangelogEntry[] = [
  { name: '1.1.0', date: '2026-10-05', changes: ['Änderung'] },
  { name: '1.0.0', date: '2026-09-01', changes: ['Die erste Fassung.'] },
]
const FRESH = 'Neu seit Ihrem letzten Besuch'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  signIn(server, baseDataOf('schooladmin'))
})
afterEach(closeApp)

const openChangelog = async () => {
  await openApp('/changelog', server)
  await page('ChangeLog')
}
const versions = () =>
  screen.getAllByRole('article').map((one) => within(one).getByRole('heading', { level: 2 }).textContent)

test('the changelog marks what is new since the last visit', async () => {
  server.on(changelogEndpoints.list, () => OLDER)
  await openChangelog()
  expect(versions()).toEqual(['Version 1.1.0', 'Version 1.0.0'])
  expect(screen.getByText('05.10.2026')).toBeTruthy()
  expect(screen.queryByText(FRESH)).toBeNull()

  server.on(changelogEndpoints.list, () => [NEWEST, ...OLDER])
  await openChangelog()
  expect(versions()).toEqual(['Version 1.2.0', 'Version 1.1.0', 'Version 1.0.0'])
  const fresh = within(screen.getByRole('article', { name: 'Version 1.2.0' }))
  expect(screen.getAllByText(FRESH)).toEqual([fresh.getByText(FRESH)])
  await openChangelog()
  expect(versions()).toHaveLength(3)
  expect(screen.queryByText(FRESH)).toBeNull()
})

test('what is not released yet is named after the version before it, keys look like keys', async () => {
  server.on(changelogEndpoints.list, () => [NEXT, NEWEST])
  await openChangelog()
  const item = within(screen.getByRole('article', { name: 'Seit Version 1.2.0' })).getByRole('listitem')
  expect(item.textContent).toBe('Strg+K findet jede Seite.')
  expect(item.querySelector('kbd')?.textContent).toBe('Strg+K')
})

test('without the right there are no entries', async () => {
  signIn(server, baseDataOf('viewer'))
  server.on(changelogEndpoints.list, () => OLDER)
  await openChangelog()
  expect(screen.getByText('Die Änderungen sind für Ihr Konto nicht freigegeben.')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})

test('a failed load can be repeated', async () => {
  server.on(changelogEndpoints.list, () => json(500, { message: 'kaputt' }))
  await openChangelog()
  expect(await screen.findByText('Konnte nicht geladen werden.')).toBeTruthy()
  server.on(changelogEndpoints.list, () => OLDER)
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
})

test('changes stand by what they are about, and the newest of the own work come first', async () => {
  const changes = [
    'Bewerbungen lassen sich drucken.',
    'Behoben: Klassen: Namen brechen nicht um.',
    'Verbessert: `F8` führt hin.',
    'Betrieb: Der Server lässt sich beenden.',
  ]
  server.on(changelogEndpoints.list, () => [{ ...NEXT, changes }, NEWEST])
  signIn(server, baseDataOf('teacher_level_1'))
  await openChangelog()
  const newest = within(screen.getByRole('region', { name: 'Neu für Sie' }))
  expect(newest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'KlassenBehoben: Namen brechen nicht um.',
    'Klassen · 20.11.2026Klassenlisten lassen sich drucken.',
    'Startseite, Suche und MenüF8 führt hin.',
  ])
  const entry = within(screen.getByRole('article', { name: 'Seit Version 1.2.0' }))
  expect(entry.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Startseite, Suche und Menü',
    'Klassen',
    'Bewerbungen',
  ])
  // Nothing is said twice: all topics are closed. What is about the operation is not for teachers.
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, false, false, false])
  const links = within(screen.getByRole('navigation', { name: 'Abschnitte' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Startseite, Suche und Menü',
    'Klassen',
    'Bewerbungen',
    'Version 1.2.0',
  ])
})
