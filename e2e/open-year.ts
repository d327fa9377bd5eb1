import { expect, type Page } from '@playwright/test'
import { askAs, title } from './staff-calls.ts'

export const YEARS_PAGE = '/app/admin/schuljahr'

interface Year {
  id: number
  name: string
  version: number
  free_days: { name: string }[]
}

export const storedYear = async (page: Page, name: string) => {
  const years = (await (await askAs(page, { method: 'GET', path: '/api/admin/schoolyear' })).json()) as Year[]
  const year = years.find((one) => one.name === name)
  expect(year, name).toBeDefined()
  return year as Year
}

export const openYears = async (page: Page) => {
  await page.goto(YEARS_PAGE)
  await expect(title(page)).toHaveText(/^Schuljahre/)
}

export const openYearMenu = async (page: Page, name: string) =>
  page.getByRole('button', { name: `Aktionen: ${name}` }).click()
