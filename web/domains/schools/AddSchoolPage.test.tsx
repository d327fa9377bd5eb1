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
const kind = () => screen.getByRole('radio', { name: 'Grundschule 1–6' })

const comeBack = async (baseData: BaseData) => {
  logIn(server, baseData)
  fireEvent.click(await screen.findByRole('button', { name: 'Weiter zu: Schule anlegen' }))
  await page('Schule anlegen')
}

const openFilled = async () => {
  signIn(server, baseDataOf('admin'))
  await openApp('/einrichtung', server)
  await page('Schule anlegen')
  fireEvent.click(kind())
  for (const [label, value] of Object.entries(TEXTS)) fireEvent.change(field(label), { target: { value } })
}

const typeUntilRefused = async () => {
  await openFilled()
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }))
  const add = await screen.findByRole('button', { name: 'Schule anlegen' })
  endSession(server)
  fireEvent.click(add)
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

test('the short name follows the name until it is chosen, and other grades are chosen by their ends', async () => {
  signIn(server, baseDataOf('admin'))
  await openApp('/einrichtung', server)
  await page('Schule anlegen')
  for (const [label, value] of Object.entries(TEXTS))
    if (label !== 'Kürzel' && label !== 'Name der Schule') fireEvent.change(field(label), { target: { value } })
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
  type('Name der Schule', 'Freie Schule')
  expect(field('Kürzel').value).toBe('fs')
  type('Kürzel', 'wald')
  type('Name der Schule', 'Freie Schule am Wald')
  expect(field('Kürzel').value).toBe('wald')
  expect(screen.queryByLabelText('Erste Klassenstufe')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Andere/ }))
  type('Erste Klassenstufe', '8')
  type('Letzte Klassenstufe', '5')
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }))
  expect((await screen.findAllByText('Die letzte Klassenstufe liegt vor der ersten.')).length).toBe(1)
})

test('a refused short name leads back to its field, and what was typed is there', async () => {
  server.on(setupEndpoints.addSchool, () =>
    json(422, { message: '', errors: { short: ['Dieses Kürzel ist schon vergeben.'] } }),
  )
  await openFilled()
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }))
  expect(await screen.findByRole('list', { name: 'Ferien und Feiertage 2026/2027' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Schule anlegen' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Kürzel: Dieses Kürzel ist schon vergeben.' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Kürzel')))
  for (const [label, value] of Object.entries(TEXTS)) expect(field(label).value).toBe(value)
})

test('somebody else who logs in gets nothing of it', async () => {
  await typeUntilRefused()
  const other = baseDataOf('admin')
  await comeBack({ ...other, user: { ...other.user, id: 8, email: 'admin@example.org' } })
  expect(field('Name der Schule').value).toBe('')
  expect(kind()).toHaveProperty('checked', false)
})
