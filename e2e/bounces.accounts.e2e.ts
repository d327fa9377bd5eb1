import { expect } from '@playwright/test'
import { openOwnSchool } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

test('an invitation that comes back marks the user until the address is another one', async ({ page, browser }) => {
  test.setTimeout(90_000)
  await openOwnSchool(browser, page)
  const name = uniqueName('Irrläufer ')
  const row = page.getByRole('row', { name: new RegExp(name) })
  const onlyMarked = page.getByRole('checkbox', { name: 'nur nicht erreichbare Adressen' })

  await test.step('the list of users says so', async () => {
    await page.goto('/app/user-management')
    await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
    const form = page.getByRole('dialog', { name: 'Benutzer erstellen' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('E-Mail').fill(`${uniqueName('irr')}@schule.invalid`)
    await form.getByRole('button', { name: 'Anlegen' }).click()
    await expect(row.getByText('Adresse nicht erreichbar')).toBeVisible({ timeout: 30_000 })
    await expect(row.getByText(/^seit .*\. Die Adresse gibt es nicht\.$/)).toBeVisible()
    await expectSoundAndFits(page, 'a user who cannot be reached')
  })

  await test.step('the start page leads to it', async () => {
    await page.goto('/app/')
    await page.getByRole('link', { name: /^Zur Liste: Benutzer .* per E-Mail nicht erreichbar$/ }).click()
    await expect(title(page)).toContainText('Benutzer Verwaltung')
    await expect(onlyMarked).toBeChecked()
    await expect(row).toBeVisible()
  })

  await test.step('a new address ends it', async () => {
    await page.getByRole('searchbox', { name: 'Benutzer suchen' }).fill(name)
    await page.getByRole('button', { name: `${name} bearbeiten` }).click()
    const form = page.getByRole('dialog', { name: 'Benutzer bearbeiten' })
    await form.getByLabel('E-Mail').fill(`${uniqueName('neu')}@example.org`)
    await form.getByRole('button', { name: 'Übernehmen' }).click()
    await expect(form).toHaveCount(0)
    await expect(row).toHaveCount(0)
    await onlyMarked.uncheck()
    await expect(row).toBeVisible()
    await expect(row.getByText('Adresse nicht erreichbar')).toHaveCount(0)
  })
})
