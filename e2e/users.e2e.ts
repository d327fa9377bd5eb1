import { type Browser, expect, type Page } from '@playwright/test'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { mailedLink, typeLogin } from './own-account.ts'
import { signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const PASSWORD = 'Ein Apfel am Abend'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const makeByKeys = async (page: Page, { name, email }: { name: string; email: string }) => {
  await stepToAndPress(page, button(page, 'neuen Benutzer erzeugen'))
  const form = dialog(page, 'Benutzer erstellen')
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await stepTo(page, form.getByLabel('E-Mail'))
  await page.keyboard.type(email)
  await stepTo(page, form.getByRole('radio', { name: 'ohne Rolle' }))
  await page.keyboard.press('ArrowUp')
  await expect(form.getByRole('radio', { name: 'Betrachter' })).toBeChecked()
  await stepToAndPress(page, form.getByRole('button', { name: 'Anlegen' }))
  await expect(page.getByText(`Konto angelegt. ${name} erhält eine E-Mail und hat 60 Minuten Zeit`)).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(button(page, 'neuen Benutzer erzeugen')).toBeFocused()
}

/** The owner of the account follows the link in the mail, sets a password and logs in with it. */
const openOwner = async (browser: Browser, link: URL, email: string) => {
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(link.pathname + link.search)
  await owner.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await owner.getByLabel('Passwort Bestätigung').fill(PASSWORD)
  await owner.keyboard.press('Enter')
  await expect(title(owner)).toHaveText('Login')
  await typeLogin(owner, { email, password: PASSWORD })
  await expect(title(owner)).toContainText('Willkommen')
  return owner
}

const takeRoleByKeys = async (page: Page, name: string) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Benutzer suchen' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(title(page)).toHaveText('Benutzer Verwaltung 1')
  await stepToAndPress(page, button(page, `${name} bearbeiten`))
  const form = dialog(page, 'Benutzer bearbeiten')
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' Zwei')
  await stepTo(page, form.getByRole('radio', { name: 'Betrachter' }))
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: 'ohne Rolle' })).toBeChecked()
  await stepToAndPress(page, form.getByRole('button', { name: 'Übernehmen' }))
  await expect(form).toHaveCount(0)
  await expect(button(page, `${name} Zwei bearbeiten`)).toBeFocused()
}

test('an account is made by keys alone, its owner comes by the mail, and a role taken away is gone at the next request', async ({
  page,
  browser,
}) => {
  const [name, email] = [uniqueName('Frau '), `${uniqueName('frau-')}@example.org`]
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/user-management')
  await makeByKeys(page, { name, email })
  // The list reloads itself until the mail has left.
  await expect(row(page, name)).toContainText(/Einladung läuft in \d+ min ab/, { timeout: 20_000 })

  const owner = await openOwner(browser, await mailedLink(page, { email, subject: 'Zugang' }), email)
  await owner.goto('/app/admin/sus')
  await expect(owner.getByRole('table', { name: 'Schülerinnen und Schüler' }).getByRole('row').nth(1)).toBeVisible()

  await takeRoleByKeys(page, name)
  await expect(row(page, `${name} Zwei`)).not.toContainText('Einladung')
  await owner.getByRole('searchbox').fill('Anna')
  await expect(dialog(owner, 'Rechte geändert')).toBeVisible()
  await owner.reload()
  await expect(owner.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  await owner.context().close()
})
