import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { openOwnSchool } from './own-school.ts'
import { title } from './staff-calls.ts'
import { test } from './test.ts'

type Look = (place: string) => Promise<void>

const choose = (page: Page, tab: string) =>
  page
    .getByRole('group', { name: 'Bereiche der Schulverwaltung' })
    .getByRole('button', { name: tab, exact: true })
    .click()
const edit = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `${name} bearbeiten` }).click()
  await expect(page.getByRole('form', { name: `${name} bearbeiten` })).toBeVisible()
}

/** Each state of the page of a school, and the sheet for the wall. */
const lookEverywhere = async (page: Page, look: Look) => {
  await page.goto('/app/admin/schulverwaltung')
  await expect(page.getByRole('region', { name: 'Stammdaten' })).toBeVisible()
  await look('Schulverwaltung')
  await edit(page, 'Stammdaten')
  await look('Schulverwaltung, Stammdaten bearbeiten')
  await choose(page, 'Aussehen')
  for (const name of ['Aussehen', 'Begrüßung und Bezeichnungen']) {
    await edit(page, name)
    await look(`Schulverwaltung, ${name} bearbeiten`)
  }
  await choose(page, 'Bewerbungen')
  await expect(page.getByRole('link', { name: 'Aushang drucken' })).toBeVisible()
  await look('Schulverwaltung, Bewerbungen')
  await edit(page, 'Bewerbungen')
  await expect(page.getByRole('textbox', { name: /^Text vor dem Formular/ })).toBeVisible()
  await look('Schulverwaltung, Bewerbungen bearbeiten')
  await choose(page, 'Krankmeldungen')
  await edit(page, 'Krankmeldungen')
  await look('Schulverwaltung, Krankmeldungen bearbeiten')
  await choose(page, 'Aufbewahrung')
  await look('Schulverwaltung, Aufbewahrung')
  await edit(page, 'Aufbewahrung')
  await page.getByRole('textbox', { name: 'Abgelehnte Bewerbungen' }).fill('0')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await look('Schulverwaltung, Fehler')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await choose(page, 'Bewerbungen')
  await page.getByRole('link', { name: 'Aushang drucken' }).click()
  await expect(title(page)).toHaveText('Aushang zum Bewerbungsformular')
  await look('Aushang')
}

test('the page of a school and the sheet for the wall are sound on a desk', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await lookEverywhere(page, (place) => expectSound(page, place))
})

test('nothing of them scrolls sideways on a phone, and the page is sound there @phone', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  let isFirst = true
  await lookEverywhere(page, async (place) => {
    // The contents menu is on top here; the forms differ only in width.
    if (isFirst) await expectSound(page, place)
    else await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
    isFirst = false
  })
})
