import { expect } from '@playwright/test'
import { signIn } from './staff-calls.ts'
import { test } from './test.ts'

test('three keys lead from the top of the page to the first row', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/bewerbungen')
  const table = page.getByRole('table', { name: 'Bewerbungen' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zur Liste springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(table.locator('a[data-row-link]').first()).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('zum Inhalt oder zur Liste springen')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await test.step('a slash leads to the search of a list of pupils, too, and is a letter in it', async () => {
    await page.goto('/app/admin/sus')
    const field = page.getByRole('searchbox', { name: /suchen/ })
    await expect(field).toBeVisible()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await page.keyboard.press('/')
    await expect(field).toHaveValue('/')
  })
  await test.step('a page without a list has no key that leads to one', async () => {
    await page.goto('/app/profile')
    await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached()
    await expect(page.getByRole('link', { name: 'Zur Liste springen' })).toHaveCount(0)
  })
})
