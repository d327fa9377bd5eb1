import { expect, type Page, test } from '@playwright/test'
import { askAs, enterApplication, PASSWORD, signIn, title, uniqueName } from './staff-calls.ts'

const NEW = '/app/admin/bewerbungen/neu'

/**
 * As if the time were over: the server no longer knows the session of the open page. It hears so by this button, unless
 * it has asked for something by itself before.
 */
const endSessionAndPress = async (page: Page, name: string) => {
  await page.context().clearCookies()
  const button = page.getByRole('button', { name }).last()
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(title(page)).toHaveText('Login', { timeout: 2000 })
  }).toPass({ timeout: 20_000 })
}

const logIn = async (page: Page, account: string) => {
  await expect(title(page)).toHaveText('Login')
  await expect(page.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  await page.keyboard.type(`${account}@example.org`)
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Willkommen')
}

/** Types an application from paper; the server refuses the session when it is sent. */
const typeUntilRefused = async (page: Page, lastname: string) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(NEW)
  await page.getByLabel('Vorname(n)').fill('Emil')
  await page.getByLabel('Nachname').first().fill(lastname)
  await page.getByRole('radio', { name: 'männlich' }).check()
  await page.getByLabel('Geburtsdatum').fill('31.3.2021')
  await page.getByLabel('Straße').fill('Dorfstraße')
  await page.getByLabel('Hausnummer').fill('3')
  await page.getByLabel('PLZ').fill('15999')
  await page.getByLabel('Ort', { exact: true }).fill('Wacholderhain')
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  const parent = page.getByRole('group', { name: 'Sorgeberechtigte Person 1' })
  await parent.getByLabel('Vorname').fill('Anna')
  await parent.getByLabel('Nachname').fill(lastname)
  await parent.getByLabel('Verhältnis zum Kind').selectOption({ label: 'Mutter' })
  await page.getByRole('radio', { name: 'kein Hort' }).check()
  await page.getByLabel('Status').selectOption({ label: 'Warteliste' })
  await endSessionAndPress(page, 'Bewerbung anlegen')
}

test('what was typed when the session ended is there again after the login', async ({ page }) => {
  const lastname = uniqueName('Ablauf')
  await typeUntilRefused(page, lastname)
  await logIn(page, 'leitung.fsw')
  await page.getByRole('button', { name: 'Weiter zu: Neue Bewerbung' }).click()
  await expect(title(page)).toHaveText('Neue Bewerbung')
  await expect(page.getByLabel('Nachname').first()).toHaveValue(lastname)
  await expect(page.getByLabel('Status')).toHaveValue('waiting')
})

test('somebody else who logs in gets nothing of it', async ({ page }) => {
  await typeUntilRefused(page, uniqueName('Geheim'))
  await logIn(page, 'multi')
  await page.getByRole('button', { name: 'Weiter zu: Neue Bewerbung' }).click()
  await expect(title(page)).toHaveText('Neue Bewerbung')
  await expect(page.getByLabel('Nachname').first()).toHaveValue('')
})

test('a note waits for its writer, too', async ({ page }) => {
  const lastname = uniqueName('Merkzettel')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Pia', lastname })
  await page.goto(`/app/admin/bewerbungen/details/${id}`)
  const note = page.getByRole('textbox', { name: 'Interne Notiz' })
  await note.fill('Rückruf am Montag')
  await endSessionAndPress(page, 'Notiz speichern')
  await logIn(page, 'leitung.fsw')
  await page.getByRole('button', { name: 'Weiter zu: Bewerbung' }).click()
  await expect(note).toHaveValue('Rückruf am Montag')
})

test('a school being set up waits, too', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/app/einrichtung')
  await page.getByRole('radio', { name: /^Grundschule/ }).check()
  const texts = {
    'Name der Schule': 'Schule am Wald',
    Kürzel: uniqueName('w').toLowerCase(),
    Träger: 'Verein',
    Straße: 'Waldweg',
    Hausnummer: '1',
    Postleitzahl: '15999',
    Ort: 'Wacholderhain',
    Telefon: '0331 1234567',
    'E-Mail der Schule': 'wald@example.org',
    'Kontakt für Datenschutz': 'Eva Wald, datenschutz@example.org',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await endSessionAndPress(page, 'Schule anlegen')
  await logIn(page, 'admin')
  await page.getByRole('button', { name: 'Weiter zu: Schule anlegen' }).click()
  await expect(page.getByLabel('Name der Schule')).toHaveValue('Schule am Wald')
  await expect(page.getByRole('radio', { name: /^Grundschule/ })).toBeChecked()
})

test('a page of a school that is no longer the active one offers to load anew', async ({ page }) => {
  await signIn(page, 'multi')
  await page.goto('/app/')
  const school = page.getByLabel('Aktive Schule')
  const other = (await school.locator('option:not(:checked)').getAttribute('value')) ?? ''
  await askAs(page, { method: 'POST', path: '/api/admin/school/changeUserSchool', body: { school_id: Number(other) } })
  await page.getByRole('navigation').getByRole('link', { name: 'Schülerinnen und Schüler' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Diese Seite gehört zu einer anderen Schule')).toBeVisible()
  await dialog.getByRole('button', { name: 'Neu laden' }).click()
  await expect(school).toHaveValue(other)
})
