import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, heldNotice, notice, putStatus, signIn, transform, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('a deleted application can be brought back', async ({ page }) => {
  const lastname = uniqueName('Korb')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Ben', lastname })
  await page.goto(`${LIST}?search=${lastname}`)
  await page.getByRole('button', { name: `Aktionen: Ben ${lastname}` }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  const binned = await heldNotice(page, `(Ben ${lastname}) gelöscht.`)
  await expect(page.getByText(`Keine Treffer für „${lastname}“.`)).toBeVisible()
  await binned.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('link', { name: `${lastname}, Ben` })).toBeVisible()
})

test('what was deleted waits in the bin, and what became a pupil goes only after a question', async ({ page }) => {
  const lastname = uniqueName('Tonne')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Kai', lastname })
  await putStatus(page, id, 'accepted')
  expect((await transform(page, id)).status()).toBe(201)
  await page.goto(`${LIST}?search=${lastname}`)
  const openMenu = () => page.getByRole('button', { name: `Aktionen: Kai ${lastname}` }).click()
  const remove = page.getByRole('menuitem', { name: 'Löschen' })
  await openMenu()
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Bewerbung löschen' })
  await expect(question).toContainText(`Kai ${lastname}`)
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, lastname)).toBeVisible()
  await openMenu()
  await remove.click()
  await question.getByRole('button', { name: 'Bewerbung löschen' }).click()
  await expect(page.getByText(`Keine Treffer für „${lastname}“.`)).toBeVisible()

  await page.getByRole('button', { name: 'Weitere', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Papierkorb (30 Tage)' }).click()
  await page.keyboard.press('Escape')
  await expect(row(page, lastname)).toBeVisible()
  await expectSound(page, 'Papierkorb')
  await openMenu()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  await expect(notice(page, `Die Bewerbung von Kai ${lastname} ist wieder da.`)).toBeVisible()
  await page.goto(`${LIST}?search=${lastname}`)
  await expect(page.getByRole('link', { name: `${lastname}, Kai` })).toBeVisible()
})
