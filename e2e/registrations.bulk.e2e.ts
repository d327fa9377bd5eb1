import { readFileSync } from 'node:fs'
import { expect, type Page, type Route } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { askAs, enterApplication, heldNotice, notice, putStatus, signIn, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const BULK = '**/api/admin/schoolRegistration/bulkStatus'

const countWith = async (page: Page, lastname: string, status: string) => {
  const path = `/api/admin/schoolRegistration?search=${lastname}&status=${status}`
  return (await (await askAs(page, { method: 'GET', path })).json()).total
}
const chooseStatus = async (page: Page, status: string) => {
  await page.getByRole('button', { name: 'Status ändern', exact: true }).click()
  await page.getByRole('menuitem', { name: status }).click()
}
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** While a call of many lasts, the page shows how far it is. */
const scanProgress = async (page: Page) => {
  const isSeen = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await isSeen.promise
    await route.continue()
  }
  await page.route(BULK, hold, { times: 1 })
  await chooseStatus(page, 'Angenommen')
  await expect(dialogOf(page, 'Status ändern: Angenommen').getByText('0 von 3')).toBeVisible()
  await expectSound(page, 'progress')
  isSeen.resolve()
}

test('many are accepted, taken back, written to and saved as a file; a stale one stays chosen', async ({ page }) => {
  const lastname = uniqueName('Zehn')
  await signIn(page, 'leitung.fsw')
  const kai = await enterApplication(page, { firstname: 'Kai', lastname })
  await enterApplication(page, { firstname: 'Lea', lastname })
  await enterApplication(page, { firstname: 'Mit', lastname, mail: `${uniqueName('m')}@example.org` })
  await page.goto(`${LIST}?search=${lastname}`)
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await expect(page.getByText('3 ausgewählt')).toBeVisible()
  await expectSound(page, 'the bar')

  await test.step('all are accepted, with the way back', async () => {
    await scanProgress(page)
    const done = await heldNotice(page, '3 Bewerbungen: Angenommen.')
    expect(await countWith(page, lastname, 'accepted')).toBe(3)
    await done.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(notice(page, '3 Änderungen sind zurückgenommen.')).toBeVisible()
    expect(await countWith(page, lastname, 'new')).toBe(3)
  })
  await test.step('what is filtered becomes a file with two presses', async () => {
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Als CSV-Datei' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(lastname)
  })
  await test.step('one that somebody else changed meanwhile stays chosen with its reason', async () => {
    await page.getByRole('checkbox', { name: `Kai ${lastname} auswählen` }).check()
    await expect(page.getByText('1 ausgewählt')).toBeVisible()
    await putStatus(page, kai.id, 'rejected')
    await chooseStatus(page, 'Angenommen')
    const dialog = dialogOf(page, 'Status ändern: Angenommen')
    await expect(dialog.getByRole('listitem')).toContainText('Der Status wurde inzwischen geändert.')
    await expectSound(page, 'a stale one')
    await dialog.getByRole('button', { name: 'Schließen' }).click()
    await expect(page.getByText('1 ausgewählt')).toBeVisible()
  })
})
