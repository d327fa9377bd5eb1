import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FIRST_STEPS, type FirstStep, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import { type OutboxState, outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import type { Role } from '#contract/permissions.ts'
import { type PupilStats, pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { closeApp } from '#web/app.test-data.ts'
import { homeServer, openHome, STATS } from './dashboard.test-data.ts'

afterEach(closeApp)

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const NO_BARS = STATS.byClass.map((one) => ({ ...one, count: 0 }))
const NO_PROOF = { count: null, last_on: null, open_year: null, missing: [], doers: [], without_account: 0 }
const stepsDone = (done: readonly FirstStep[]) =>
  FIRST_STEPS.map((step) => ({ step, is_done: done.includes(step), ...NO_PROOF }))
/** The server of a school with these figures, where these first steps are done. */
const startingSchool = (figures: Partial<PupilStats>, done: readonly FirstStep[] = [], role: Role = 'schooladmin') => {
  const server = homeServer(role, {})
  server.on(pupilStatsEndpoints.get, () => ({ ...STATS, ...figures }))
  server.on(sicknoteEndpoints.list, () => [])
  server.on(firstStepEndpoints.list, () => stepsDone(done))
  server.on(registrationListEndpoints.latest, () => [])
  return server
}
const linksOf = (steps: Awaited<ReturnType<typeof region>>) =>
  steps.queryAllByRole('link').map(({ textContent }) => textContent)

/** Waits until nothing more can appear on the page. */
const settle = async () => {
  await vi.dynamicImportSettled()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

test('a school without children reads what to do next instead of zeros', async () => {
  const server = startingSchool({ total: 0, hasPupils: false }, ['holidays', 'backup'])
  await openHome(server)
  const steps = await region('Erste Schritte')
  expect(steps.getByText('2 von 8 erledigt')).toBeTruthy()
  expect(linksOf(steps)).toEqual([
    'Klassen und Plätze festlegen',
    'Schülerinnen und Schüler importieren',
    'Datenschutz vorbereiten',
    'Kolleginnen und Kollegen einladen',
    'Familien den Weg zeigen',
  ])
  // A head cannot set up the mail server, and reads who does.
  expect(steps.getAllByRole('listitem').at(-1)?.textContent).toBe('Mailserver prüfen: macht Ihr Betreiber')
  await userEvent.click(steps.getByText('Erledigt (2)'))
  for (const name of ['Ferien eintragen', 'Nächtliche Sicherung einrichten'])
    expect(await steps.findByText(name)).toBeTruthy()
  for (const name of ['Schülerinnen und Schüler', 'Krankmeldungen'])
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
  expect(await region('Neueste Bewerbungen')).toBeTruthy()
  expect(server.sentTo(pupilEndpoints.list)).toEqual([])
})

test('an admin comes to the mail test and to the imprint from the steps', async () => {
  await openHome(startingSchool({ total: 0, hasPupils: false }, [], 'admin'))
  const steps = await region('Erste Schritte')
  expect(linksOf(steps)).toContain('Impressum ausfüllen')
  // Only a head prepares data protection, and there is none yet.
  expect(steps.getByRole('link', { name: 'Schulleitung einladen' }).getAttribute('href')).toMatch(
    /\/createuser\?role=schooladmin$/,
  )
  expect(linksOf(steps)).not.toContain('Datenschutz vorbereiten')
  // Invitations are mails.
  const titles = steps.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  const [mail = -1, head, colleagues] = ['Mailserver prüfen', 'Schulleitung einladen', 'Kolleginnen und'].map((title) =>
    titles.findIndex((text) => text.startsWith(title)),
  )
  expect([head, colleagues]).toEqual([mail + 1, mail + 2])
  await userEvent.click(steps.getByRole('button', { name: 'Mailserver prüfen' }))
  expect(await screen.findByRole('dialog', { name: 'Test Email erstellen' })).toBeTruthy()
})

test('a step says who does it and what is missing for it', async () => {
  const server = startingSchool({ total: 0, hasPupils: false }, [], 'admin')
  const openWith = async (doers: string[]) => {
    const facts: Partial<Record<FirstStep, object>> = {
      classes: { count: 12, missing: ['Klassenstufe 1'] },
      processors: { doers },
    }
    server.on(firstStepEndpoints.list, () => stepsDone([]).map((one) => ({ ...one, ...facts[one.step] })))
    await openHome(server)
    return region('Erste Schritte')
  }
  const steps = await openWith(['Anna Sommer', 'Max Winter'])
  expect(steps.getByText('Datenschutz vorbereiten: macht Anna Sommer oder Max Winter')).toBeTruthy()
  expect(steps.queryByRole('link', { name: 'Schulleitung einladen' })).toBeNull()
  expect(steps.getByRole('link', { name: 'Plätze festlegen' })).toBeTruthy()
  expect(steps.getByText(/^Plätze fehlen für Klassenstufe 1\./)).toBeTruthy()
  await closeApp()
  const others = await openWith(['Anna Sommer', 'Max Winter', 'Jo Frühling'])
  expect(others.getByText('Datenschutz vorbereiten: macht die Schulleitung')).toBeTruthy()
})

test('once employees are entered, the step leads to those without an account', async () => {
  const server = startingSchool({ total: 0, hasPupils: false })
  server.on(firstStepEndpoints.list, () =>
    stepsDone([]).map((one) => ({ ...one, without_account: one.step === 'colleagues' ? 12 : 0 })),
  )
  await openHome(server)
  const steps = await region('Erste Schritte')
  expect(steps.getByText(/^12 Personen im Kollegium haben noch kein Konto\./)).toBeTruthy()
  expect(steps.getByRole('link', { name: 'Kolleginnen und Kollegen einladen' }).getAttribute('href')).toMatch(
    /\/admin\/mitarbeiter\?account=none$/,
  )
})

test('in a new installation the steps come first, and one of them says that there is no mail server', async () => {
  const outbox: OutboxState = { trouble: 'no_server', waiting: 1, since: '2026-11-20T06:40:00Z' }
  const openWith = async (role: Role) => {
    const server = startingSchool({ total: 0, hasPupils: false }, [], role)
    server.on(outboxEndpoints.get, () => outbox)
    await openHome(server)
    return region('Erste Schritte')
  }
  const warnings = () => screen.findAllByText('Es gehen keine E-Mails hinaus: Ein Mailserver ist nicht eingerichtet')
  const steps = await openWith('admin')
  expect(
    await steps.findByRole('link', { name: '1 E-Mail wartet, die älteste seit 20.11.2026 07:40 Uhr.' }),
  ).toBeTruthy()
  expect(steps.getByRole('link', { name: 'Für die Technik' })).toBeTruthy()
  expect(await region('System')).toBeTruthy()
  await settle()
  const names = screen.getAllByRole('region').map((part) => part.getAttribute('aria-labelledby'))
  expect(names.slice(0, 2)).toEqual(['first-steps', 'system'])
  expect(await warnings()).toHaveLength(1)
  // Put away, the steps say it no longer.
  await userEvent.click(steps.getByRole('button', { name: 'Ausblenden' }))
  const [warning] = await warnings()
  expect(warning?.closest('.mantine-Alert-root')).toBeTruthy()
  await closeApp()
  // The step is not the head's: the notice tells whom to ask.
  await openWith('schooladmin')
  expect(await screen.findByText(/Bitte sagen Sie der Person Bescheid, die das Programm betreibt\.$/)).toBeTruthy()
})

test('the steps stay beside what can be counted until all are done', async () => {
  await openHome(startingSchool({ total: 1 }, ['pupils']))
  const steps = await region('Erste Schritte')
  expect(linksOf(steps)).not.toContain('Schülerinnen und Schüler importieren')
  for (const name of ['Schülerinnen und Schüler', 'Krankmeldungen']) expect(await region(name)).toBeTruthy()
  await closeApp()
  await openHome(startingSchool({ total: 1 }, FIRST_STEPS))
  expect(await region('Krankmeldungen')).toBeTruthy()
  await settle()
  expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull()
})

test('the steps can be put away and stay reachable from the user menu until all are done', async () => {
  const server = startingSchool({ total: 1 }, ['pupils'])
  await openHome(server)
  const steps = await region('Erste Schritte')
  await userEvent.click(steps.getByRole('button', { name: 'Ausblenden' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull())
  const stored = { ...localStorage }
  await closeApp()
  Object.assign(localStorage, stored)
  await openHome(server)
  await settle()
  expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Erste Schritte' }))
  expect(await region('Was eine neue Schule braucht')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Auf der Startseite zeigen' }))
  expect(localStorage.getItem('schulhof-first-steps-away')).toBe('[]')
  server.on(firstStepEndpoints.list, () => stepsDone(FIRST_STEPS))
  await queryClient.invalidateQueries({ queryKey: queryKey(firstStepEndpoints.list) })
  await userEvent.click(screen.getByRole('button', { name: /^Benutzermenü/ }))
  expect(await screen.findByRole('menuitem', { name: 'Profil' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Erste Schritte' })).toBeNull())
})

test('children who are still to come are children: absences can be reported, only the figures wait', async () => {
  await openHome(startingSchool({ total: 0, hasPupils: true }, ['pupils']))
  expect(await region('Erste Schritte')).toBeTruthy()
  expect(await region('Krankmeldungen')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Schülerinnen und Schüler' })).toBeNull()
})

test('a school with 50 children is at work and asks for no steps, one with 49 does', async () => {
  for (const total of [50, 49]) {
    const server = startingSchool({ total })
    await openHome(server)
    expect(await region('Krankmeldungen')).toBeTruthy()
    await settle()
    expect(server.sentTo(firstStepEndpoints.list)).toHaveLength(total < 50 ? 1 : 0)
    expect(screen.queryAllByRole('region', { name: 'Erste Schritte' })).toHaveLength(total < 50 ? 1 : 0)
    await closeApp()
  }
})

test('who only looks things up reads first who is away, and can report nobody', async () => {
  await openHome(startingSchool({}, [], 'viewer'))
  const widget = await region('Krankmeldungen')
  expect(await widget.findByText('Heute liegen keine Meldungen vor.')).toBeTruthy()
  expect(widget.getByRole('link', { name: 'Alle Krankmeldungen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Krankmeldung erfassen' })).toBeNull()
})

test('who may enter no children is given no steps', async () => {
  await openHome(startingSchool({ total: 0, hasPupils: false, byClass: NO_BARS }, [], 'viewer'))
  const widget = await region('Schülerinnen und Schüler')
  await waitFor(() => expect(widget.getByText('Kinder gesamt').nextElementSibling?.textContent).toBe('0 '))
  await settle()
  expect(widget.queryByText('Kinder je Klasse')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull()
})

test('a chart without a single bar is not drawn, and what is to be confirmed is still told', async () => {
  await openHome(startingSchool({ byClass: NO_BARS, toConfirm: 2 }))
  const tasks = await region('Zu tun')
  const widget = await region('Schülerinnen und Schüler')
  expect(await tasks.findByRole('link', { name: 'Zur Liste: vertrauliche Angaben' })).toBeTruthy()
  expect(tasks.getByText(/vertrauliche Angaben bestätigen oder löschen/).textContent).toMatch(/^2 Kinder: /)
  expect(widget.queryByText('Kinder je Klasse')).toBeNull()
  expect(widget.queryByRole('table')).toBeNull()
})
