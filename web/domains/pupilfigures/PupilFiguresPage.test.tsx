import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pupilFigureEndpoints } from '#contract/pupilfigures/pupilfigures.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'

afterEach(closeApp)

const open = async (day: string, total: number) => {
  const figures = answer(pupilFigureEndpoints.get, ({ query }) => ({ day: query.day, total, tables: [] }))
  await openApp(`/admin/sus/zahlen?tag=${day}`, serverFor('schooladmin', [figures]))
  await page('Zahlen für das Schulamt')
  await screen.findByText(total > 0 ? /an der Schule$/ : /Bitte wählen Sie einen anderen Tag\.$/)
}
const FUTURE = /^Dieser Tag liegt in der Zukunft\. Gezählt wird, wer nach dem heutigen Stand dann an der Schule ist\./
const PAST = /^Dieser Tag liegt mehr als ein Jahr zurück\./

// Today is 20.11.2026.
test.each([
  ['2126-11-20', FUTURE],
  ['2026-11-21', FUTURE],
  ['1999-10-01', PAST],
  ['2025-11-19', PAST],
])('of %s the page says what its number means', async (day, hint) => {
  await open(day, 150)
  expect(screen.getByText(hint)).toBeTruthy()
})

test.each(['2026-11-20', '2025-11-20'])('%s needs no explanation', async (day) => {
  await open(day, 150)
  expect(screen.queryByText(/^Dieser Tag liegt/)).toBeNull()
})

test('a future day for which nobody is entered does not speak of the past', async () => {
  await open('2126-11-20', 0)
  expect(screen.getByText('Für den 20.11.2126 ist kein Kind eingetragen.')).toBeTruthy()
})

test('while the day is no day, the page says which one it still shows', async () => {
  await open('2026-11-20', 150)
  expect(screen.getByText(/Klassen und Stufen gelten für diesen Tag\./)).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Stichtag' }), { target: { value: '31.11.2026' } })
  expect(await screen.findByText('Gezeigt wird noch der 20.11.2026.')).toBeTruthy()
})
