import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { askAs, signIn, title, uniqueName } from './staff-calls.ts'

const soundList = async (page: Page) => {
  await signIn(page, 'admin')
  await page.goto('/app/user-management')
  await expect(page.getByText('Alex Amtmann (Sie)')).toBeVisible()
  await expectSound(page, 'Benutzer Verwaltung')
  await page.getByRole('button', { name: 'Aktionen: Miriam Doppel' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sitzungen beenden' })).toBeVisible()
  await expectSound(page, 'Menü einer Zeile')
  await page.keyboard.press('Escape')
  await page.goto('/app/user-management?search=niemand')
  await expect(page.getByText('Keine Treffer für „niemand“.')).toBeVisible()
  await expectSound(page, 'Benutzer ohne Treffer')
}

const soundDialogs = async (page: Page) => {
  await signIn(page, 'admin')
  const name = uniqueName('Klang ')
  await askAs(page, {
    method: 'POST',
    path: '/api/admin/user',
    body: { name, email: `${uniqueName('klang-')}@example.org`, roles: ['schooladmin'] },
  })
  await page.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)
  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  const added = page.getByRole('dialog', { name: 'Benutzer erstellen' })
  await added.getByRole('button', { name: 'Anlegen' }).click()
  await expect(added.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expectSound(page, 'Benutzer erstellen mit Fehlern')
  await added.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(added).toHaveCount(0)
  await page.getByRole('button', { name: `${name} bearbeiten` }).click()
  const edited = page.getByRole('dialog', { name: 'Benutzer bearbeiten' })
  await edited.getByText('Was darf diese Rolle?').click()
  await expectSound(page, 'Benutzer bearbeiten')
  await edited.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(edited).toHaveCount(0)
  await page.getByRole('button', { name: `${name} löschen` }).click()
  await expect(page.getByRole('dialog', { name: 'Wirklich löschen?' })).toBeVisible()
  await expectSound(page, 'Wirklich löschen?')
  await page.keyboard.press('Escape')
}

const soundSchools = async (page: Page) => {
  await signIn(page, 'admin')
  await page.goto('/app/user-management?search=Miriam')
  const opener = page.getByRole('button', { name: 'Zugriff auf mehrere Schulen: Miriam Doppel' })
  await expect(page.getByRole('button', { name: 'Aktionen: Miriam Doppel' })).toBeVisible()
  if (await opener.isVisible()) await opener.click()
  else {
    await page.getByRole('button', { name: 'Aktionen: Miriam Doppel' }).click()
    await page.getByRole('menuitem', { name: 'Zugriff auf mehrere Schulen' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Zugriff auf mehrere Schulen' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectSound(page, 'Zugriff auf mehrere Schulen')
}

const soundPages = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/createuser')
  await page.getByRole('button', { name: 'User anlegen' }).click()
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expectSound(page, 'Neuen User Anlegen mit Fehlern')
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/createuser')
  await expect(title(page)).toHaveText('Neuen User Anlegen')
  await expectSound(page, 'Neuen User Anlegen ohne Recht')
}

for (const { place, look } of [
  { place: 'the list of users', look: soundList },
  { place: 'dialogs of an account', look: soundDialogs },
  { place: 'schools of an account', look: soundSchools },
  { place: 'the page for a new user', look: soundPages },
]) {
  test(`${place}: sound on a desk`, ({ page }) => look(page))
  test(`${place}: sound on a phone @phone`, ({ page }) => look(page))
}
