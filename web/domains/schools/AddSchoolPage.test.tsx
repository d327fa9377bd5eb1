import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BaseData } from '#contract/account/account.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { closeApp, endSession, logIn, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(setupEndpoints.addSchool, () => json(401, { message: '' }))
})
afterEach(closeApp)

const TEXTS = {
  'Name der Schule': 'Schule am Wald',
  Kürzel: 'wald',
  Träger: 'Verein',
  Straße: 'Waldweg',
  Hausnummer: '1',
  Postleitzahl: '15999',
  Ort: 'Wacholderhain',
  Telefon: '0331 1234567',
  'E-Mail der Schule': 'wald@example.org',
  'Kontakt für Datenschutz': 'Eva Wald, datenschutz@example.org',
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const kind = () => screen.getByRole('radio', { name: /^Grundschule/ })

const comeBack = async (baseData: BaseData) => {
  logIn(server, baseData)
  fireEvent.click(await screen.findByRole('button', { name: 'Weiter zu: Schule anlegen' }))
  await page('Schule anlegen')
}

const typeUntilRefused = async () => {
  signIn(server, baseDataOf('admin'))
  await openApp('/einrichtung', server)
  await page('Schule anlegen')
  fireEvent.click(kind())
  for (const [label, value] of Object.entries(TEXTS)) fireEvent.change(field(label), { target: { value } })
  endSession(server)
  fireEvent.click(screen.getByRole('button', { name: 'Schule anlegen' }))
  await page('Login')
  expect(screen.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(field('E-Mail')))
}

test('a school being set up is there again after the login', async () => {
  await typeUntilRefused()
  await comeBack(baseDataOf('admin'))
  for (const [label, value] of Object.entries(TEXTS)) expect(field(label).value).toBe(value)
  expect(kind()).toHaveProperty('checked', true)
})

test('somebody else who logs in gets nothing of it', async () => {
  await typeUntilRefused()
  const other = baseDataOf('admin')
  await comeBack({ ...other, user: { ...other.user, id: 8, email: 'admin@example.org' } })
  expect(field('Name der Schule').value).toBe('')
  expect(kind()).toHaveProperty('checked', false)
})
