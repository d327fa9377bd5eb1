import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { BaseData } from '#contract/account/account.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import {
  type PersonRestrictions,
  RESTRICTION_TEXTS,
  restrictionEndpoints,
} from '#contract/restrictions/restrictions.ts'
import { closeApp } from '#web/app.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { child, detailsOf, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const FACTS = { since: '2026-11-18T08:30:00Z', reason: 'Die Anschrift wird geprüft.', by: 'Hanna Holm' }
const restrictionsOf = (more: Partial<PersonRestrictions> = {}): PersonRestrictions => ({
  subject: 'pupil',
  id: 1,
  name: 'Bode, Ida',
  current: { ...FACTS, lifted_at: null, lifted_by: null, lifted_reason: null },
  past: [],
  ...more,
})
/** What a secretary may do. */
const WITHOUT = baseDataOf('schooladmin').permissions.filter((one) => one !== 'view pupil sensitive')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const say = async (reason: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Grund' }), { target: { value: reason } })

/** The page of Ida; the server answers what `stored.now` holds by then. */
const openStored = async (stored: { now: PupilDetails }, more: Partial<BaseData> = {}) => {
  const server = pupilServer('schooladmin', [], more)
  server.on(pupilDetailsEndpoints.get, () => stored.now)
  server.on(restrictionEndpoints.get, () => restrictionsOf())
  await openPupil(server, stored.now.id)
  return server
}

test('a head restricts from the menu of a pupil, and then the page is only read', async () => {
  const stored = { now: detailsOf(child(1, 'Bode')) }
  const server = await openStored(stored)
  server.on(restrictionEndpoints.set, () => {
    stored.now = { ...stored.now, is_restricted: true }
    return { message: RESTRICTION_TEXTS.set }
  })
  expect(screen.queryByText('Verarbeitung eingeschränkt')).toBeNull()
  await press('Weitere Aktionen')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Verarbeitung einschränken' }))
  await say('Die Anschrift wird geprüft.')
  await press('Einschränken')
  expect(server.bodiesOf(restrictionEndpoints.set)).toEqual([{ reason: 'Die Anschrift wird geprüft.' }])
  expect(await screen.findByText('Seit 18.11.2026 um 09:30 Uhr von Hanna Holm.')).toBeTruthy()
  expect(screen.getByText('Grund: Die Anschrift wird geprüft.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Bearbeiten|Weitere Aktionen|Drucken)$/ })).toBeNull()
  for (const button of within(await screen.findByRole('group')).queryAllByRole('button'))
    expect(button.matches(':disabled'), button.textContent ?? '').toBe(true)
})

test('the banner tells of earlier restrictions and offers a package and the lifting', async () => {
  const server = await openStored({ now: { ...detailsOf(child(1, 'Bode')), is_restricted: true } })
  const past = { ...FACTS, since: '2026-03-02T08:00:00Z', lifted_at: '2026-03-09T08:00:00Z', lifted_by: null }
  server.on(restrictionEndpoints.get, () => restrictionsOf({ past: [{ ...past, lifted_reason: 'Berichtigt.' }] }))
  await openPupil(server, 1)
  const earlier = within(await screen.findByRole('list', { name: 'Frühere Einschränkungen' }))
  expect(earlier.getByText(/^02\.03\.2026 09:00 bis 09\.03\.2026 09:00: .* Aufgehoben: Berichtigt\.$/)).toBeTruthy()
  for (const name of ['Einschränkung aufheben', 'Auskunft erstellen: Ida Bode'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).matches(':disabled')).toBe(false)
  expect(screen.getByRole('link', { name: 'Alle Einschränkungen' })).toBeTruthy()
  expect(screen.getByText(/Eine Auskunft über die Eltern erstellen Sie in einer Datenschutzanfrage/)).toBeTruthy()
  const views = screen.getByRole('link', { name: 'Wer hat diese Daten gesehen?' })
  expect(views.getAttribute('href')).toMatch(/\?subject=pupil&subject_id=1$/)
})

test('a secretary is offered no restriction', async () => {
  await openStored({ now: detailsOf(child(1, 'Bode')) }, { permissions: WITHOUT })
  await press('Weitere Aktionen')
  await screen.findByRole('menuitem', { name: 'Elternlink' })
  expect(screen.queryByRole('menuitem', { name: 'Verarbeitung einschränken' })).toBeNull()
})
