import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { CALM_FACTS } from '#contract/systemstates/systemstates.test-data.ts'
import { systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { queryClient } from '#web/api/query-client.ts'
import { closeApp, page, serverFor } from '#web/app.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { classDetails, homeServer, MIA, openHome, SECOND_FACTOR_LACKS, schoolclass } from './dashboard.test-data.ts'

afterEach(closeApp)

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const broken = () => json(500, { message: 'kaputt' })

/** Reads the alert of a failure and closes it. */
const closeFailure = async () => {
  const alert = within(await screen.findByRole('dialog', { name: 'Fehler' }))
  expect(alert.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
}

// First: later the code is there anyway.
test('the widgets are there with the title: none stands back behind a placeholder of its code', async () => {
  await openHome(homeServer('schooladmin', {}))
  await page(/^Willkommen/)
  const regions = textsOf(screen.getAllByRole('heading', { level: 2 }))
  expect(regions).toEqual(
    expect.arrayContaining(['Krankmeldungen', 'Klassen', 'Neueste Bewerbungen', 'Schülerinnen und Schüler']),
  )
})

test('the dashboard names the day and the school year', async () => {
  await openHome(homeServer('schooladmin', {}))
  expect(await screen.findByText(/^Freitag, 20\. November 2026 · Schuljahr 2026\/2027 · /)).toBeTruthy()
})

test('an admin reads first whether the installation is well, with its last backup, its mails and its version', async () => {
  const server = homeServer('admin', {})
  server.on(systemStateEndpoints.read, () => ({ facts: CALM_FACTS, alarms: [] }))
  await openHome(server)
  const system = await region('System')
  expect(await system.findByText('Alles in Ordnung')).toBeTruthy()
  expect(textsOf(system.getAllByRole('term'))).toEqual(['Letzte Sicherung', 'E-Mails', 'Version'])
  expect(textsOf(system.getAllByRole('definition'))).toEqual(['20.11.2026 02:30 Uhr', 'keine wartet', '1.0.0'])
  expect(system.getByRole('link', { name: 'Systemzustand' }).getAttribute('href')).toBe('/app/admin/systemzustand')
  expect(screen.getAllByRole('region')[0]?.getAttribute('aria-labelledby')).toBe('system')
  await closeApp()
  const troubled = homeServer('admin', {})
  troubled.on(systemStateEndpoints.read, () => ({
    facts: { ...CALM_FACTS, backup: null, has_mail_server: false },
    alarms: [],
  }))
  await openHome(troubled)
  expect(await (await region('System')).findByText('2 Punkte sind offen')).toBeTruthy()
  expect((await region('System')).getByText('nicht eingerichtet')).toBeTruthy()
})

test('a head is not asked to look after the installation', async () => {
  const server = homeServer('schooladmin', {})
  await openHome(server)
  await region('Klassen')
  expect(screen.queryByRole('region', { name: 'System' })).toBeNull()
  expect(server.sentTo(systemStateEndpoints.read)).toEqual([])
})

test('a teacher without a class reads so, and somebody without a role whom to ask', async () => {
  await openHome(homeServer('teacher_level_1', {}))
  const classes = await region('Meine Klassen heute')
  expect(await classes.findByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeTruthy()
  await closeApp()
  await openHome(homeServer(null, {}))
  expect(await screen.findByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toBeTruthy()
  expect(screen.getByText('Bitte wenden Sie sich an Ihre Schulleitung.')).toBeTruthy()
})

test('who sees all classes finds the own ones too, if there are some', async () => {
  const own = schoolclass(1, 2, 'a')
  const none = homeServer('admin', { all: [own] })
  await openHome(none)
  expect((await (await region('Klassen')).findByText('1')).parentElement?.textContent).toBe('1 Klasse')
  await waitFor(() => expect(none.sentTo(schoolclassEndpoints.assignedByUser)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Meine Klassen heute' })).toBeNull()
  await closeApp()
  const server = homeServer('admin', { all: [own], own: [own] })
  server.on(schoolclassEndpoints.get, () => classDetails(own, []))
  await openHome(server)
  const classes = await region('Meine Klassen heute')
  expect(await classes.findByText('0 von 24')).toBeTruthy()
  expect(textsOf(classes.getAllByRole('listitem'))[0]).toMatch(/^2a0 von 24/)
  const list = classes.getByRole('link', { name: 'Telefonliste 2a' })
  expect(list.getAttribute('href')).toBe('/app/admin/klasse/1?liste=telefon')
})

test('own classes that cannot be loaded are an alert, and the card offers another try', async () => {
  const server = homeServer('teacher_level_1', {})
  server.on(schoolclassEndpoints.assignedByUser, broken)
  await openHome(server)
  await closeFailure()
  const classes = await region('Meine Klassen heute')
  expect(classes.getByText('Konnte nicht geladen werden.')).toBeTruthy()
  expect(classes.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy()
})

test('a teacher reads who of the own classes has birthday today', async () => {
  const own = schoolclass(1, 2, 'a')
  const server = homeServer('teacher_level_1', { own: [own] })
  const child = { id: 5, lastname_prefix: null, firstname: 'Ida' }
  const pupils = [
    { ...child, lastname: 'Heute', birthdate: '2018-11-20' },
    { ...child, id: 6, lastname: 'Morgen', birthdate: '2018-11-21' },
  ]
  server.on(schoolclassEndpoints.get, () => classDetails(own, pupils))
  await openHome(server)
  expect(await screen.findByText('Heute Geburtstag: Ida Heute')).toBeTruthy()
})

test('the classes are counted, shown on demand in their order, and stay shown', async () => {
  const all = [schoolclass(2, 1, 'b'), schoolclass(1, 6, 'a'), schoolclass(3, 1, 'a')]
  const server = homeServer('schooladmin', { all })
  await openHome(server)
  const links = () => screen.queryAllByRole('link', { name: /von 24$/ })
  expect((await (await region('Klassen')).findByText('3')).parentElement?.textContent).toBe('3 Klassen')
  expect(links()).toEqual([])
  await press('Klassen anzeigen')
  expect(textsOf(links())).toEqual(['1a0 von 24', '1b0 von 24', '6a0 von 24'])
  expect(links().at(-1)?.getAttribute('href')).toBe('/app/admin/klasse/1')
  const stored = { ...localStorage }
  await closeApp()
  Object.assign(localStorage, stored)
  await openHome(server)
  await waitFor(() => expect(links()).toHaveLength(3))
  await press('Klassen ausblenden')
  expect(links()).toEqual([])
})

test('a school without classes says so, and classes that cannot be loaded in the words of the spec', async () => {
  await openHome(homeServer('schooladmin', {}))
  expect(await (await region('Klassen')).findByText('Keine Klassen vorhanden')).toBeTruthy()
  await closeApp()
  const server = homeServer('schooladmin', {})
  server.on(schoolclassEndpoints.list, broken)
  await openHome(server)
  await closeFailure()
  expect((await region('Klassen')).getByText('Konnte nicht geladen werden.')).toBeTruthy()
})

test('pupils per class are a table to read', async () => {
  await openHome(homeServer('schooladmin', {}))
  const widget = await region('Schülerinnen und Schüler')
  expect(widget.queryByRole('table')).toBeNull()
  await press('Kinder je Klasse anzeigen')
  const table = within(await widget.findByRole('table', { name: 'Kinder je Klasse' }))
  expect(textsOf(table.getAllByRole('row'))).toEqual(['KlasseKinderPlätze', '2a324', '6a024'])
  await press('Als Tabelle zeigen')
  expect(widget.getByRole('button', { name: 'Als Diagramm zeigen' })).toBeTruthy()
})

test('numbers of pupils that fail are a dash, and no alert', async () => {
  const server = homeServer('schooladmin', {})
  server.on(pupilStatsEndpoints.get, broken)
  await openHome(server)
  const widget = await region('Schülerinnen und Schüler')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  // The code of an alert comes when it is needed.
  await vi.dynamicImportSettled()
  expect(server.sentTo(pupilStatsEndpoints.get)).toHaveLength(1)
  expect(widget.getAllByText('–')).toHaveLength(4)
  expect(dialogRequests.get()).toEqual([])
})

test('without the second factor that the school asks for, the dashboard shows the way to it and nothing else', async () => {
  await openHome(serverFor(baseDataOf('schooladmin', SECOND_FACTOR_LACKS)))
  expect(await screen.findByText(/^Ihre Schule verlangt die Zwei-Faktor-Anmeldung\./)).toBeTruthy()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Willkommen/)
  expect(screen.queryByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Neueste Bewerbungen' })).toBeNull()
})

test('who can see to it reads on the dashboard that there are no backups, and what to do', async () => {
  const server = homeServer('admin', {}, { warnings: ['no_backup'] })
  await openHome(server)
  expect(await screen.findByText('Es gibt keine nächtliche Sicherung')).toBeTruthy()
  expect(screen.getByText(/BACKUP_DIR/)).toBeTruthy()
  await closeApp()
  await openHome(homeServer('admin', {}))
  expect(await screen.findByRole('region', { name: 'Klassen' })).toBeTruthy()
  await vi.dynamicImportSettled()
  expect(screen.queryByText('Es gibt keine nächtliche Sicherung')).toBeNull()
})

test('a widget that cannot be loaded says so and tries again, the others stand', async () => {
  const server = homeServer('schooladmin', {})
  server.on(registrationListEndpoints.latest, broken)
  await openHome(server)
  const widget = await region('Neueste Bewerbungen')
  expect(await widget.findByText('Konnte nicht geladen werden.')).toBeTruthy()
  const others = await region('Schülerinnen und Schüler')
  expect((await others.findByText('Kinder gesamt')).nextElementSibling?.textContent).toBe('3 ')
  server.on(registrationListEndpoints.latest, () => [MIA])
  await userEvent.click(widget.getByRole('button', { name: 'Erneut versuchen' }))
  expect(await widget.findByRole('link', { name: 'Mia Müller' })).toBeTruthy()
})

test('a call at the desk is taken on the start page: one press or the key n, then the name', async () => {
  const server = homeServer('schooladmin', {})
  server.on(sicknoteEndpoints.list, () => [])
  await openHome(server)
  const widget = await region('Krankmeldungen')
  await userEvent.click(widget.getByRole('button', { name: 'Krankmeldung erfassen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Krankmeldung erfassen' }))
  const field = dialog.getByRole('combobox', { name: 'Kinder' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('n')
  expect(await screen.findByRole('dialog', { name: 'Krankmeldung erfassen' })).toBeTruthy()
})

const LACKS = /^Notfallkonto fehlt/

test('a school whose service has no emergency account beside it reads so, and is one press away from choosing one', async () => {
  const server = homeServer('schooladmin', {})
  server.on(userEndpoints.tasks, () => ({ unreachable: 2, lacks_emergency: true }))
  await openHome(server)
  expect(await screen.findByText(LACKS)).toBeTruthy()
  const link = screen.getByRole('link', { name: /^Zur Anmeldung: Notfallkonto fehlt/ })
  expect(link.getAttribute('href')).toBe(`/app${paths.users}?tab=anmeldung`)
  expect(screen.getByText('Benutzer sind per E-Mail nicht erreichbar')).toBeTruthy()
})

test('nothing is said of it while the school has one', async () => {
  const server = homeServer('schooladmin', {})
  server.on(userEndpoints.tasks, () => ({ unreachable: 1, lacks_emergency: false }))
  await openHome(server)
  expect(await screen.findByText('Benutzer ist per E-Mail nicht erreichbar')).toBeTruthy()
  expect(screen.queryByText(LACKS)).toBeNull()
})

test('who came in by the emergency account reads what it is for, and where the demand is lifted', async () => {
  const session = { ...baseDataOf('schooladmin').session, emergency_for: 'IServ' }
  await openHome(homeServer('schooladmin', {}, { session }))
  const notice = within(
    (await screen.findByText('Sie sind mit dem Notfallkonto angemeldet')).closest('section') as Element as HTMLElement,
  )
  expect(notice.getByText(/^Ihre Schule verlangt die Anmeldung über IServ\. /)).toBeTruthy()
  const way = notice.getByRole('link', { name: 'Zur Vorgabe für die Anmeldung' })
  expect(way.getAttribute('href')).toBe('/app/user-management?tab=anmeldung')
  await closeApp()
  await openHome(homeServer('schooladmin', {}))
  expect(await region('Krankmeldungen')).toBeTruthy()
  expect(screen.queryByText('Sie sind mit dem Notfallkonto angemeldet')).toBeNull()
})
