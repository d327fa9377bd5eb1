import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, notice, openAs, putNote, putStatus, signIn, title, uniqueName } from './staff-calls.ts'

/** Three months after the anchor's day. */
const UNTIL = '20.02.2027'
const PREVIEW = '/app/admin/loeschvorschau'

/** A rejected application with a note: the note goes in a week. */
const rejected = async (page: Page) => {
  const lastname = uniqueName('Frist')
  const { id } = await enterApplication(page, { firstname: 'Ida', lastname })
  await putNote(page, id, { internal_note: 'Hospitation war im Mai.', version: 1 })
  await putStatus(page, id, 'rejected')
  return { id, name: `${lastname}, Ida` }
}
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const held = (page: Page) => page.getByRole('region', { name: /^Ausgesetzt/ })
const fillHold = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Grund' }).fill('Die Familie hat Widerspruch eingelegt.')
  await page.getByRole('textbox', { name: 'Aufbewahren bis' }).fill(UNTIL)
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung aussetzen' }).click()
}

test('what goes soon is shown, kept for a reason, and let go again', async ({ page, browser }) => {
  await signIn(page, 'leitung.fsw')
  const { id, name } = await rejected(page)
  await page.goto(PREVIEW)
  await expect(title(page)).toHaveText('Löschvorschau')
  const group = page.getByRole('region', { name: /^Interne Notiz/ })
  await expect(group.getByRole('link', { name })).toBeVisible()
  await group.getByRole('button', { name: `Löschung aussetzen: ${name}` }).click()

  // Without a reason nothing is kept.
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung aussetzen' }).click()
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  const until = page.getByRole('textbox', { name: 'Aufbewahren bis' })
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await group.getByRole('button', { name: `Löschung aussetzen: ${name}` }).click()
  // Two digits of the year are read as the last century: the field says so, and nothing else.
  await until.fill(UNTIL.replace('.20', '.'))
  await page.getByRole('textbox', { name: 'Grund' }).click()
  await expect(until).toHaveAccessibleDescription(/^Das Jahr 19\d\d liegt weit zurück\. Höchstens/)
  await page.getByRole('button', { name: `Meinten Sie ${UNTIL}?` }).click()
  await expect(until).toHaveAccessibleDescription(/^Höchstens/)
  await until.fill('1.1.2040')
  await page.getByRole('textbox', { name: 'Grund' }).click()
  await expect(page.getByText('Bitte höchstens 24 Monate ab heute.').first()).toBeVisible()
  await fillHold(page)
  await expect(notice(page, 'Die Löschung ist ausgesetzt.')).toBeVisible()
  await expect(held(page).getByRole('row', { name: new RegExp(name) })).toContainText(UNTIL)
  await expect(group.getByRole('link', { name })).toHaveCount(0)

  await page.getByRole('link', { name }).click()
  const card = page.getByRole('region', { name: 'Aufbewahrung' })
  await expect(card).toContainText(`Löschung ausgesetzt bis ${UNTIL}.`)
  await expect(card).toContainText('Die Familie hat Widerspruch eingelegt. (Katharina Vogt)')
  await card.getByRole('button', { name: 'Aussetzung beenden' }).click()
  await expect(card).toContainText(/Wird am \d\d\.\d\d\.\d{4} gelöscht \(abgelehnt\)\./)
  await notice(page, 'Die Aussetzung ist beendet.').getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card).toContainText(`Löschung ausgesetzt bis ${UNTIL}.`)

  const teacher = await openAs(browser, 'lehrer.fsw')
  expect((await teacher.request.get(`/api/admin/retention/${id}`)).status()).toBe(403)
  await teacher.context().close()
})

const soundEverywhere = async (page: Page) => {
  test.setTimeout(120_000)
  await signIn(page, 'leitung.fsw')
  const { id, name } = await rejected(page)
  await page.goto(PREVIEW)
  await expect(rowOf(page, name)).toBeVisible()
  await expectSound(page, 'Löschvorschau')
  await page.getByRole('button', { name: `Löschung aussetzen: ${name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschung aussetzen' }).click()
  await expectSound(page, 'Aussetzen mit Fehlern')
  await fillHold(page)
  await expect(held(page)).toContainText(name)
  await expectSound(page, 'Ausgesetzt')
  await page.goto(`/app/admin/bewerbungen/details/${id}`)
  await expect(page.getByRole('region', { name: 'Aufbewahrung' })).toBeVisible()
  await expectSound(page, 'Bewerbung')
}

test('preview, dialog and card are sound on a desk', ({ page }) => soundEverywhere(page))
test('preview, dialog and card are sound on a phone @phone', ({ page }) => soundEverywhere(page))
