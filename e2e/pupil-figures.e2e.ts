import { expect, type Locator, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { countClicks } from './count-clicks.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const FIGURES = '/app/admin/sus/zahlen'
const numbers = (page: Page, name: string) => page.getByRole('region', { name })
const countOf = async (page: Page, name: RegExp) => {
  const text = await page.getByRole('link', { name }).first().textContent()
  return Number(text)
}

test('the autumn statistics: from the list to the numbers, from a number to its children, and all as a file', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/sus')
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Ansichten' }).click()
  await page.getByRole('menuitem', { name: 'Zahlen für das Schulamt' }).click()
  await expect(title(page)).toHaveText('Zahlen für das Schulamt')
  await expect(numbers(page, 'Förderschwerpunkt nach Klassenstufe')).toBeVisible()
  await expectSound(page, 'Zahlen für das Schulamt')

  const girls = await countOf(page, /^\d+: Klassenstufe 3, weiblich$/)
  await page.getByRole('link', { name: /: Klassenstufe 3, weiblich$/ }).click()
  expect(await clicks()).toBeLessThanOrEqual(3)
  await expect(title(page)).toHaveText(new RegExp(`^Schülerinnen und Schüler\\D*${girls}\\D*$`))
  await expect(page.getByText(new RegExp(`^Klassenstufe 3, weiblich, am [\\d.]+: ${girls} Kinder$`))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Stichtag: \d\d\.\d\d\.\d{4}/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Zahlen für das Schulamt' }).click()
  await expect(title(page)).toHaveText('Zahlen für das Schulamt')
  await expect(page).toHaveURL(/#figures-schoolgrade\.gender$/)
  await expect(numbers(page, 'Klassenstufe nach Geschlecht')).toBeInViewport()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Schuelerzahlen-\d\d-\d\d-\d{4}\.xlsx$/)
})

test('a table of one’s own on another day stands in the address; a day without children says so', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(FIGURES)
  await page.getByLabel('Was gezählt wird').selectOption('Eigene Tabelle')
  await page.getByLabel('Zeilen').selectOption('Staatsangehörigkeit')
  await page.getByLabel('Spalten').selectOption('Klassenstufe')
  await expect(numbers(page, 'Staatsangehörigkeit nach Klassenstufe')).toContainText('Ein Kind kann hier mehrere')
  await expect(page).toHaveURL(/tabelle=nationalities\.schoolgrade/)
  // The same field on both sides turns the table round.
  await page.getByLabel('Zeilen').selectOption('Klassenstufe')
  await expect(numbers(page, 'Klassenstufe nach Staatsangehörigkeit')).toBeVisible()
  await page.getByLabel('Spalten').selectOption('keine, nur Summen')
  await expect(numbers(page, 'Klassenstufe').getByRole('columnheader')).toHaveText(['Klassenstufe', 'Gesamt'])

  const day = page.getByLabel('Stichtag', { exact: true })
  await day.fill('1.1.1990')
  await day.press('Enter')
  await expect(page.getByText('Kein Kind war am 01.01.1990 an der Schule.')).toBeVisible()
  await expect(
    page.getByText(/Kinder, deren Daten inzwischen gelöscht sind oder nie eingetragen wurden, fehlen\./),
  ).toBeVisible()
  await expect(page).toHaveURL(/tag=1990-01-01/)
  await page.reload()
  await expect(day).toHaveValue('01.01.1990')

  await day.fill('1.10.2026')
  await day.press('Enter')
  await page.getByRole('link', { name: /: Klassenstufe 3$/ }).click()
  await expect(title(page)).toHaveText(/^Schülerinnen und Schüler/)
  await page.getByRole('link', { name: 'Zahlen für das Schulamt' }).click()
  await expect(day).toHaveValue('01.10.2026')
  await expect(numbers(page, 'Klassenstufe').getByRole('columnheader')).toHaveText(['Klassenstufe', 'Gesamt'])
})

test('numbers of a day are read on a phone without moving sideways @phone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(FIGURES)
  await expect(numbers(page, 'Geburtsjahr nach Klassenstufe')).toBeVisible()
  expect(await sidewaysPixels(page)).toBe(0)
  await expectSound(page, 'Zahlen für das Schulamt am Telefon')
  // All grades are in sight.
  await page.goto(`${FIGURES}?tabelle=nationalities.schoolgrade`)
  const last = await page.getByRole('columnheader', { name: '6', exact: true }).boundingBox()
  expect((last?.x ?? 1000) + (last?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0)
  await page.goto(`${FIGURES}?tabelle=schoolgrade.nationalities`)
  const left = async (cell: Locator) => (await cell.boundingBox())?.x ?? 0
  const name = page.getByRole('rowheader', { name: '3', exact: true })
  const sum = page.getByRole('columnheader', { name: 'Gesamt' })
  const [nameLeft, sumLeft] = [await left(name), await left(sum)]
  await page.getByRole('columnheader').last().scrollIntoViewIfNeeded()
  await expect.poll(() => left(sum)).toBeLessThan(sumLeft)
  expect(await left(name)).toBe(nameLeft)
})
