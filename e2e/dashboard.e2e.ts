import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a teacher finds the own classes and opens their list', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  const classes = page.getByRole('region', { name: 'Meine Klassen heute' })
  const list = classes.getByRole('link', { name: /^Klassenliste / }).first()
  await expect(list).toBeVisible()
  await expectSound(page, 'Start einer Lehrkraft')
  await list.click()
  await expect(title(page)).toHaveText(/^Klassenliste /)
  await expect(page.getByRole('button', { name: 'Drucken', exact: true })).toBeVisible()
})

/** Answers like a school that requires a second factor of its heads: the server then grants no rights. */
const lackSecondFactor = (page: Page) =>
  page.route('**/api/basedata', async (route) => {
    const reply = await route.fetch()
    const baseData = await reply.json()
    const session = { ...baseData.session, lacks_two_factor: true }
    await route.fulfill({ response: reply, json: { ...baseData, session, permissions: [] } })
  })

test('a head sees bars and their table and all classes, and without the second factor only the way to it', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  const stats = page.getByRole('region', { name: 'Schülerinnen und Schüler' })
  await press(page, 'Kinder je Klasse anzeigen')
  const rows = stats.getByRole('table', { name: 'Kinder je Klasse' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(rows.nth(1)).toHaveText(/^1\/2 Dachse/)
  await expectSound(page, 'Start mit Diagramm')
  await press(page, 'Als Tabelle zeigen')
  await expect(rows.last().getByRole('cell').first()).toBeInViewport()
  await press(page, 'Klassen anzeigen')
  const links = page.getByRole('region', { name: 'Klassen', exact: true }).getByRole('list').getByRole('link')
  await expect(links).toHaveCount(10)
  await expect(links.first()).toHaveText(/^1\/2 Dachse/)
  await expect(links.last()).toHaveText(/^6a/)
  await expectSound(page, 'Start mit Tabelle')
  await links.last().click()
  await expect(title(page)).toHaveText(/^Klasse 6a/)

  await lackSecondFactor(page)
  await page.goto('/app/')
  await expect(page.getByText(/^Ihre Schule verlangt die Zwei-Faktor-Anmeldung\./)).toBeVisible()
  await expectSound(page, 'Zweiter Faktor fehlt')
  await page.getByRole('link', { name: 'Zum Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
})
