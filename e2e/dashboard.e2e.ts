import { expect, test } from '@playwright/test'
import { signIn } from './staff-calls.ts'

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
