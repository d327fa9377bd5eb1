import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { askAs, PASSWORD, signIn, title, uniqueName } from './staff-calls.ts'

const CALL = '/api/admin/doMailTest'

/** The menu is an overlay on a phone. */
const openDialog = async (page: Page) => {
  await signIn(page, 'admin')
  await page.goto('/app/')
  const button = page.getByRole('button', { name: 'E-Mail-Test', exact: true })
  const menu = page.getByRole('button', { name: 'Menü öffnen' })
  await expect(button.or(menu).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Test Email erstellen' })
  await expect(dialog.getByLabel('An', { exact: true })).toBeFocused()
  return dialog
}

interface CaughtMail {
  to: string
  subject: string
  text: string
}

test('an admin sends a test mail and reads what the mail server said', async ({ page }) => {
  const to = `${uniqueName('test-')}@example.org`
  const dialog = await openDialog(page)
  await expect(dialog.getByLabel('Von', { exact: true })).toHaveAttribute('readonly', '')
  await expect(dialog.getByText(/„Senden als“.*kann ein Tag vergehen/)).toBeVisible()
  await expect(dialog.getByLabel('An', { exact: true })).toHaveValue('admin@example.org')
  await expect(dialog.getByLabel('Betreff')).toHaveValue('Testmail SMTP-Test')
  await expect(dialog.getByLabel('Inhalt')).toHaveValue(/^Guten Tag,/)
  await dialog.getByLabel('An', { exact: true }).fill(to)
  await dialog.getByLabel('Betreff').fill('Kommt das an?')
  await dialog.getByRole('button', { name: 'Senden' }).click()
  const message = page.getByRole('dialog', { name: 'Hinweis' })
  await expect(message).toContainText('E-Mail wurde erfolgreich gesendet')
  await message.getByRole('button', { name: 'OK' }).click()
  await dialog.getByText('Antwort des Servers').click()
  await expect(dialog.getByText('Status 200: E-Mail wurde erfolgreich gesendet')).toBeVisible()

  const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
  const caught = mails.filter((mail) => mail.to === to)
  expect(caught).toHaveLength(1)
  expect(caught[0]?.subject).toBe('Kommt das an?')
  expect(caught[0]?.text).toContain('Testnachricht')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(dialog).toHaveCount(0)
})

test('what is missing or refused is said, by field and in the words of the server', async ({ page }) => {
  const dialog = await openDialog(page)
  for (const name of ['An', 'Betreff', 'Inhalt']) await dialog.getByLabel(name, { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Senden' }).click()
  await expect(dialog.getByText('Bitte prüfen Sie 3 Angaben:')).toBeVisible()
  await expect(dialog.getByLabel('An', { exact: true })).toHaveAccessibleDescription('Dieses Feld ist ein Pflichtfeld.')

  await dialog.getByLabel('An', { exact: true }).fill('anna@example.org')
  await dialog.getByLabel('Betreff').fill('Test')
  await dialog.getByLabel('Inhalt').fill('Test')
  const refuse = (status: number, json: unknown) =>
    page.route(`**${CALL}`, (route) => route.fulfill({ status, json }), { times: 1 })
  const message = page.getByRole('dialog', { name: 'Fehler' })
  await refuse(422, { message: 'Der Mailserver antwortet: 550 No such user' })
  await dialog.getByRole('button', { name: 'Senden' }).click()
  await expect(message).toContainText('Der Mailserver antwortet: 550 No such user')
  await message.getByRole('button', { name: 'OK' }).click()
  await refuse(500, {})
  await dialog.getByRole('button', { name: 'Senden' }).click()
  await expect(message).toContainText('Es ist ein unbekannter Fehler aufgetreten')
  await message.getByRole('button', { name: 'OK' }).click()
  await refuse(422, {
    message: 'Bitte prüfen Sie Ihre Angaben.',
    errors: { to: ['Dies ist keine gültige E-Mail-Adresse.'] },
  })
  await dialog.getByRole('button', { name: 'Senden' }).click()
  await expect(dialog.getByLabel('An', { exact: true })).toHaveAccessibleDescription(
    'Dies ist keine gültige E-Mail-Adresse.',
  )
  await expect(dialog.getByLabel('Inhalt')).toHaveValue('Test')
})

test('by keyboard alone a mail is written and sent; what is typed is not lost', async ({ page }) => {
  const to = `${uniqueName('tasten-')}@example.org`
  await signIn(page, 'admin')
  await page.goto('/app/')
  const palette = page.getByRole('combobox', { name: 'Seite oder Befehl' })
  await expect(title(page)).toBeVisible()
  await title(page).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette).toBeFocused()
  await page.keyboard.type('e-mail-test')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Test Email erstellen' })
  await expect(dialog.getByLabel('An', { exact: true })).toBeFocused()
  await page.keyboard.type(to)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Ungespeicherte Änderungen' })
  await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('An', { exact: true })).toBeFocused()
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
  // It has been sent: nothing is lost.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
  expect(mails.filter((mail) => mail.to === to).map(({ subject }) => subject)).toEqual(['Ohne Maus'])
})

test('a mail that the end of the session interrupts is there again after the login', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('An', { exact: true }).fill('anna@example.org')
  await dialog.getByLabel('Inhalt').fill('Mitten im Satz')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Senden' }).click()
  await expect(title(page)).toHaveText('Login')
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('E-Mail').fill('admin@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(dialog.getByLabel('An', { exact: true })).toHaveValue('anna@example.org')
  await expect(dialog.getByLabel('Inhalt')).toHaveValue('Mitten im Satz')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(dialog).toHaveCount(0)
})

test('nobody but an admin finds it or may call it', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible()
  // The admin's tools come late.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'E-Mail-Test' })).toHaveCount(0)
  const body = { from: 'schulhof@localhost', to: 'anna@example.org', subject: 'Test', content: 'Test' }
  expect((await askAs(page, { method: 'POST', path: CALL, body })).status()).toBe(403)
})

const sound = async (page: Page) => {
  const dialog = await openDialog(page)
  await expectSound(page, 'E-Mail-Test')
  await expect(dialog.getByRole('button', { name: 'Senden' })).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel('An', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Senden' }).click()
  await expect(dialog.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await expectSound(page, 'E-Mail-Test mit Fehlern')
}

test('the dialog is sound on a desk', ({ page }) => sound(page))
test('the dialog is sound on a phone @phone', ({ page }) => sound(page))
