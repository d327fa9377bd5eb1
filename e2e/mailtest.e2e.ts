import { expect } from '@playwright/test'
import { expectSoundAndFits } from './phone-width.ts'
import { signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

interface CaughtMail {
  to: string
  subject: string
  text: string
}

test('by keyboard alone an admin writes a test mail, which arrives, and the dialog is sound', async ({ page }) => {
  const to = `${uniqueName('tasten-')}@example.org`
  await signIn(page, 'admin')
  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
  await title(page).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Seite oder Befehl' })).toBeFocused()
  await page.keyboard.type('e-mail-test')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Test Email erstellen' })
  await expect(dialog.getByLabel('An', { exact: true })).toBeFocused()
  const send = dialog.getByRole('button', { name: 'Senden' })
  await expect(send).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(send).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await expectSoundAndFits(page, 'E-Mail-Test')
  await page.keyboard.press('Delete')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await expectSoundAndFits(page, 'E-Mail-Test mit Fehlern')
  await dialog.getByLabel('An', { exact: true }).focus()
  await page.keyboard.type(to)
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Betreff')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Ohne Maus')
  await page.keyboard.press('ControlOrMeta+s')
  const message = page.getByRole('dialog', { name: 'Hinweis' })
  await expect(message.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(dialog.getByLabel('Betreff')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(title(page)).toBeFocused()

  const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
  const caught = mails.filter((mail) => mail.to === to)
  expect(caught.map(({ subject }) => subject)).toEqual(['Ohne Maus'])
  expect(caught[0]?.text).toContain('Testnachricht')
})
