import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { signIn, title } from './staff-calls.ts'

const LIST = '/app/admin/klassen'
const rowLinks = (page: Page) => page.getByRole('main').locator('[data-row-link]')

const openFirst = async (page: Page) => {
  await page.goto(LIST)
  await rowLinks(page).first().click()
  await expect(title(page)).toHaveText(/^Klasse /)
  await expect(rowLinks(page).first()).toBeVisible()
}

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** List, dialogs, class, selection and the lists, as a head sees them. */
const soundEverywhere = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await expect(rowLinks(page).first()).toBeVisible()
  await expectSound(page, 'Klassen')
  await page.getByRole('button', { name: 'Klasse anlegen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await expect(page.getByText(/^Bitte prüfen Sie/)).toBeVisible()
  await expectSound(page, 'Klasse anlegen')
  await closeDialog(page)

  await openFirst(page)
  await expectSound(page, 'Klasse')
  await page
    .getByRole('checkbox', { name: /auswählen$/ })
    .first()
    .check()
  await expect(page.getByRole('region', { name: 'Auswahl' })).toBeVisible()
  await expectSound(page, 'Auswahl')
  await page.getByRole('button', { name: 'Verschieben nach …' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectSound(page, 'Verschieben nach')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await page.getByRole('button', { name: 'Exportieren' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'Exportieren')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Kinder hinzufügen' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
  await expectSound(page, 'Kinder hinzufügen')
  await closeDialog(page)
  const address = page.url()
  for (const list of ['notfall', 'telefon', 'spalten-10', 'geburtstage']) {
    await page.goto(`${address}?liste=${list}`)
    await expect(title(page)).toHaveText(/liste /)
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
    await expectSound(page, list)
  }
}

test('classes, their dialogs and lists are sound on a desk', async ({ page }) => {
  test.slow()
  await soundEverywhere(page)
})

test('classes, their dialogs and lists are sound on a phone @phone', async ({ page }) => {
  test.slow()
  await soundEverywhere(page)
})

test('on a phone a teacher has the numbers of a class two touches from the start page @phone', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  await page
    .getByRole('link', { name: /^Telefonliste / })
    .first()
    .click()
  await expect(title(page)).toHaveText(/^Telefonliste /)
  const first = page.getByRole('main').locator('a[href^="tel:+49"]').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectSound(page, 'Telefonliste einer Lehrkraft')
})
