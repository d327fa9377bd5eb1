import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

test('own classes that cannot be loaded are an alert, and the card of the profile offers another try', async () => {
  const server = serverFor('teacher_level_1')
  server.on(schoolclassEndpoints.assignedByUser, () => json(500, { message: 'kaputt' }))
  await openApp(paths.profile, server)
  const alert = within(await screen.findByRole('dialog', { name: 'Fehler' }))
  expect(alert.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  const card = within(await screen.findByRole('region', { name: 'Klassenzuordnung' }))
  expect(card.getByText('Konnte nicht geladen werden.')).toBeTruthy()
  expect(card.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy()
})
