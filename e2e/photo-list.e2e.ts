import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { notice, openAs, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Fotoliste 3a, 20.11.2026' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(`^${name}`) })

const openFromClass = async (page: Page) => {
  await page.goto('/app/admin/klassen')
  await page.getByRole('rowheader', { name: '3a', exact: true }).getByRole('link').click()
  await page.getByRole('button', { name: 'Andere Liste drucken' }).click()
  await page.getByRole('menuitem', { name: /^Fotoliste/ }).click()
  await expect(title(page)).toHaveText(/^Fotoliste 3a/)
  await expect(table(page)).toBeVisible()
}

/** Prints, and gives the one sheet of the class. */
const print = async (page: Page) => {
  await page.evaluate('delete document.body.dataset.printed')
  await page.getByRole('button', { name: 'Drucken', exact: true }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  const sheets = await printedSheets(page)
  expect(sheets).toHaveLength(1)
  return sheets[0] ?? ''
}

test('before a trip the class is printed; a withdrawal stands on the list at once, also in another tab', async ({
  page,
  browser,
}) => {
  await page.addInitScript('window.print = () => { document.body.dataset.printed = "yes" }')
  await signIn(page, 'leitung.fsw')
  await openFromClass(page)
  await expectSound(page, 'Fotoliste')
  const first = await print(page)
  expect(first).toContain(withoutBlanks('Fotoliste 3a, 20.11.2026'))
  expect(first).toContain(withoutBlanks('Stand: 20.11.2026'))
  expect(first).toContain(withoutBlanks('dürfen'))
  expect(first).not.toContain('Impressum')

  const agreed = table(page).locator('[data-reach="everywhere"]').getByRole('rowheader').last()
  const name = await agreed.innerText()
  const child = await page.context().newPage()
  await child.goto(new URL((await agreed.getByRole('link').getAttribute('href')) ?? '', page.url()).href)
  await child.getByRole('button', { name: 'Widerrufen: Fotos auf der Internetseite' }).click()
  await expect(notice(child, 'Die Einwilligung ist widerrufen.')).toBeVisible()

  await page.bringToFront()
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await expect(rowOf(page, name)).toContainText('widerrufen am 20.11.2026')
  await expect(rowOf(page, name)).toContainText('neu seit 20.11.2026, vorher: ja')
  await page.getByRole('button', { name: /^Geändert/ }).click()
  await expect(table(page).getByRole('row', { name: /20.11.2026/ })).toHaveCount(1)
  await page.getByRole('button', { name: /^Alle/ }).click()
  expect(await print(page)).toContain(withoutBlanks('neu seit 20.11.2026, vorher: ja'))

  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, 'Fotoliste auf dem Telefon')
  await expect.poll(() => sidewaysPixels(page)).toBe(0)

  const teacher = await openAs(browser, 'lehrer.fsw')
  await openFromClass(teacher)
  await expect(rowOf(teacher, name)).toContainText('widerrufen am 20.11.2026')
  await expect(teacher.getByRole('button', { name: 'Excel' })).toHaveCount(0)
})

test('chosen children have a list of their own, and an Excel file', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/sus?schoolgrade=3')
  const boxes = page.getByRole('table').locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Fotoliste', exact: true }).click()
  await expect(title(page)).toHaveText(/^Fotoliste \d\S*, 20\.11\.2026 2$/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('Fotoliste-Auswahl-2026-11-20.xlsx')
  await expect(page.getByText(/^Verglichen mit der Excel-Datei vom 20.11.2026/).first()).toBeVisible()
})
