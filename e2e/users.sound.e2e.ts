import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { askAs, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

/** Makes a Schulleitung account, because its dialog has the personal rights, and answers its name. */
const addHead = async (page: Page) => {
  const body = { name: uniqueName('Klang '), email: `${uniqueName('klang-')}@example.org`, roles: ['schooladmin'] }
  const reply = await askAs(page, { method: 'POST', path: '/api/admin/user', body })
  expect(reply.status(), await reply.text()).toBe(201)
  return body.name
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const cancel = async (page: Page) => {
  await press(page, 'Abbrechen')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const openNewWithFaults = async (page: Page) => {
  await press(page, 'neuen Benutzer erzeugen')
  await press(page, 'Anlegen')
  await expect(dialog(page, 'Benutzer erstellen').getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
}

const openEdit = async (page: Page, name: string) => {
  await press(page, `${name} bearbeiten`)
  await dialog(page, 'Benutzer bearbeiten').getByText('Was darf diese Rolle?').click()
}

const soundDialogs = async (page: Page, name: string) => {
  await openNewWithFaults(page)
  await expectSound(page, 'Benutzer erstellen mit Fehlern')
  await cancel(page)
  await openEdit(page, name)
  await expectSound(page, 'Benutzer bearbeiten')
  await cancel(page)
  await press(page, `${name} löschen`)
  await expect(dialog(page, 'Wirklich löschen?')).toBeVisible()
  await expectSound(page, 'Wirklich löschen?')
  await cancel(page)
  await press(page, 'Zugriff auf mehrere Schulen: Miriam Doppel')
  await expect(dialog(page, 'Zugriff auf mehrere Schulen').getByRole('listitem')).toHaveCount(2)
  await expectSound(page, 'Zugriff auf mehrere Schulen')
  await cancel(page)
  await press(page, 'Alex Amtmann bearbeiten')
  await dialog(page, 'Benutzer bearbeiten').getByLabel('E-Mail').fill('umgezogen@example.org')
  await expect(dialog(page, 'Benutzer bearbeiten').getByLabel('Ihr Passwort', { exact: true })).toBeVisible()
  await expectSound(page, 'own address')
  await press(page, 'Abbrechen')
  await press(page, 'Verwerfen')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('accounts are sound on a desk: list, menu, dialogs, and the page for a new user', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'admin')
  const name = await addHead(page)
  await page.goto('/app/user-management')
  await expect(page.getByText('Alex Amtmann (Sie)')).toBeVisible()
  await expectSound(page, 'Benutzer Verwaltung')
  await press(page, 'Aktionen: Miriam Doppel')
  await expect(page.getByRole('menuitem', { name: 'Sitzungen beenden' })).toBeVisible()
  await expectSound(page, 'Menü einer Zeile')
  await page.keyboard.press('Escape')
  await soundDialogs(page, name)
  await page.getByRole('searchbox', { name: 'Benutzer suchen' }).fill('niemand')
  await expect(page.getByText('Keine Treffer für „niemand“.')).toBeVisible()
  await expectSound(page, 'Benutzer ohne Treffer')

  await page.goto('/app/createuser')
  await press(page, 'User anlegen')
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expectSound(page, 'Neuen User Anlegen mit Fehlern')
  await signIn(page, 'lehrer.fsw')
  await page.reload()
  await expect(title(page)).toHaveText('Neuen User Anlegen')
  await expect(page.getByText('Diese Funktion steht ihnen nicht zur Verfügung', { exact: true })).toBeVisible()
  await expectSound(page, 'Neuen User Anlegen ohne Recht')
})

test('accounts are cards on a phone, and nothing of them scrolls sideways @phone', async ({ page }) => {
  await signIn(page, 'admin')
  const name = await addHead(page)
  await page.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)
  await press(page, `Aktionen: ${name}`)
  await page.getByRole('menuitem', { name: 'Zugriff auf mehrere Schulen' }).click()
  await expect(dialog(page, 'Zugriff auf mehrere Schulen').getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => sidewaysPixels(page), 'Zugriff auf mehrere Schulen').toBe(0)
  await cancel(page)
  await openNewWithFaults(page)
  await expect.poll(() => sidewaysPixels(page), 'Benutzer erstellen mit Fehlern').toBe(0)
  await cancel(page)
  await openEdit(page, name)
  await expectSound(page, 'Benutzer bearbeiten')
  await cancel(page)
  await press(page, `${name} löschen`)
  await expect(dialog(page, 'Wirklich löschen?')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Wirklich löschen?').toBe(0)
  await cancel(page)
  await page.getByRole('searchbox', { name: 'Benutzer suchen' }).fill('niemand')
  await expect(page.getByText('Keine Treffer für „niemand“.')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Benutzer ohne Treffer').toBe(0)
  await page.getByRole('searchbox', { name: 'Benutzer suchen' }).fill('example')
  await press(page, 'Aktionen: Miriam Doppel')
  await expect(page.getByRole('menuitem', { name: 'Sitzungen beenden' })).toBeVisible()
  await expectSound(page, 'Benutzer Verwaltung als Karten, Menü einer Karte')

  await page.goto('/app/createuser')
  await press(page, 'User anlegen')
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Neuen User Anlegen mit Fehlern').toBe(0)
  await signIn(page, 'lehrer.fsw')
  await page.reload()
  await expect(title(page)).toHaveText('Neuen User Anlegen')
  await expect.poll(() => sidewaysPixels(page), 'Neuen User Anlegen ohne Recht').toBe(0)
})
