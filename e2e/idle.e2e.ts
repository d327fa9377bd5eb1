import { expect, type Page } from '@playwright/test'
import { logInAs } from './own-account.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { PASSWORD, title } from './staff-calls.ts'
import { test } from './test.ts'

const NEW = '/app/admin/bewerbungen/neu'
const HEAD = { name: 'Katharina Vogt', email: 'leitung.fsw@example.org', password: PASSWORD }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sind Sie noch da?' })

test('after 30 minutes without keys or pointer in any tab all of them ask; one answer is enough', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await logInAs(page, HEAD)
  await page.goto(NEW)
  await page.getByLabel('Nachname').first().fill('Sommer')
  const other = await context.newPage()
  await other.goto('/app/')
  await expect(title(other)).toContainText('Willkommen')
  await page.clock.fastForward('20:00')
  await page.mouse.move(200, 200)
  await page.clock.fastForward('20:00')
  await other.bringToFront()
  await other.keyboard.press('Shift')
  await page.clock.fastForward('29:50')
  await expect(dialog(page)).toHaveCount(0)
  await expect(dialog(other)).toHaveCount(0)
  await page.clock.fastForward(15_000)
  await expect(dialog(page)).toContainText(/1:[45]\d Minuten/)
  await expect(dialog(page).getByRole('button', { name: 'Angemeldet bleiben' })).toBeFocused()
  await page.clock.runFor(60_000)
  await expect(dialog(page)).toContainText(/\d+ Sekunden/)
  await expect(dialog(other).getByRole('button', { name: 'Angemeldet bleiben' })).toBeFocused()
  await other.keyboard.press('Enter')
  await expect(dialog(other)).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByLabel('Nachname').first()).toHaveValue('Sommer')
  expect((await page.request.get('/api/basedata')).status()).toBe(200)

  await page.bringToFront()
  await page.clock.fastForward('30:05')
  await expect(dialog(page)).toBeVisible()
  await expectSoundAndFits(page, 'Sind Sie noch da?')
})
