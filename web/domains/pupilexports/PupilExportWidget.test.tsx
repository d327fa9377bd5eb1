import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { json, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { PupilExportWidget } from './PupilExportWidget.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const open = async () => {
  stubBrowser(async () => json(404, { message: '' }))
  renderAsPage(() => <PupilExportWidget ids={[1, 2]} count={2} onGone={() => undefined} />)
  return within(await screen.findByRole('dialog', { name: '2 Kinder exportieren' }, { timeout: 10_000 }))
}

test.each([
  ['WebUntis', 'Zeichensatz UTF-8'],
  ['SchILD-NRW', 'Religion, Staatsangehörigkeit und Förderschwerpunkte werden nicht übergeben'],
  ['IServ, Eltern', 'Nur Personen mit Sorgerecht'],
  ['OneRoster (Microsoft, LMS)', 'Sorgeberechtigte, Telefonnummern und Passwörter werden nicht übergeben'],
])('the format %s says what it leaves out', async (format, hint) => {
  const dialog = await open()
  await userEvent.click(dialog.getByRole('radio', { name: format }))
  expect(dialog.getByRole('status').textContent).toContain(hint)
})

test('OneRoster has birth date and gender only on demand', async () => {
  const dialog = await open()
  await userEvent.click(dialog.getByRole('radio', { name: 'OneRoster (Microsoft, LMS)' }))
  const more = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Mit Geburtsdatum und Geschlecht' })
  expect(more.checked).toBe(false)
})
