import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { enterApplication, notice, putNote, putStatus, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

/** Three months after the anchor's day. */
const UNTIL = '20.02.2027'
const DESK = { width: 1366, height: 768 }
const PHONE = { width: 360, height: 740 }
const PREVIEW = '/app/admin/loeschvorschau'

/** A rejected application with a note, which is deleted in a week. */
const rejected = async (page: Page) => {
  const lastname = uniqueName('Frist')
  const { id } = await enterApplication(page, { firstname: 'Ida', lastname })
  await putNote(page, id, { internal_note: 'Hospitation war im Mai.', version: 1 })
  await putStatus(page, id, 'rejected')
  return { name: `${lastname}, Ida` }
}
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const held = (page: Page) => page.getByRole('rowgroup', { name: /^Ausgesetzt/ })
const fillHold = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Grund' }).fill('Die Familie hat Widerspruch eingelegt.')
  await page.getByRole('textbox', { name: 'Aufbewahren bis' }).fill(UNTIL)
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung aussetzen' }).click()
}

test('what goes soon is shown, kept for a reason, and let go again', async ({ page }) => {
  test.slow()
  await signIn(page, 'leitung.fsw')
  const { name } = await rejected(page)
  await page.goto(PREVIEW)
  await expect(title(page)).toContainText('Löschvorschau')
  const group = page.getByRole('rowgroup', { name: /^Interne Notiz/ })
  await expect(group.getByRole('link', { name })).toBeVisible()
  await expectSound(page, 'Löschvorschau')
  await group.getByRole('button', { name: `Löschung aussetzen: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung aussetzen' }).click()
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expectSound(page, 'Aussetzen mit Fehlern')
  await page.setViewportSize(PHONE)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize(DESK)
  await fillHold(page)
  await expect(notice(page, 'Die Löschung ist ausgesetzt.')).toBeVisible()
  await expect(held(page).getByRole('row', { name: new RegExp(name) })).toContainText(UNTIL)
  await expect(group.getByRole('link', { name })).toHaveCount(0)
  await expectSound(page, 'Ausgesetzt')
  await test.step('the tables are lists of cards on a phone', async () => {
    await page.setViewportSize(PHONE)
    await expect(rowOf(page, name)).toBeVisible()
    // A row that is half hidden below the bar of the frame would be too small for axe.
    await page.evaluate('scrollTo(0, 0)')
    await expectSound(page, 'Löschvorschau on a phone')
    await held(page)
      .getByRole('button', { name: `Aussetzung ändern: ${name}` })
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => sidewaysPixels(page)).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await page.getByRole('link', { name }).click()
  const card = page.getByRole('region', { name: 'Aufbewahrung' })
  await expect(card).toContainText(`Löschung ausgesetzt bis ${UNTIL}.`)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize(DESK)
  await expect(card).toContainText('Die Familie hat Widerspruch eingelegt. (Katharina Vogt)')
  await expectSound(page, 'Bewerbung')
  await card.getByRole('button', { name: 'Aussetzung beenden' }).click()
  await expect(card).toContainText(/Wird am \d\d\.\d\d\.\d{4} gelöscht \(abgelehnt\)\./)
  await notice(page, 'Die Aussetzung ist beendet.').getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card).toContainText(`Löschung ausgesetzt bis ${UNTIL}.`)
})
