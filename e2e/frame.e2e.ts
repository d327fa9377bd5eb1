import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, type Route, test } from '@playwright/test'
import { freePort, startServerProcess } from '#server/test/server-process.ts'
import { expectSound } from './accessibility.ts'
import { PASSWORD, signIn, title } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const LIST_CALL = '**/api/admin/schoolRegistration?*'

test('who signs in by the page is offered the page that was wanted, in the colour of the school', async ({ page }) => {
  await page.goto('/app/admin/sus')
  await page.getByLabel('E-Mail').fill('leitung.fsw@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(title(page)).toContainText('Willkommen')
  await page.getByRole('button', { name: 'Weiter zu: Schülerinnen und Schüler' }).click()
  await expect(title(page)).toContainText('Schülerinnen und Schüler')
  await expect(page.locator('header > div').first()).toHaveCSS('border-bottom-color', 'rgb(46, 125, 79)')
})

test('the day on the dashboard is the day of the server', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-05-01T10:00:00Z'))
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByText('Freitag, 20. November 2026')).toBeVisible()
})

test('the user menu names the person and leads to the profile and out', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  const button = page.getByRole('button', { name: /^Benutzermenü/ })
  await button.click()
  const menu = page.getByRole('menu')
  await expect(menu.getByText('lehrer.fsw@example.org')).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
  await button.click()
  await menu.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Zum Login' })).toBeVisible()
})

test('the menu leads an admin to a further school, and nobody else', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/app/')
  await page.getByRole('button', { name: /^Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Schule anlegen' }).click()
  await expect(title(page)).toHaveText('Schule anlegen')
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await page.getByRole('button', { name: /^Benutzermenü/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Schule anlegen' })).toHaveCount(0)
})

test('a page whose code went with an update is loaded anew, once', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  const gone = '**/assets/PupilsPage-*.js'
  const refuse = (route: Route) => route.fulfill({ status: 404, body: '' })
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  // Until the page comes anew: one part may be asked for twice, by the hint to load it ahead and by the import.
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

const soundSignedOut = async (page: Page) => {
  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
  await expectSound(page, 'Begrüßung')
  await page.goto('/app/base/login')
  await page.getByLabel('E-Mail').fill('niemand@example.org')
  await expectSound(page, 'Login')
  await page.getByLabel('Passwort', { exact: true }).fill('falsch')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Diese Kombination aus E-Mail und Passwort ist nicht bekannt.').first()).toBeVisible()
  await expectSound(page, 'Login mit Fehlern')
}

const soundRefusals = async (page: Page) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/gibt-es-nicht')
  await expect(title(page)).toHaveText('Seite nicht gefunden')
  await expectSound(page, 'Seite nicht gefunden')
  await page.goto(LIST)
  await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  await expectSound(page, 'Keine Berechtigung')

  await signIn(page, 'multi')
  await page.route('**/api/basedata', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), school: null } })
  })
  await page.goto('/app/')
  await expect(page.getByText('Mit welcher Schule möchten Sie arbeiten?')).toBeVisible()
  await expectSound(page, 'Keine Schule aktiv')
  await page.unroute('**/api/basedata')
}

const soundDialogs = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.goto(LIST)
  const alert = page.getByRole('dialog', { name: 'Fehler' })
  await expect(alert.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeVisible()
  await expectSound(page, 'Meldung')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await page.unroute(LIST_CALL)

  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
  const counts = { new: 0, accepted: 0, rejected: 0, waiting: 0 }
  await page.route(LIST_CALL, (route) => route.fulfill({ json: { data: [], total: 0, page: 1, per_page: 10, counts } }))
  await page.goto(LIST)
  await page.getByRole('button', { name: /kopieren/ }).click()
  await expect(page.getByRole('dialog').getByLabel('Link zum Bewerbungsformular')).toBeFocused()
  await expectSound(page, 'Eingabe')
  await page.keyboard.press('Escape')
  await page.unroute(LIST_CALL)

  await page.goto(`${LIST}/neu`)
  await page.getByLabel('Vorname').first().fill('Mia')
  await page.getByRole('link', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Sie haben ungespeicherte Änderungen. Seite trotzdem verlassen?')).toBeVisible()
  await expectSound(page, 'Rückfrage')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
}

const soundSchools = async (page: Page) => {
  await signIn(page, 'admin')
  await page.goto('/app/einrichtung')
  await expect(title(page)).toHaveText('Schule anlegen')
  await expectSound(page, 'Schule anlegen')
  await page.getByRole('button', { name: 'Schule anlegen' }).last().click()
  await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
  await expectSound(page, 'Schule anlegen mit Fehlern')
}

const soundSetUp = async (page: Page) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-set-up-'))
  chmodSync(dataDir, 0o755)
  const server = await startServerProcess({ dataDir, port: await freePort() })
  try {
    await page.goto(`${server.url}/app/einrichtung/${server.setupToken()}`)
    await expect(title(page)).toBeVisible()
    await expectSound(page, 'Einrichtung')
    await page.getByRole('button', { name: 'Schule einrichten' }).click()
    await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
    await expectSound(page, 'Einrichtung mit Fehlern')
    await page.goto(`${server.url}/app/einrichtung/falsch`)
    await expect(page.getByText('Dieser Link ist abgelaufen oder wurde schon benutzt.')).toBeVisible()
    await expectSound(page, 'Einrichtung abgelaufen')
  } finally {
    await server.signal('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

for (const { place, look } of [
  { place: 'welcome and login', look: soundSignedOut },
  { place: 'pages that refuse', look: soundRefusals },
  { place: 'dialogs', look: soundDialogs },
  { place: 'adding a school', look: soundSchools },
  { place: 'the set-up', look: soundSetUp },
]) {
  test(`${place}: sound on a desk`, ({ page }) => look(page))
  test(`${place}: sound on a phone @phone`, ({ page }) => look(page))
}
