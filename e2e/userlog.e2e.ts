import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { makeAccount } from './own-account.ts'
import { enterApplication, putStatus, signIn, title, uniqueName } from './staff-calls.ts'

const LOG = '/app/admin/userlog'
const table = (page: Page) => page.getByRole('table', { name: 'Benutzeraktionen' })

test('what somebody did stands in the log, with the way to it', async ({ page }) => {
  const lastname = uniqueName('Protokoll')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'accepted')
  await page.goto('/app/user-management')
  await page.getByRole('button', { name: 'Benutzeraktionen' }).click()
  await expect(title(page)).toContainText('Benutzeraktionen')
  await page.getByRole('searchbox', { name: 'Person suchen' }).fill('vogt')
  await page.getByRole('button', { name: 'Aktion', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'hat den Status einer Bewerbung geändert' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/search=vogt/)
  await expect(page).toHaveURL(/action=registration_status_changed/)
  const entry = table(page).getByRole('row', { name: new RegExp(lastname) })
  await expect(entry).toContainText('Katharina Vogt')
  await expect(entry).toContainText('Schulleitung')
  await expect(entry).toContainText('Status')
  await expect(entry).toContainText('gelungen')
  await entry.getByRole('link', { name: new RegExp(lastname) }).click()
  await expect(title(page)).toContainText(lastname)
})

test('a period without entries says so, the export holds what the filters leave', async ({ page, browser }) => {
  const { name } = await makeAccount(browser)
  await signIn(page, 'leitung.fsw')
  await page.goto(`${LOG}?${new URLSearchParams({ search: name })}`)
  await expect(
    table(page)
      .getByRole('row', { name: new RegExp(name) })
      .first(),
  ).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportieren (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^benutzeraktionen-2026-11-20\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines[0]).toContain('Zeit;Person;Rolle;Aktion')
  expect(lines.slice(1).every((line) => line.includes(name))).toBe(true)
  expect(lines.length).toBeGreaterThan(1)

  await page.getByLabel('Bis', { exact: true }).fill('1.2.2020')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/until=2020-02-01/)
  await expect(page.getByRole('button', { name: 'Filter zurücksetzen' })).toBeVisible()
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(page.getByLabel('Bis', { exact: true })).toHaveValue('')
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
})

const soundLog = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LOG)
  await expect(page.getByText('Einträge werden 12 Monate aufbewahrt und dann gelöscht.')).toBeVisible()
  await expect(page.getByText(/^1–10 von/)).toBeVisible()
  await expectSound(page, 'Benutzeraktionen')
  await page.goto(`${LOG}?search=niemandwiedieser`)
  await expect(page.getByText('Keine Treffer für „niemandwiedieser“.')).toBeVisible()
  await expectSound(page, 'Benutzeraktionen ohne Treffer')
}

test('the log: sound on a desk', ({ page }) => soundLog(page))
test('the log: sound on a phone @phone', ({ page }) => soundLog(page))
