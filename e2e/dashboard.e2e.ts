import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { signIn, title } from './staff-calls.ts'

test('a dashboard is never empty: a teacher finds the own classes or why there are none', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  const classes = page.getByRole('region', { name: 'Ihre Klassen' })
  await expect(classes.getByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeVisible()
  const some = { data: [], total: 24, page: 1, per_page: 5 }
  await page.route('**/api/admin/pupil?*', (route) => route.fulfill({ json: some }))
  await page.reload()
  await expect(classes.getByText('24 Kinder')).toBeVisible()
  await expect(classes.getByRole('link', { name: 'Zu den Schülerinnen und Schülern' })).toBeVisible()
  await signIn(page, 'ohnerolle')
  await page.goto('/app/')
  await expect(page.getByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toBeVisible()
  await expect(page.getByText('Bitte wenden Sie sich an Ihre Schulleitung.')).toBeVisible()
})

/** As if the active school asked its heads for a second factor: the server then gives no rights. */
const lackSecondFactor = (page: Page) =>
  page.route('**/api/basedata', async (route) => {
    const reply = await route.fetch()
    const baseData = await reply.json()
    const session = { ...baseData.session, lacks_two_factor: true }
    await route.fulfill({ response: reply, json: { ...baseData, session, permissions: [] } })
  })

test('without the second factor that the school asks for, the dashboard shows the way to it', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await lackSecondFactor(page)
  await page.goto('/app/')
  await expect(page.getByText(/^Ihre Schule verlangt die Zwei-Faktor-Anmeldung\./)).toBeVisible()
  await expect(page.getByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Neueste Bewerbungen' })).toHaveCount(0)
  await expectSound(page, 'Zweiter Faktor fehlt')
  await page.getByRole('link', { name: 'Zum Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
})

test('the dashboard names the day and the school year', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByText(/^Freitag, 20\. November 2026 · Schuljahr 2026\/2027 · /)).toBeVisible()
})

test('a widget that cannot be loaded says so and tries again, the others stand', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const latest = '**/api/admin/schoolRegistration_latest'
  await page.route(latest, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Neueste Bewerbungen' })
  await expect(widget.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Schülerinnen und Schüler' }).getByText('Kinder gesamt')).toBeVisible()
  await page.unroute(latest)
  await widget.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(widget.getByRole('listitem').first()).toBeVisible()
})
