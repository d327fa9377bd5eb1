import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { makeAccount } from './own-account.ts'
import { askAs, enterApplication, putStatus, signIn, title, uniqueName } from './staff-calls.ts'

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
  await expect(entry).toHaveCount(1)
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
  await expect(page.getByText(`Keine Treffer für „${name}“, bis 01.02.2020.`)).toBeVisible()
  await page.getByLabel('Von', { exact: true }).fill('2.2.2020')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Bis', { exact: true })).toHaveAccessibleDescription('Das Ende liegt vor dem Beginn.')
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(page.getByLabel('Bis', { exact: true })).toHaveValue('')
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
})

const remover = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text })

test('the actions of an account are not those of its namesake', async ({ page, browser }) => {
  const { name, email } = await makeAccount(browser)
  await signIn(page, 'leitung.fsw')
  const namesake = { name, email: `${uniqueName('gleich-')}@example.org`, roles: [] }
  expect((await askAs(page, { method: 'POST', path: '/api/admin/user', body: namesake })).status()).toBe(201)
  for (const one of [email, namesake.email]) {
    await page.goto(`/app/user-management?${new URLSearchParams({ search: one })}`)
    await page.getByRole('button', { name: `Aktionen: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Benutzeraktionen ansehen' }).click()
    await expect(remover(page, `Filter entfernen: Person: ${name}`)).toBeVisible()
    await expect(page).toHaveURL(/user_id=\d+/)
    if (one === email) {
      await expect(table(page).getByRole('row', { name: /hat über die Einladung ein Passwort gesetzt/ })).toBeVisible()
    } else await expect(page.getByText(`Keine Treffer für Person: ${name}.`)).toBeVisible()
  }
  await remover(page, `Filter entfernen: Person: ${name}`).click()
  await expect(page).not.toHaveURL(/user_id/)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
})

test('the log is filtered by keys alone, down to one object and back', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LOG)
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Person suchen' })).toBeFocused()
  await page.keyboard.type('vogt')
  await expect(page).toHaveURL(/search=vogt/)
  await stepToAndPress(page, page.getByRole('button', { name: 'Aktion', exact: true }))
  // From the end: how many actions stand before it depends on what all the others have done.
  await stepToAndPress(page, page.getByRole('menuitemcheckbox', { name: 'hat sich angemeldet' }), 'ArrowUp')
  await expect(page).toHaveURL(/action=login/)
  await page.keyboard.press('Escape')
  await stepTo(page, page.getByLabel('Von', { exact: true }))
  await page.keyboard.type('20.11.2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2026-11-20/)

  const only = page.getByRole('button', { name: 'nur dieses Objekt: Benutzer Katharina Vogt' })
  await stepToAndPress(page, only.first())
  await expect(page).toHaveURL(/entity_type=user/)
  await expect(page).toHaveURL(/entity_id=\d+/)
  await expect(title(page)).toBeFocused()
  await expect(only).toHaveCount(0)
  await stepToAndPress(page, remover(page, 'Filter entfernen: Benutzer: Katharina Vogt'))
  await expect(page).not.toHaveURL(/entity_id/)
  await expect(title(page)).toBeFocused()
  await expect(only.first()).toBeVisible()
})

test('an export that is cut says so', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.route('**/api/admin/userlog?**', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), total: 61_234 } })
  })
  await page.goto(`${LOG}?action=login`)
  await expect(title(page)).toContainText('61.234')
  await page.getByRole('button', { name: 'Exportieren (CSV)' }).click()
  await expect(page.getByRole('dialog')).toContainText('Die Datei enthält die neuesten 50.000 von 61.234 Einträgen')
})

const soundLog = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LOG)
  await expect(page.getByText('Einträge werden 12 Monate aufbewahrt und dann gelöscht.')).toBeVisible()
  await expect(page.getByText(/^1–50 von/)).toBeVisible()
  await expectSound(page, 'Benutzeraktionen')
  await page.goto(`${LOG}?search=niemandwiedieser`)
  await expect(page.getByText('Keine Treffer für „niemandwiedieser“.')).toBeVisible()
  await expectSound(page, 'Benutzeraktionen ohne Treffer')
}

test('the log: sound on a desk', ({ page }) => soundLog(page))
test('the log: sound on a phone @phone', ({ page }) => soundLog(page))
