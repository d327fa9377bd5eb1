import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openOwnSchool } from './own-school.ts'
import { title } from './staff-calls.ts'

const SECTIONS = [
  'Stammdaten',
  'Aussehen',
  'Begrüßung und Bezeichnungen',
  'Bewerbungen',
  'Krankmeldungen',
  'Aufbewahrung',
]

const sound = async (browser: Browser, page: Page) => {
  await openOwnSchool(browser, page)
  await page.goto('/app/admin/schulverwaltung')
  await expect(page.getByRole('link', { name: 'Aushang drucken' })).toBeVisible()
  await expectSound(page, 'Schulverwaltung')
  for (const name of SECTIONS) {
    await page.getByRole('button', { name: `${name} bearbeiten` }).click()
    await expect(page.getByRole('form', { name: `${name} bearbeiten` })).toBeVisible()
    if (name === 'Bewerbungen')
      await expect(page.getByRole('textbox', { name: /^Text vor dem Formular/ })).toBeVisible()
    await expectSound(page, `Schulverwaltung, ${name} bearbeiten`)
  }
  await page.getByRole('textbox', { name: 'Abgelehnte Bewerbungen' }).fill('0')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await expectSound(page, 'Schulverwaltung, Fehler')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('link', { name: 'Aushang drucken' }).click()
  await expect(title(page)).toHaveText('Aushang zum Bewerbungsformular')
  await expectSound(page, 'Aushang')
}

test('the page of schools is sound on a desk', ({ page, browser }) => sound(browser, page))
test('the page of schools is sound on a phone @phone', ({ page, browser }) => sound(browser, page))
