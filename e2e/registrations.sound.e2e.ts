import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, signIn, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })

const soundEverywhere = async (page: Page) => {
  test.setTimeout(180_000)
  const lastname = uniqueName('Rundgang')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ina', lastname, mail: `${lastname}@example.org` })
  await page.goto('/app/')
  await expect(statusOf(page, `Ina ${lastname}`)).toBeVisible()
  await expectSound(page, 'Start')
  await page.goto(`${LIST}?search=${lastname}`)
  await expect(page.getByRole('link', { name: `${lastname}, Ina` })).toBeVisible()
  await expectSound(page, 'Liste')
  await statusOf(page, `Ina ${lastname}`).click()
  await expect(page.getByRole('menuitem', { name: 'Angenommen' })).toBeVisible()
  await expectSound(page, 'Statusmenü')
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await page.getByRole('button', { name: `Aktionen: Ina ${lastname}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Löschen' })).toBeVisible()
  await expectSound(page, 'Zeilenmenü')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Schuljahr/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'alle Schuljahre' })).toBeVisible()
  await expectSound(page, 'Filter')
  await page.goto(`${LIST}?search=xyzq`)
  await expect(page.getByText('Keine Treffer für „xyzq“.')).toBeVisible()
  await expectSound(page, 'Keine Treffer')
  await page.goto(`${LIST}/details/${id}`)
  await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
  await expectSound(page, 'Details')
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  await expect(page.getByRole('radio', { name: 'Klasse noch offen' })).toBeVisible()
  await expectSound(page, 'Übernahme')
  await page.goto(`${LIST}/neu`)
  await page.getByRole('button', { name: 'Bewerbung anlegen' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
  await expectSound(page, 'Neue Bewerbung mit Fehlern')
}

test('pages, menus and dialogs are sound on a desk', ({ page }) => soundEverywhere(page))
test('pages, menus and dialogs are sound on a phone @phone', ({ page }) => soundEverywhere(page))
