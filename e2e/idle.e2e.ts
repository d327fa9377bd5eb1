import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { logInAs } from './own-account.ts'
import { PASSWORD, title } from './staff-calls.ts'

const NEW = '/app/admin/bewerbungen/neu'
const HEAD = { name: 'Katharina Vogt', email: 'leitung.fsw@example.org', password: PASSWORD }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sind Sie noch da?' })

const start = async (page: Page, remember = false) => {
  await page.clock.install()
  await logInAs(page, HEAD, remember)
  await page.goto(NEW)
  await expect(title(page)).toHaveText('Neue Bewerbung')
}

test('after 30 minutes the page asks; who answers stays, with what was typed', async ({ page }) => {
  await start(page)
  await page.getByLabel('Nachname').first().fill('Sommer')
  await page.clock.fastForward('29:50')
  await expect(dialog(page)).toHaveCount(0)
  await page.clock.fastForward(15_000)
  await expect(dialog(page)).toContainText(/1:[45]\d Minuten/)
  const stay = dialog(page).getByRole('button', { name: 'Angemeldet bleiben' })
  await expect(stay).toBeFocused()
  await page.clock.runFor(60_000)
  await expect(dialog(page)).toContainText(/\d+ Sekunden/)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await page.clock.fastForward('20:00')
  await expect(page.getByLabel('Nachname').first()).toHaveValue('Sommer')
  expect((await page.request.get('/api/basedata')).status()).toBe(200)
})

test('who does not answer is logged out, and finds what was typed after the next login', async ({ page }) => {
  await start(page)
  await page.getByLabel('Nachname').first().fill('Winter')
  await page.clock.fastForward('30:05')
  await expect(dialog(page)).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(title(page)).toHaveText('Login')
  await expect(page.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(async () => (await page.request.get('/api/basedata')).status()).toBe(401)

  await page.getByLabel('E-Mail').fill(HEAD.email)
  await page.getByLabel('Passwort', { exact: true }).fill(HEAD.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Weiter zu: Neue Bewerbung' }).click()
  await expect(page.getByLabel('Nachname').first()).toHaveValue('Winter')
})

test('a lid closed over the lunch break ends the session without a question', async ({ page }) => {
  await start(page)
  await page.clock.fastForward('45:00')
  await expect(title(page)).toHaveText('Login')
})

test('keys and pointer count, in any tab', async ({ page, context }) => {
  await start(page)
  const other = await context.newPage()
  await other.goto('/app/')
  await expect(title(other)).toContainText('Willkommen')
  await page.clock.fastForward('20:00')
  await page.mouse.move(200, 200)
  await page.clock.fastForward('20:00')
  await other.bringToFront()
  await other.keyboard.press('Shift')
  await page.clock.fastForward('20:00')
  await expect(dialog(page)).toHaveCount(0)
  await expect(dialog(other)).toHaveCount(0)
  await page.clock.fastForward('10:05')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(other)).toBeVisible()
  await dialog(other).getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('„Eingeloggt bleiben“ is never asked', async ({ page }) => {
  await start(page, true)
  await page.clock.fastForward('50:00')
  await page.clock.fastForward('50:00')
  await page.reload()
  await expect(title(page)).toHaveText('Neue Bewerbung')
})

const soundWarning = async (page: Page) => {
  await start(page)
  await page.clock.fastForward('30:05')
  await expect(dialog(page)).toBeVisible()
  await expectSound(page, 'Sind Sie noch da?')
}

test('the question is sound on a desk', ({ page }) => soundWarning(page))
test('the question is sound on a phone @phone', ({ page }) => soundWarning(page))
