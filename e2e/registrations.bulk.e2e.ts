import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, enterApplication, heldNotice, signIn, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const BULK = '**/api/admin/schoolRegistration/bulkStatus'

/** So many children of one name, entered five at a time. */
const enterMany = async (page: Page, count: number, lastname: string) => {
  const enter = () => enterApplication(page, { firstname: uniqueName('K'), lastname })
  for (let done = 0; done < count; done += 5)
    await Promise.all(Array.from({ length: Math.min(5, count - done) }, enter))
}
const openList = async (page: Page, lastname: string, rows = 50) => {
  await page.goto(`${LIST}?search=${lastname}&per_page=${rows}`)
  await expect(page.getByRole('table', { name: 'Bewerbungen' }).getByRole('row').nth(1)).toBeVisible()
}
const countWith = async (page: Page, lastname: string, status: string) => {
  const path = `/api/admin/schoolRegistration?search=${lastname}&status=${status}`
  return (await (await askAs(page, { method: 'GET', path })).json()).total
}
const chooseStatus = async (page: Page, status: string) => {
  await page.getByRole('button', { name: 'Status ändern', exact: true }).click()
  await page.getByRole('menuitem', { name: status }).click()
}
const chooseAll = (page: Page) => page.getByRole('checkbox', { name: 'Alle auswählen' }).check()

test('fifty at once: asked before, shown while it runs, taken back after', async ({ page }) => {
  test.slow()
  const lastname = uniqueName('Viele')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, 50, lastname)
  await openList(page, lastname)
  await chooseAll(page)
  await expect(page.getByText('50 ausgewählt')).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  await page.route(BULK, async (route) => {
    calls += 1
    if (calls === 2) await held
    await route.continue()
  })
  await chooseStatus(page, 'Warteliste')
  const question = page.getByRole('dialog', { name: '50 Bewerbungen auf „Warteliste“ setzen?' })
  await question.getByRole('button', { name: '50 Bewerbungen auf die Warteliste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Status ändern: Warteliste' })
  await expect(dialog.getByText('25 von 50')).toBeVisible()
  await expectSound(page, 'progress')
  release()
  await expect(dialog.getByText('50 Bewerbungen: Warteliste.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Schließen' })).toBeFocused()
  expect(await countWith(page, lastname, 'waiting')).toBe(50)
  await dialog.getByRole('button', { name: 'Rückgängig' }).click()
  const undone = page.getByRole('dialog', { name: 'Änderung zurücknehmen' })
  await expect(undone.getByText('50 Änderungen sind zurückgenommen.')).toBeVisible()
  await undone.getByRole('button', { name: 'Schließen' }).click()
  expect(await countWith(page, lastname, 'new')).toBe(50)
  await expect(page.getByRole('region', { name: 'Auswahl' })).toHaveCount(0)
})

test('when the network goes in the middle, it says what is done and goes on from there', async ({ page, browser }) => {
  test.slow()
  const lastname = uniqueName('Netz')
  await openOwnSchool(browser, page)
  await enterMany(page, 30, lastname)
  await openList(page, lastname)
  await chooseAll(page)
  let calls = 0
  await page.route(BULK, (route) => {
    calls += 1
    return calls === 2 ? route.abort() : route.continue()
  })
  await chooseStatus(page, 'Angenommen')
  await page.getByRole('button', { name: '30 Bewerbungen annehmen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Status ändern: Angenommen' })
  await expect(dialog.getByText('25 von 30 sind erledigt. Bei 5 ist offen', { exact: false })).toBeVisible()
  await expect(page.getByText('5 ausgewählt')).toBeVisible()
  expect(await countWith(page, lastname, 'accepted')).toBe(25)
  await dialog.getByRole('button', { name: 'Mit den übrigen 5 weitermachen' }).click()
  await expect(dialog.getByText('30 Bewerbungen: Angenommen.')).toBeVisible()
  expect(await countWith(page, lastname, 'accepted')).toBe(30)
})

test('ten are accepted with three presses and no question; a stale one stays chosen with its reason', async ({
  page,
  browser,
}) => {
  const lastname = uniqueName('Zehn')
  await openOwnSchool(browser, page)
  await enterMany(page, 3, lastname)
  await openList(page, lastname)
  await chooseAll(page)
  await chooseStatus(page, 'Angenommen')
  const done = await heldNotice(page, '3 Bewerbungen: Angenommen.')
  await done.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '3 Änderungen sind zurückgenommen.' })).toBeVisible()

  await page
    .getByRole('link', { name: new RegExp(lastname) })
    .first()
    .focus()
  await page.keyboard.press('x')
  await expect(page.getByText('1 ausgewählt')).toBeVisible()
  const path = `/api/admin/schoolRegistration?search=${lastname}`
  const [row] = (await (await askAs(page, { method: 'GET', path })).json()).data
  const body = { status: 'rejected' }
  await askAs(page, { method: 'PUT', path: `/api/admin/schoolRegistration/${row.id}/changeStatus`, body })
  await chooseStatus(page, 'Angenommen')
  const dialog = page.getByRole('dialog', { name: 'Status ändern: Angenommen' })
  await expect(dialog.getByRole('listitem')).toContainText('Der Status wurde inzwischen geändert.')
  await expectSound(page, 'a stale one')
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect(page.getByText('1 ausgewählt')).toBeVisible()
})

test('unconfirmed addresses get their mail again, and what is filtered becomes a file with two presses', async ({
  page,
}) => {
  const lastname = uniqueName('Brief')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Mit', lastname, mail: `${uniqueName('m')}@example.org` })
  await enterApplication(page, { firstname: 'Ohne', lastname })
  await openList(page, lastname)
  await chooseAll(page)
  await expectSound(page, 'the bar')
  await page.getByRole('button', { name: 'Unbestätigte erneut anschreiben' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bestätigungsmails erneut senden' })
  await expect(dialog.getByText('1 E-Mail gesendet, 1 ohne Adresse.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Ohne' })).toContainText('Keine E-Mail-Adresse.')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Mit' })).toContainText(`E-Mail an Anna ${lastname}.`)
  await dialog.getByRole('checkbox', { name: 'Fehlgeschlagene ausgewählt lassen' }).uncheck()
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect(page.getByRole('region', { name: 'Auswahl' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Als CSV-Datei' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(lastname)
})

test('on a phone one menu holds what is done with many @phone', async ({ page }) => {
  const lastname = uniqueName('Handy')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, 2, lastname)
  await page.goto(`${LIST}?search=${lastname}`)
  const boxes = page.getByRole('checkbox', { name: new RegExp(lastname) })
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Aktionen', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '2 Bewerbungen: Abgelehnt.' })).toBeVisible()
  expect(await countWith(page, lastname, 'rejected')).toBe(2)
})
