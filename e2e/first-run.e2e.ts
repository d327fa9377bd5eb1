import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { freePort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'

let dataDir: string
let server: ServerProcess
test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-first-run-'))
  chmodSync(dataDir, 0o755)
  server = await startServerProcess({ dataDir, port: await freePort() })
})
test.afterEach(async () => {
  await server.signal('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

const fillSchool = async (page: Page, { kind, name }: { kind: RegExp; name: string }) => {
  await page.getByRole('radio', { name: kind }).check()
  await page.getByLabel('Name der Schule').fill(name)
  await page.getByLabel('Träger').fill('Trägerverein Wacholderhain e. V.')
  await page.getByLabel('Straße').fill('Am Anger')
  await page.getByLabel('Hausnummer').fill('1')
  await page.getByLabel('Postleitzahl').fill('15999')
  await page.getByLabel('Ort', { exact: true }).fill('Wacholderhain')
  await page.getByLabel('Telefon').fill('030 23125-100')
  await page.getByLabel('E-Mail der Schule').fill('sekretariat@example.org')
  await page.getByLabel('Kontakt für Datenschutz').fill('datenschutz@example.org')
}

test('a new user sets up the first school by the link, signs in, and a parent can apply; then a second school', async ({
  page,
}) => {
  const link = `${server.url}/app/einrichtung/${server.setupToken()}`
  await page.goto(link)
  await page.getByRole('button', { name: 'Schule einrichten' }).click()
  await expect(page.getByText(/Bitte prüfen Sie \d+ Angaben:/)).toBeVisible()

  await page.getByLabel('Ihr Name').fill('Alex Berg')
  await page.getByLabel('Ihre E-Mail-Adresse').fill('alex@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('Ein Satz mit Umläuten')
  await page.getByLabel('Passwort Bestätigung').fill('Ein Satz mit Umläuten')
  await fillSchool(page, { kind: /^Grundschule fsw/, name: 'Freie Schule Wacholderhain' })
  await page.getByRole('button', { name: 'Schule einrichten' }).click()
  await expect(page.getByText('Freie Schule Wacholderhain ist eingerichtet.')).toBeVisible()

  const parent = await page.context().newPage()
  await parent.goto(`${server.url}/app/`)
  await parent.getByRole('link', { name: 'Bewerbung für Freie Schule Wacholderhain' }).click()
  await parent.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await expect(parent.getByRole('heading', { level: 1 })).toContainText('Platz')

  await page.getByRole('link', { name: 'Zum Login' }).click()
  await page.getByLabel('E-Mail').fill('alex@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('Ein Satz mit Umläuten')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen, Alex Berg/ })).toBeVisible()

  await page.goto(`${server.url}/app/einrichtung`)
  await fillSchool(page, { kind: /^Oberschule fow/, name: 'Freie Oberschule Wacholderhain' })
  await page.getByRole('button', { name: /Schule (anlegen|einrichten)/ }).click()
  await expect(page.getByText('Freie Oberschule Wacholderhain ist eingerichtet.')).toBeVisible()
  await page.goto(`${server.url}/app/`)
  await expect(page.getByRole('combobox', { name: 'Aktive Schule' })).toBeVisible()
})

test('a link that was used, and one that never was, are told the same', async ({ page }) => {
  await page.goto(`${server.url}/app/einrichtung/falsch`)
  await expect(page.getByText('Dieser Link ist abgelaufen oder wurde schon benutzt.')).toBeVisible()
})
