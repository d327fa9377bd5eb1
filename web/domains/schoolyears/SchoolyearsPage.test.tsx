import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { PLANNED, RUNNING, yearServer } from './schoolyear.test-data.ts'

afterEach(closeApp)

const openYears = async (server = yearServer()) => {
  await openApp('/admin/schuljahr', serverFor('admin', server.answers))
  await page(/^Schuljahre/)
  await screen.findByRole('link', { name: '2027/2028' })
  return server
}
const rowOf = (name: string) => screen.queryByRole('row', { name: new RegExp(name) })
const openMenu = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Aktionen: ${name}` }))
  await screen.findByRole('menu')
}
const item = (name: RegExp) => screen.getByRole('menuitem', { name })

test('a new year is proposed; what is refused stands at its field, and what was typed stays', async () => {
  const server = await openYears()
  fireEvent.click(screen.getByRole('button', { name: 'Schuljahr anlegen' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  await waitFor(() => expect(document.activeElement).toBe(field('Bezeichnung')))
  expect(field('Bezeichnung').value).toBe('2028/2029')
  expect(field('Ende des 1. Halbjahrs').value).toBe('31.01.2029')
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Plätze aus 2027/2028 übernehmen' }).checked).toBe(true)
  fireEvent.change(field('Beginn'), { target: { value: '1.7.2028' } })
  fireEvent.blur(field('Beginn'))
  fireEvent.click(dialog.getByRole('button', { name: 'Anlegen' }))
  expect(await dialog.findByText('Überschneidet sich mit 2027/28.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Beginn: Überschneidet sich mit 2027/28.' })).toBeTruthy()
  expect(field('Beginn').getAttribute('aria-invalid')).toBe('true')
  expect(field('Beginn').value).toBe('01.07.2028')
  fireEvent.change(field('Beginn'), { target: { value: '1.8.2028' } })
  fireEvent.blur(field('Beginn'))
  fireEvent.click(dialog.getByRole('button', { name: 'Anlegen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(rowOf('2028/2029')?.textContent).toContain('01.08.2028 – 31.07.2029'))
  expect(server.year(3).name).toBe('2028/2029')
})

test('a year may be typed in short: it is shown and sent with its full name, and moves its days', async () => {
  const server = await openYears()
  fireEvent.click(screen.getByRole('button', { name: 'Schuljahr anlegen' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  const name = field('Bezeichnung')
  fireEvent.change(name, { target: { value: '2030/31' } })
  expect(field('Beginn').value).toBe('01.08.2030')
  fireEvent.blur(name)
  expect(name.value).toBe('2030/2031')
  fireEvent.change(name, { target: { value: '2030/32' } })
  fireEvent.blur(name)
  fireEvent.click(dialog.getByRole('button', { name: 'Anlegen' }))
  expect(await dialog.findByText(/^Bitte zwei aufeinanderfolgende Jahre angeben/)).toBeTruthy()
  expect(name.value).toBe('2030/32')
  fireEvent.change(name, { target: { value: '2029/30' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Anlegen' }))
  await waitFor(() => expect(server.year(3).name).toBe('2029/2030'))
  expect(server.year(3).date_start).toBe('2029-08-01')
})

test('a year in use says why it stays, also when it is pressed; the next one waits for its first day', async () => {
  const server = await openYears()
  await openMenu('2027/2028')
  expect(item(/^Löschen/).textContent).toContain('12 Klassen')
  expect(item(/^Zum aktiven/).textContent).toContain('beginnt erst am 01.08.2027')
  fireEvent.click(item(/^Löschen/))
  expect(await alertWith(/^Das Schuljahr wird noch verwendet/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.year(2)).toEqual(PLANNED)
})

test('an unused year goes after a question', async () => {
  const unused = { ...PLANNED, usage: { schoolclasses: 0, memberships: 0, registrations: 0 } }
  await openYears(yearServer([unused, RUNNING]))
  await openMenu('2027/2028')
  fireEvent.click(item(/^Löschen/))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Löschen' }))
  await waitFor(() => expect(rowOf('2027/2028')).toBeNull())
  expect(rowOf('2026/2027')).toBeTruthy()
})

test.each(['teacher_level_1', 'viewer'] as const)('%s has no school years to manage', async (role) => {
  await openApp('/admin/schuljahr', serverFor(role, yearServer().answers))
  await page(/^Schuljahre/)
  expect(screen.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeTruthy()
})
