import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, detailsOf, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const learnt = (language: string, since_grade: number) => ({ language, since_grade, until_grade: null })

const open = async () => {
  const ida: PupilDetails = {
    ...detailsOf(child(1, 'Bode')),
    school_type: 'secondary_1',
    foreign_languages: [learnt('en', 3), learnt('fr', 7)],
  }
  const server = pupilServer('schooladmin', [])
  server.on(pupilDetailsEndpoints.get, () => ida)
  server.on(pupilChangeEndpoints.change, () => ({ message: 'Die Änderungen sind gespeichert.' }))
  await openPupil(server, 1)
  await userEvent.click(await screen.findByRole('button', { name: 'Schule & Laufbahn bearbeiten' }))
  await screen.findByRole('combobox', { name: '2. Fremdsprache' })
  return server
}
const grades = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)
const isInvalid = (input: Element) => input.getAttribute('aria-invalid') === 'true'
const save = () => userEvent.click(screen.getByRole('button', { name: 'Speichern' }))

test('the input that is wrong is marked, not the whole group, and the summary leads to it', async () => {
  const server = await open()
  const [, since] = grades('ab Klassenstufe')
  fireEvent.change(since as HTMLInputElement, { target: { value: '77' } })
  await save()
  await screen.findByText('Bitte prüfen Sie 1 Angabe:')
  expect(grades('ab Klassenstufe').map(isInvalid)).toEqual([false, true])
  expect(grades('bis Klassenstufe').map(isInvalid)).toEqual([false, false])
  expect(isInvalid(screen.getByRole('combobox', { name: '2. Fremdsprache' }))).toBe(false)
  const summary = within(screen.getByText('Bitte prüfen Sie 1 Angabe:').closest('[role="alert"]') as HTMLElement)
  await userEvent.click(summary.getByRole('button', { name: /^Fremdsprachen/ }))
  await waitFor(() => expect(document.activeElement).toBe(since))
  expect(server.bodiesOf(pupilChangeEndpoints.change)).toEqual([])
})

test('a language that was not chosen is marked in its row', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Fremdsprache hinzufügen' }))
  fireEvent.change(grades('ab Klassenstufe')[2] as HTMLInputElement, { target: { value: '7' } })
  await save()
  await screen.findByText('Bitte prüfen Sie 1 Angabe:')
  expect(isInvalid(screen.getByRole('combobox', { name: '3. Fremdsprache' }))).toBe(true)
  expect(grades('ab Klassenstufe').map(isInvalid)).toEqual([false, false, false])
})
