import { expect, type Page } from '@playwright/test'
import { expectDarkColours } from './accessibility.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

/**
 * The dark colours, on pages that show each kind of component once; `scripts/colours.test.ts` checks the tokens
 * themselves.
 */
test.use({ colorScheme: 'dark' })

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(title(page)).toBeVisible()
}

test('what parents and guests see has readable colours in the dark', async ({ page }) => {
  await open(page, '/app/base/login')
  await page.getByLabel('E-Mail').fill('niemand@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('falsch')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Diese Kombination aus E-Mail und Passwort ist nicht bekannt.').first()).toBeVisible()
  await expectDarkColours(page, 'Login mit Fehlern')
  await open(page, '/app/fsw/registrierungNeueSchueler')
  await page.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie/).first()).toBeVisible()
  await expectDarkColours(page, 'Bewerbungsformular mit Fehlern')
})

test('what staff see has readable colours in the dark', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await open(page, '/app/')
  await expect(
    page
      .getByRole('link', { name: /^Klasse/ })
      .or(page.getByText(/Klassen/))
      .first(),
  ).toBeVisible()
  await expectDarkColours(page, 'Start')
  await open(page, '/app/admin/bewerbungen')
  await page
    .getByRole('button', { name: /Status von .* ändern$/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectDarkColours(page, 'Bewerbungen mit Statusmenü')
  await page.keyboard.press('Escape')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Kind' }).first()).toBeVisible()
  await expectDarkColours(page, 'Bewerbung')
  await open(page, '/app/admin/sus')
  await page.getByRole('checkbox').nth(1).check()
  await expectDarkColours(page, 'Schülerinnen und Schüler mit Auswahl')
  await open(page, '/app/user-management')
  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await expect(page.getByText('Dieses Feld ist ein Pflichtfeld.').first()).toBeVisible()
  await expectDarkColours(page, 'Benutzer erstellen mit Fehlern')
})
