import { expect } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

test('an application from paper is checked like any other and sends mail only on wish', async ({ page }) => {
  const lastname = uniqueName('Papier')
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/bewerbungen')
  await page.getByRole('link', { name: 'Neue Bewerbung' }).click()
  await page.getByRole('button', { name: 'Bewerbung anlegen' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
  await expectSound(page, 'Neue Bewerbung mit Fehlern')

  await page.getByLabel('Vorname(n)').fill('Emil')
  await page.getByLabel('Nachname').first().fill(lastname)
  await page.getByRole('radio', { name: 'männlich' }).check()
  await page.getByRole('textbox', { name: 'Geburtsdatum' }).fill('31.3.21')
  await page.getByLabel('Straße').fill('Dorfstraße')
  await page.getByLabel('Hausnummer').fill('3')
  await page.getByLabel('Postleitzahl').fill('15999')
  await page.getByLabel('Ort', { exact: true }).fill('Wacholderhain')
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  const parent = page.getByRole('group', { name: 'Sorgeberechtigte Person 1' })
  await parent.getByLabel('Vorname').fill('Anna')
  await parent.getByLabel('Nachname').fill(lastname)
  await parent.getByLabel('Beziehung zum Kind').selectOption({ label: 'Mutter' })
  await page.getByRole('radio', { name: 'kein Hort' }).check()
  await expect(page.getByRole('checkbox', { name: 'Bestätigungslink senden' })).toBeDisabled()
  await page.getByRole('button', { name: 'Bewerbung anlegen' }).click()
  await expect(title(page)).toHaveText(`Emil ${lastname}`)
  await expect(page.getByText('Aufgenommen von Papier oder Telefon')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Entscheidung' }).getByText('keine Adresse')).toBeVisible()
  await expect(page.getByText('Bestätigungsmail')).toHaveCount(0)
})
