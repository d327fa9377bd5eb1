import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { alertWith, closeApp } from '#web/app.test-data.ts'
import { child, openPupils, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const CHILDREN = [child(1, 'Bode'), child(2, 'Kern'), child(3, 'Ziel')]
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** Deletes all three; whoever is brought back has a link of their own kind. */
const deleteAll = async (renewed_links: number[] = []) => {
  const server = pupilServer('schooladmin', CHILDREN)
  server.on(pupilChangeEndpoints.checkMassDelete, () => ({ blocked_ids: [], blocked: [] }))
  server.on(pupilChangeEndpoints.massDelete, () => ({
    message: '3 Kinder sind im Papierkorb.',
    deleted: [1, 2, 3],
    pupils: CHILDREN.map(({ id, firstname, lastname, lastname_prefix }) => ({
      ...{ id, firstname, lastname, lastname_prefix },
    })),
  }))
  server.on(pupilChangeEndpoints.massRestore, () => ({ message: 'Wieder da.', renewed_links }))
  await openPupils(server)
  for (const { lastname } of CHILDREN)
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(lastname) }))
  await press('Löschen')
  await press('3 Schülerinnen und Schüler löschen')
  await screen.findByText('3 Kinder sind im Papierkorb.')
  return server
}

test('single ones of a deletion of many come back, by name', async () => {
  const server = await deleteAll()
  await press('Auswählen …')
  const dialog = within(await screen.findByRole('dialog', { name: 'Welche Kinder möchten Sie zurückholen?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Zurückholen' }))
  expect(dialog.getByText('Bitte wählen Sie mindestens ein Kind aus.')).toBeTruthy()
  expect(server.bodiesOf(pupilChangeEndpoints.massRestore)).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Ida Kern' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Zurückholen' }))
  await screen.findByText('Wieder da.')
  expect(server.bodiesOf(pupilChangeEndpoints.massRestore)).toEqual([{ ids: [2] }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('all of them come back with one press', async () => {
  const server = await deleteAll()
  await press('Alle zurückholen')
  const notice = await alertWith('Wieder da.')
  expect(server.bodiesOf(pupilChangeEndpoints.massRestore)).toEqual([{ ids: [1, 2, 3] }])
  expect(notice.queryByRole('button', { name: /drucken/ })).toBeNull()
})

test('where the printed link is dead the new sheets are offered', async () => {
  const server = await deleteAll([1, 3])
  server.on(pupilDocumentEndpoints.preview, () => ({
    ...{ count: 2, reached_by_mail: 0, recipients: [], left_out: [], unprintable: [] },
  }))
  await press('Alle zurückholen')
  await press('Neue Bögen drucken')
  const dialog = within(await screen.findByRole('dialog', { name: 'Bögen und Briefe: 2 Kinder' }))
  expect(dialog.getByLabelText<HTMLSelectElement>('Was soll gedruckt werden?').value).toBe('link_sheets')
  // It outlives the page: the next test would find it open.
  fireEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
