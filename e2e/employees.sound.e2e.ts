import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { makeOwnEmployee } from './own-employee.ts'
import { askAs, signIn, title } from './staff-calls.ts'

const PAGE = '/app/admin/mitarbeiter'

const soundList = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(PAGE)
  await expect(page.locator('a[data-row-link]').first()).toBeVisible()
  await expectSound(page, 'Mitarbeitende')
  await page.goto(`${PAGE}?search=niemand`)
  await expect(page.getByText('Keine Treffer für „niemand“.')).toBeVisible()
  await expectSound(page, 'Mitarbeitende ohne Treffer')
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Mitarbeitende anlegen' })
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(form.getByText('Bitte prüfen Sie 3 Angaben:')).toBeVisible()
  await expectSound(page, 'Mitarbeitende anlegen mit Fehlern')
}

const soundPage = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  // Somebody of the demo who leads a class; only looked at.
  const reply = await askAs(page, { method: 'GET', path: '/api/admin/employee' })
  const people = (await reply.json()) as { id: number; classes: { function: string }[] }[]
  const leader = people.find(({ classes }) => classes.some((one) => one.function === 'responsible'))
  await page.goto(`${PAGE}/${leader?.id}`)
  await expect(page.getByRole('list', { name: 'Klassenleitung' })).toBeVisible()
  await expectSound(page, 'Eine Person')
  await page.getByRole('button', { name: 'Klasse geben' }).click()
  const giving = page.getByRole('dialog', { name: /^Klasse geben:/ })
  await giving.getByRole('button', { name: 'Klasse geben' }).click()
  await expect(giving.getByText('Dieses Feld ist ein Pflichtfeld.', { exact: true })).toBeVisible()
  await expectSound(page, 'Klasse geben')
  await giving.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(giving).toHaveCount(0)
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()
  const exit = page.getByRole('dialog', { name: /^Abgang:/ })
  await exit.getByLabel('Letzter Tag an der Schule', { exact: true }).fill('31.1.2027')
  await page.keyboard.press('Tab')
  await expect(exit.getByRole('list', { name: 'Zuordnungen, die enden' })).toBeVisible()
  await expect(exit.getByText('Klassenleitung endet')).toBeVisible()
  await expectSound(page, 'Abgang')
}

const soundAccount = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  const { id, name } = await makeOwnEmployee(page)
  await page.goto(`${PAGE}/${id}`)
  await expect(title(page)).toHaveText(name)
  await page.getByRole('button', { name: 'Konto anlegen und einladen' }).click()
  const invitation = page.getByRole('dialog', { name: 'Konto anlegen und einladen' })
  await expect(invitation.getByRole('radio').first()).toBeVisible()
  await expectSound(page, 'Konto anlegen')
  await invitation.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(invitation).toHaveCount(0)
  await page.getByRole('button', { name: 'Mit Konto verknüpfen' }).click()
  await expect(page.getByRole('combobox', { name: 'Konto' })).toBeVisible()
  await expectSound(page, 'Mit Konto verknüpfen')
}

test('the list of people and the dialog have no fault', ({ page }) => soundList(page))
test('the list of people and the dialog have no fault on a phone @phone', ({ page }) => soundList(page))
test('the page of a person and the exit have no fault', ({ page }) => soundPage(page))
test('the page of a person and the exit have no fault on a phone @phone', ({ page }) => soundPage(page))
test('the dialogs of an account have no fault', ({ page }) => soundAccount(page))
test('the dialogs of an account have no fault on a phone @phone', ({ page }) => soundAccount(page))
