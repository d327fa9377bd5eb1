import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { type PupilStats, pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { queryClient } from '#web/api/query-client.ts'
import { closeApp } from '#web/app.test-data.ts'
import { homeServer, MIA, openHome, STATS } from './dashboard.test-data.ts'

afterEach(closeApp)

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const NO_BARS = STATS.byClass.map((one) => ({ ...one, count: 0 }))
/** The server of a school with these figures and without applications. */
const startingSchool = (figures: Partial<PupilStats>, role: Role = 'schooladmin') => {
  const server = homeServer(role, {})
  server.on(pupilStatsEndpoints.get, () => ({ ...STATS, ...figures }))
  server.on(sicknoteEndpoints.list, () => [])
  server.on(schoolgradeEndpoints.list, () => ({ schoolgrades: [], schoolyears: [], grade_min: 1, grade_max: 6 }))
  server.on(registrationListEndpoints.latest, () => [])
  return server
}
const NO_CHILD = /^An Ihrer Schule ist noch kein Kind eingetragen\./
const linksOf = (steps: Awaited<ReturnType<typeof region>>) =>
  steps.queryAllByRole('link').map(({ textContent }) => textContent)

/** Waits until nothing more can appear on the page. */
const settle = async () => {
  await vi.dynamicImportSettled()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

test('a school without children reads what to do next instead of zeros', async () => {
  const server = startingSchool({ total: 0, hasPupils: false })
  await openHome(server)
  const steps = await region('Erste Schritte')
  expect(steps.getByText(NO_CHILD)).toBeTruthy()
  expect((await steps.findByRole('link', { name: 'Schülerinnen und Schüler importieren' })).getAttribute('href')).toBe(
    '/app/admin/pupil_import',
  )
  expect(await steps.findByRole('link', { name: 'Familien den Weg zeigen' })).toBeTruthy()
  // What the server does not answer is not known to be missing.
  expect(steps.queryByRole('link', { name: 'Ferien eintragen' })).toBeNull()
  for (const name of ['Schülerinnen und Schüler', 'Krankmeldungen'])
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
  expect(await region('Neueste Bewerbungen')).toBeTruthy()
  expect(server.sentTo(pupilEndpoints.list)).toEqual([])
})

test('the first child ends one step: the others stay beside what can be counted, until they are done', async () => {
  await openHome(startingSchool({ total: 1 }))
  const steps = await region('Erste Schritte')
  await waitFor(() => expect(linksOf(steps)).toEqual(['Familien den Weg zeigen']))
  expect(steps.queryByText(NO_CHILD)).toBeNull()
  for (const name of ['Schülerinnen und Schüler', 'Krankmeldungen']) expect(await region(name)).toBeTruthy()
  await closeApp()
  const done = startingSchool({ total: 1 })
  done.on(registrationListEndpoints.latest, () => [MIA])
  await openHome(done)
  expect(await region('Krankmeldungen')).toBeTruthy()
  await settle()
  expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull()
})

test('children who are still to come are children: absences can be reported, only the figures wait', async () => {
  await openHome(startingSchool({ total: 0, hasPupils: true }))
  const steps = await region('Erste Schritte')
  await waitFor(() => expect(linksOf(steps)).toEqual(['Familien den Weg zeigen']))
  expect(steps.queryByText(NO_CHILD)).toBeNull()
  expect(await region('Krankmeldungen')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Schülerinnen und Schüler' })).toBeNull()
})

test('a school with 50 children is at work and asks for no steps, one with 49 does', async () => {
  for (const total of [50, 49]) {
    const server = startingSchool({ total })
    await openHome(server)
    expect(await region('Krankmeldungen')).toBeTruthy()
    await settle()
    expect(server.sentTo(schoolgradeEndpoints.list)).toHaveLength(total < 50 ? 1 : 0)
    expect(screen.queryAllByRole('region', { name: 'Erste Schritte' })).toHaveLength(total < 50 ? 1 : 0)
    await closeApp()
  }
})

test('who may enter no children is given no steps', async () => {
  await openHome(startingSchool({ total: 0, hasPupils: false, byClass: NO_BARS }, 'viewer'))
  const widget = await region('Schülerinnen und Schüler')
  await waitFor(() => expect(widget.getByText('Kinder gesamt').nextElementSibling?.textContent).toBe('0 '))
  await settle()
  expect(widget.queryByText('Kinder je Klasse')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull()
})

test('a chart without a single bar is not drawn, and what is to be confirmed is still told', async () => {
  await openHome(startingSchool({ byClass: NO_BARS, toConfirm: 2 }))
  const widget = await region('Schülerinnen und Schüler')
  expect(await widget.findByRole('link', { name: /^Vertrauliche Angaben bestätigen oder löschen: 2 / })).toBeTruthy()
  expect(widget.queryByText('Kinder je Klasse')).toBeNull()
  expect(widget.queryByRole('table')).toBeNull()
})
