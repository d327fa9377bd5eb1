import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { openOwnSchool } from './own-school.ts'
import { enterApplication, putStatus, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LOG = '/app/admin/userlog'
const STATUS_CHANGED = 'Status einer Bewerbung geändert'
const table = (page: Page) => page.getByRole('table', { name: 'Benutzeraktionen' })
const remover = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text })

/** Filters the log by keys, down to one object and back. */
const filterByKeys = async (page: Page, lastname: string) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Person suchen' })).toBeFocused()
  await page.keyboard.type('verwaltung')
  await expect(page).toHaveURL(/search=verwaltung/)
  await stepToAndPress(page, page.getByRole('button', { name: 'Aktion', exact: true }))
  // From the end: how many actions stand before it depends on what all the others have done.
  await stepToAndPress(page, page.getByRole('menuitemcheckbox', { name: STATUS_CHANGED }), 'ArrowUp')
  await expect(page).toHaveURL(/action=registration_status_changed/)
  await page.keyboard.press('Escape')
  await stepToAndPress(page, page.getByRole('button', { name: 'Zeitraum', exact: true }))
  await stepTo(page, page.getByLabel('Von', { exact: true }))
  await page.keyboard.type('20.11.2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-20/)
  await page.keyboard.press('Escape')

  const only = page.getByRole('button', { name: new RegExp(`^nur dieses Objekt: Bewerbung .*${lastname}`) })
  await stepToAndPress(page, only.first())
  await expect(page).toHaveURL(/entity_type=registration/)
  await expect(page).toHaveURL(/entity_id=\d+/)
  await expect(title(page)).toBeFocused()
  await expect(only).toHaveCount(0)
  await stepToAndPress(page, remover(page, /^Filter entfernen: Bewerbung/))
  await expect(page).not.toHaveURL(/entity_id/)
  await expect(title(page)).toBeFocused()
  await expect(only.first()).toBeVisible()
}

const exportFiltered = async (page: Page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportieren (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^benutzeraktionen-2026-11-20\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines[0]).toContain('Zeit;Person;Rolle;Aktion')
  expect(lines.slice(1).every((line) => line.includes('Katharina Vogt'))).toBe(true)
  expect(lines.length).toBeGreaterThan(1)
}

const followEntry = async (page: Page, lastname: string) => {
  await page.getByRole('searchbox', { name: 'Person suchen' }).fill('vogt')
  await page.getByRole('button', { name: 'Aktion', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: STATUS_CHANGED }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/search=vogt/)
  await expect(page).toHaveURL(/action=registration_status_changed/)
  const entry = table(page).getByRole('row', { name: new RegExp(lastname) })
  await expect(entry).toHaveCount(1)
  for (const text of ['Katharina Vogt', 'Schulleitung', 'Status']) await expect(entry).toContainText(text)
  await exportFiltered(page)
  await entry.getByRole('link', { name: new RegExp(lastname) }).click()
  await expect(title(page)).toContainText(lastname)
}

test('what somebody did stands in the log, with the way to it, and leaves as the filters say', async ({ page }) => {
  const lastname = uniqueName('Protokoll')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'accepted')
  await page.goto('/app/user-management')
  await page.getByRole('button', { name: 'Benutzeraktionen' }).click()
  await expect(title(page)).toContainText('Benutzeraktionen')
  await expect(page.getByText('Einträge werden 12 Monate aufbewahrt.')).toBeVisible()
  await expect(page.getByText(/^1–\d+ von/)).toBeVisible()
  await expectSound(page, 'Benutzeraktionen')
  await followEntry(page, lastname)
})

test('the log is filtered by keys alone, down to one object and back', async ({ page, browser }) => {
  const lastname = uniqueName('Tasten')
  // Others who do the same at the same time would share its line.
  await openOwnSchool(browser, page)
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'accepted')
  await page.goto(LOG)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  await filterByKeys(page, lastname)
  await page.getByRole('searchbox', { name: 'Person suchen' }).fill('niemandwiedieser')
  await expect(page.getByText(/^Keine Treffer für „niemandwiedieser“/)).toBeVisible()
  await expectSound(page, 'Benutzeraktionen ohne Treffer')
})

test('the log is cards on a phone, and sound @phone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LOG)
  await expect(page.getByText(/^1–\d+ von/)).toBeVisible()
  await expectSound(page, 'Benutzeraktionen')
  await page.getByRole('searchbox', { name: 'Person suchen' }).fill('niemandwiedieser')
  await expect(
    page.getByText('Keine Treffer für „niemandwiedieser“, von Personen, ohne An- und Abmeldungen.'),
  ).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Benutzeraktionen ohne Treffer').toBe(0)
})
