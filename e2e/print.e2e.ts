import { expect, type Page, test } from '@playwright/test'
import { formPath, title } from './public-form.ts'
import { signIn } from './staff-calls.ts'

/** Everything that would come out dark: backgrounds that are there and not light. */
const DARK_BACKGROUNDS = `[document.documentElement, ...document.body.querySelectorAll('*')]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const [red, green, blue, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number)
    return alpha > 0.5 && red + green + blue < 3 * 100
  })
  .map((element) => element.tagName + '.' + element.className)`

const expectLightPaper = async (page: Page) => {
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(27, 36, 48)')
  expect(await page.evaluate(DARK_BACKGROUNDS)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
}

test('in the dark scheme, too, pages are printed in ink on white paper', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen/ })).toBeVisible()
  await expectLightPaper(page)
  for (const path of ['/app/admin/bewerbungen', '/app/admin/sus']) {
    await page.goto(path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectLightPaper(page)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectLightPaper(page)
  }
  await page.goto(formPath('fsw'))
  await expect(title(page)).toBeVisible()
  await expectLightPaper(page)
})
