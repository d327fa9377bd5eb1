import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { classServer } from './class.test-data.ts'

afterEach(closeApp)

/** The dialog on the page of Ida Ahrens, who is in 2a. */
const open = async () => {
  const server = classServer()
  const ida: PupilDetails = {
    ...{ id: 1, pupil_number: 'FSW-1', lastname: 'Ahrens', lastname_prefix: null, firstname: 'Ida', gender: 'f' },
    status: 'active',
    schoolclass: { id: 21, classgradePlain: '2a' },
    schoolgrade: { grade: 2 },
    school_year: { id: 1, name: '2026/2027' },
    version: 1,
    has_blocking_note: false,
  }
  await openApp(
    '/admin/schueler/1',
    serverFor('schooladmin', [answer(pupilDetailsEndpoints.get, () => ida), ...server.answers]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Weitere Aktionen' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Klasse wechseln' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Klasse zuweisen: Ida Ahrens' }))
  await dialog.findByLabelText('Klasse')
  return { ...server, dialog }
}
const day = () => screen.getByLabelText<HTMLInputElement>('Gilt ab')
const typeDay = (text: string) => {
  fireEvent.change(day(), { target: { value: text } })
  fireEvent.blur(day())
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('what is missing or wrong stands on top with a way to its field, and nothing is sent', async () => {
  const { dialog, moves } = await open()
  typeDay('31.2.2027')
  await press('Zuweisen')
  const summary = (await dialog.findByText('Bitte prüfen Sie 2 Angaben:')).closest('[role="alert"]')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(
    within(summary as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Klasse: Bitte wählen Sie einen Wert.', 'Gilt ab: Dies ist kein gültiges Datum.'])
  await press('Gilt ab: Dies ist kein gültiges Datum.')
  expect(document.activeElement).toBe(day())
  expect(moves).toEqual([])
})

test('a day that was typed is not lost without a question', async () => {
  const { moves } = await open()
  typeDay('1.12.2026')
  await press('Abbrechen')
  await userEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }))
  expect(day().value).toBe('01.12.2026')
  await userEvent.selectOptions(screen.getByLabelText('Klasse'), '2b (0 von 24)')
  await press('Zuweisen')
  await waitFor(() => expect(moves).toMatchObject([{ pupil_ids: [1], schoolclass_id: 22, date_start: '2026-12-01' }]))
})

test('a dialog in which nothing was changed closes at once', async () => {
  await open()
  await press('Abbrechen')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
