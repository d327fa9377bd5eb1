import { expect, type Route } from '@playwright/test'
import { expectSoundAndFits } from './phone-width.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const LIST_CALL = '**/api/admin/schoolRegistration?*'

test('a page whose code went with an update is loaded anew, once', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  const gone = '**/assets/PupilsPage-*.js'
  const refuse = (route: Route) => route.fulfill({ status: 404, body: '' })
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  // Until the page is loaded again: one file may be requested twice, by the preload hint and by the import.
  await page.route(gone, (route) => (loads === 0 ? refuse(route) : route.continue()))
  await page.getByRole('navigation').getByRole('link', { name: 'Schülerinnen und Schüler' }).click()
  await expect(title(page)).toContainText('Schülerinnen und Schüler')
  await expect(page).toHaveURL(/\/app\/admin\/sus$/)
  expect(loads).toBe(1)

  await page.unroute(gone)
  await page.route(gone, refuse)
  await page.goto('/app/admin/sus')
  await expect(page.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
  expect(loads).toBe(2)
})

test('a program that is gone is loaded anew once, and else the page says so @phone', async ({ page }) => {
  // The page for visitors, which everybody can open.
  const program = /\/app\/assets\/visitor-[^/]*\.js$/
  const refuse = (route: Route) => route.fulfill({ status: 404, body: '' })
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route(program, (route) => (loads === 1 ? refuse(route) : route.continue()))
  await page.goto('/app/')
  await expect(page.getByRole('heading', { level: 1, name: 'Willkommen' })).toBeVisible()
  expect(loads).toBe(2)

  await page.unroute(program)
  await page.evaluate(() => sessionStorage.clear())
  await page.route(program, refuse)
  await page.goto('/app/base/login')
  const message = page.getByRole('alert')
  await expect(message.getByRole('heading', { name: 'Die Seite konnte nicht geladen werden' })).toBeVisible()
  expect(loads).toBe(4)
  await expectSoundAndFits(page, 'Das Programm fehlt')
  await page.unroute(program)
  await message.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
})

test('a mistyped address outside of the app is told in German', async ({ page }) => {
  const reply = await page.goto('/nichts-davon')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeVisible()
  await expectSoundAndFits(page, 'Seite nicht gefunden, außerhalb')
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Willkommen' })).toBeVisible()
})

test('pages that refuse are sound', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/gibt-es-nicht')
  await expect(title(page)).toHaveText('Seite nicht gefunden')
  await expectSoundAndFits(page, 'Seite nicht gefunden')

  let changes: object = { permissions: [] }
  await page.route('**/api/basedata', async (route) => {
    const reply = await route.fetch()
    const baseData = await reply.json()
    await route.fulfill({ response: reply, json: { ...baseData, ...changes } })
  })
  await page.goto(LIST)
  await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  await expectSoundAndFits(page, 'Keine Berechtigung')

  changes = {
    permissions: [],
    session: { stays_signed_in: false, lacks_two_factor: true, lacked_way: null, emergency_for: null },
  }
  await page.goto('/app/')
  await expect(page.getByRole('region', { name: 'Zwei-Faktor-Anmeldung' })).toBeVisible()
  await expectSoundAndFits(page, 'Hinweis auf die Zwei-Faktor-Anmeldung')

  changes = {
    school: null,
    attachedSchools: [
      { id: 1, short: 'fsw' },
      { id: 2, short: 'fow' },
    ],
  }
  await page.goto('/app/')
  await expect(page.getByText('Mit welcher Schule möchten Sie arbeiten?')).toBeVisible()
  await expectSoundAndFits(page, 'Keine Schule aktiv')
  await page.unroute('**/api/basedata')
})

test('an alert, a prompt and a question are sound', async ({ page }) => {
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
  await signIn(page, 'leitung.fsw')
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.goto(LIST)
  const alert = page.getByRole('dialog', { name: 'Fehler' })
  await expect(alert.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeVisible()
  await expectSoundAndFits(page, 'Meldung')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await page.unroute(LIST_CALL)

  const counts = { new: 0, accepted: 0, rejected: 0, waiting: 0 }
  await page.route(LIST_CALL, (route) => route.fulfill({ json: { data: [], total: 0, page: 1, per_page: 10, counts } }))
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByRole('button', { name: /kopieren/ }).click()
  await expect(page.getByRole('dialog').getByLabel('Link zum Bewerbungsformular')).toBeFocused()
  await expectSoundAndFits(page, 'Eingabe')
  await page.keyboard.press('Escape')
  await page.unroute(LIST_CALL)

  await page.goto(`${LIST}/neu`)
  await page.getByLabel('Vorname').first().fill('Mia')
  await page.getByRole('link', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Sie haben ungespeicherte Änderungen. Seite trotzdem verlassen?')).toBeVisible()
  await expectSoundAndFits(page, 'Rückfrage')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
})
