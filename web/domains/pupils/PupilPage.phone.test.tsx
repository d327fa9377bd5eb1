import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, detailsOf, guardian, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const ida = detailsOf(child(1, 'Bode'))
const MEMBERSHIP = {
  ...{ school_year: { id: 9, name: '2027/2028' }, schoolgrade: { grade: 1 }, schoolclass: null },
  ...{ date_start: '2027-08-16', date_end: null },
}

const open = async (pupil: PupilDetails, width?: number) => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilDetailsEndpoints.get, () => pupil)
  await openPupil(server, pupil.id, width)
  await screen.findByRole('heading', { level: 1 })
}
const classes = async () => within(await screen.findByRole('region', { name: 'Klassen' }))

test('on a phone the classes are folded until somebody opens them; a desk shows them at once', async () => {
  const pupil = { ...ida, memberships: [MEMBERSHIP] }
  await open(pupil, 360)
  expect((await classes()).queryByText(/ab 16.08.2027/)).toBeNull()
  await userEvent.click((await classes()).getByText('Klassen und Schuljahre'))
  expect(await (await classes()).findByText(/ab 16.08.2027/)).toBeTruthy()
  await closeApp()
  await open(pupil)
  expect((await classes()).getByText(/ab 16.08.2027/)).toBeTruthy()
  expect((await classes()).queryByText('Klassen und Schuljahre')).toBeNull()
})

test('of somebody who is still to come the head says when, and into which grade', async () => {
  await open({ ...ida, status: 'upcoming', schoolclass: null, schoolgrade: null, memberships: [MEMBERSHIP] })
  expect(screen.getByText(/ab 16.08.2027, Klassenstufe 1/)).toBeTruthy()
})

const report = () => screen.queryAllByRole('button', { name: 'Krankmelden' })
const ways = () => screen.getByRole('navigation', { name: 'Abschnitte' })

test('a child is reported beside its name alone, and on a phone the ways to the parts come before whom to call', async () => {
  await open(ida, 360)
  const [button, ...others] = report()
  expect(others).toEqual([])
  const emergency = await screen.findByRole('region', { name: 'Im Notfall' })
  const isBefore = (one: Element | undefined, other: Element) =>
    ((one?.compareDocumentPosition(other) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  expect(isBefore(button, ways())).toBe(true)
  expect(isBefore(ways(), emergency)).toBe(true)
  await userEvent.click(button as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Krankmeldung erfassen' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }))
  await closeApp()
  await open(ida)
  const absences = await screen.findByRole('region', { name: 'Abwesenheit' })
  expect(report().map((one) => absences.contains(one))).toEqual([false])
})

test('on a phone the numbers that stand on top of the page are not repeated below', async () => {
  const grandmother = {
    ...{ id: 5, firstname: 'Inge', lastname: 'Bode', relation: 'Oma', phone: '0331 5550002', may_pickup: true },
    ...{ is_emergency: false, priority: null, valid_from: null, valid_until: null, version: 1 },
  }
  const pupil = { ...ida, guardians: [guardian('Anna', 'Bode', { mail: 'anna.bode@example.org' })] }
  const calls = async () => {
    const contacts = await screen.findByRole('region', { name: /& Kontakte/ })
    return [...contacts.querySelectorAll('a')].map(({ href }) => href)
  }
  await open({ ...pupil, contact_persons: [grandmother] }, 360)
  expect(await calls()).toEqual(['mailto:anna.bode@example.org', 'tel:+493315550002'])
  await closeApp()
  await open(pupil)
  expect(await calls()).toEqual(['tel:+4915228817386', 'mailto:anna.bode@example.org'])
})

test('who has left is reported absent nowhere', async () => {
  await open({ ...ida, status: 'left' }, 360)
  expect(report()).toEqual([])
})
