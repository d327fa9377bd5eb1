import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { type Visit, VisitContext } from '#web/shell/visit.ts'
import { SetupPage } from './SetupPage.tsx'

let server: FakeServer
beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(setupEndpoints.check, () => ({ is_valid: true, today: '2026-11-20' }))
  stubBrowser(server.fetch)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/app/')
  vi.unstubAllGlobals()
})
// Rules come when they are needed, on a busy machine slowly.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))

const VISIT: Visit = {
  state: {},
  search: '',
  go: vi.fn(),
  alert: async () => {},
  explain: vi.fn(async () => {}),
  forgetUser: () => {},
}
const open = () =>
  render(
    <VisitContext value={VISIT}>
      <main>
        <SetupPage params={{ token: 'abc' }} />
      </main>
    </VisitContext>,
  )
const page = (name: RegExp) => screen.findByRole('heading', { level: 1, name })
const password = () => screen.getByLabelText<HTMLInputElement>('Passwort')
const typeInto = (texts: Record<string, string>) => {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const next = () => userEvent.click(screen.getByRole('button', { name: 'Weiter' }))
const PASSWORDS = { Passwort: 'Ein Apfel am Morgen', 'Passwort Bestätigung': 'Ein Apfel am Morgen' }
const ACCOUNT = { 'Ihr Name': 'Alex Berg', 'Ihre E-Mail-Adresse': 'alex@example.org' }
const SCHOOL = {
  'Name der Schule': 'Schule am Wald',
  Straße: 'Waldweg',
  Hausnummer: '1',
  Postleitzahl: '15999',
  Ort: 'Wacholderhain',
  Telefon: '0331 1234567',
  'E-Mail der Schule': 'wald@example.org',
  Träger: 'Verein',
  'Kontakt für Datenschutz': 'datenschutz@example.org',
}

test('the set-up keeps what was typed over a way back and a reload, but never a password', async () => {
  open()
  await page(/Ihr Konto$/)
  typeInto({ ...ACCOUNT, ...PASSWORDS })
  await next()
  const title = await page(/Ihre Schule$/)
  expect(document.activeElement).toBe(title)
  await userEvent.click(screen.getByRole('radio', { name: 'Oberschule 7–10' }))
  typeInto({ 'Name der Schule': 'Schule am Wald' })
  act(() => history.back())
  await page(/Ihr Konto$/)
  expect(screen.getByLabelText<HTMLInputElement>('Ihr Name').value).toBe('Alex Berg')
  expect(password().value).toBe(PASSWORDS.Passwort)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Apfel')
  cleanup()
  open()
  await page(/Ihr Konto$/)
  expect(screen.getByLabelText<HTMLInputElement>('Ihr Name').value).toBe('Alex Berg')
  expect(password().value).toBe('')
  typeInto(PASSWORDS)
  await next()
  await page(/Ihre Schule$/)
  expect(screen.getByLabelText<HTMLInputElement>('Name der Schule').value).toBe('Schule am Wald')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Oberschule 7–10' }).checked).toBe(true)
  expect(server.sentTo(setupEndpoints.setUp)).toEqual([])
})

test('the set-up names the holidays of the state, sends all three steps at once and offers a test mail', async () => {
  const form_url = 'http://localhost/app/saw/registrierungNeueSchueler'
  server.on(setupEndpoints.setUp, () =>
    json(201, { message: 'Schule am Wald ist eingerichtet.', school_id: 1, form_url, are_mails_sent: true }),
  )
  server.on(mailtestEndpoints.defaults, () => ({ from: 'a@b.de', subject: 'S', content: 'C', is_configured: true }))
  server.on(mailtestEndpoints.send, () => json(422, { message: 'Der Mailserver ist nicht zu erreichen.' }))
  open()
  await page(/Ihr Konto$/)
  typeInto({ ...ACCOUNT, ...PASSWORDS })
  await next()
  await page(/Ihre Schule$/)
  await userEvent.click(screen.getByRole('radio', { name: 'Grundschule 1–4' }))
  typeInto(SCHOOL)
  expect(screen.getByText(/^Adresse des Formulars: .*\/app\/saw\/registrierungNeueSchueler$/)).toBeTruthy()
  typeInto({ Kürzel: 'S Ö' })
  expect(screen.queryByText(/^Adresse des Formulars/)).toBeNull()
  typeInto({ Kürzel: 'saw' })
  expect(screen.getByText(/^Bitte prüfen Sie die Vorauswahl: .* Ferien und Feiertage\.$/)).toBeTruthy()
  typeInto({ Bundesland: 'DE-BY' })
  expect(screen.getByText(/Die Ferien tragen Sie später ein oder lesen sie aus einer Datei\.$/)).toBeTruthy()
  await next()
  await page(/Das Schuljahr$/)
  expect(screen.getByRole('checkbox', { name: 'Feiertage in Bayern eintragen' })).toBeTruthy()
  expect(screen.queryByText(/Herbstferien/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Zurück' }))
  await page(/Ihre Schule$/)
  typeInto({ Bundesland: 'DE-BB' })
  await next()
  expect(await screen.findByText('19.10.2026 bis 30.10.2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Schule einrichten' }))
  await page(/^Geschafft$/)
  expect(server.bodiesOf(setupEndpoints.setUp)).toMatchObject([
    { school: { federal_state: 'DE-BB', grade_min: 1, grade_max: 4, short: 'saw', has_holidays: true } },
  ])
  expect(Object.keys({ ...sessionStorage })).not.toContain('schulhof-einrichtung')
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/app/')
  await userEvent.click(screen.getByRole('button', { name: 'Testmail senden' }))
  expect(await screen.findByText('Der Mailserver ist nicht zu erreichen.')).toBeTruthy()
  expect(server.bodiesOf(mailtestEndpoints.send)).toEqual([
    { from: 'a@b.de', to: 'alex@example.org', subject: 'S', content: 'C' },
  ])
})

test('a password that the server refuses leads back to the first step', async () => {
  server.on(setupEndpoints.setUp, () =>
    json(422, { message: '', errors: { 'admin.password': ['Zu leicht zu erraten.'] } }),
  )
  open()
  await page(/Ihr Konto$/)
  typeInto({ ...ACCOUNT, ...PASSWORDS })
  await next()
  await page(/Ihre Schule$/)
  await userEvent.click(screen.getByRole('radio', { name: 'Grundschule 1–6' }))
  typeInto(SCHOOL)
  await next()
  await page(/Das Schuljahr$/)
  await userEvent.click(screen.getByRole('button', { name: 'Schule einrichten' }))
  await page(/Ihr Konto$/)
  expect(await screen.findByRole('link', { name: 'Passwort: Zu leicht zu erraten.' })).toBeTruthy()
})
