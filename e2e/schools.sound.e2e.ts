import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openOwnSchool } from './own-school.ts'
import { title } from './staff-calls.ts'

const openPage = async (page: Page) => {
  await page.goto('/app/admin/schulverwaltung')
  await expect(page.getByRole('link', { name: 'Aushang drucken' })).toBeVisible()
}

const editAll = async (page: Page, sections: readonly string[]) => {
  for (const name of sections) {
    await page.getByRole('button', { name: `${name} bearbeiten` }).click()
    await expect(page.getByRole('form', { name: `${name} bearbeiten` })).toBeVisible()
    await expectSound(page, `Schulverwaltung, ${name} bearbeiten`)
  }
}

const soundSchool = async (page: Page) => {
  await openPage(page)
  await expectSound(page, 'Schulverwaltung')
  await editAll(page, ['Stammdaten', 'Aussehen', 'Begrüßung und Bezeichnungen'])
}

const soundRules = async (page: Page) => {
  await openPage(page)
  await page.getByRole('button', { name: 'Bewerbungen bearbeiten' }).click()
  await expect(page.getByRole('textbox', { name: /^Text vor dem Formular/ })).toBeVisible()
  await expectSound(page, 'Schulverwaltung, Bewerbungen bearbeiten')
  await editAll(page, ['Krankmeldungen'])
  await page.getByRole('button', { name: 'Aufbewahrung bearbeiten' }).click()
  await page.getByRole('textbox', { name: 'Abgelehnte Bewerbungen' }).fill('0')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await expectSound(page, 'Schulverwaltung, Fehler')
}

const soundPoster = async (page: Page) => {
  await page.goto('/app/admin/schulverwaltung/aushang')
  await expect(title(page)).toHaveText('Aushang zum Bewerbungsformular')
  await expectSound(page, 'Aushang')
}

for (const { place, tag } of [
  { place: 'on a desk', tag: '' },
  { place: 'on a phone', tag: ' @phone' },
]) {
  test(`what belongs to the school itself is sound ${place}${tag}`, async ({ page, browser }) => {
    await openOwnSchool(browser, page)
    await soundSchool(page)
  })

  test(`the rules of a school are sound ${place}${tag}`, async ({ page, browser }) => {
    await openOwnSchool(browser, page)
    await soundRules(page)
  })

  test(`the sheet for the wall is sound ${place}${tag}`, async ({ page, browser }) => {
    await openOwnSchool(browser, page)
    await soundPoster(page)
  })
}
