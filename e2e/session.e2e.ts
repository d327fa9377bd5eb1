import { expect, type Page } from '@playwright/test'
import { logInAs, makeHeadOfBothSchools } from './own-account.ts'
import { askAs, enterApplication, notice, PASSWORD, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const NEW = '/app/admin/bewerbungen/neu'

/**
 * Ends the session like a timeout: the server no longer knows it. The page notices it with this button, unless it has
 * sent another request before.
 */
const endSessionAndPress = async (page: Page, name: string) => {
  await page.context().clearCookies()
  const button = page.getByRole('button', { name }).last()
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(title(page)).toHaveText('Login', { timeout: 2000 })
  }).toPass({ timeout: 20_000 })
}

const logIn = async (page: Page, { account, goal }: { account: string; goal: string }) => {
  await expect(title(page)).toHaveText('Login')
  await expect(page.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  await page.keyboard.type(`${account}@example.org`)
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Willkommen')
  await page.getByRole('button', { name: `Weiter zu: ${goal}` }).click()
}

const typeApplication = async (page: Page, lastname: string) => {
  await page.getByLabel('Vorname(n)').fill('Emil')
  await page.getByLabel('Nachname').first().fill(lastname)
  await page.getByRole('radio', { name: 'männlich' }).check()
  await page.getByRole('textbox', { name: 'Geburtsdatum' }).fill('31.3.2021')
  await page.getByLabel('Straße').fill('Dorfstraße')
  await page.getByLabel('Hausnummer').fill('3')
  await page.getByLabel('Postleitzahl').fill('15999')
  await page.getByLabel('Ort', { exact: true }).fill('Wacholderhain')
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  const parent = page.getByRole('group', { name: 'Sorgeberechtigte Person 1' })
  await parent.getByLabel('Vorname').fill('Anna')
  await parent.getByLabel('Nachname').fill(lastname)
  await parent.getByLabel('Beziehung zum Kind').selectOption({ label: 'Mutter' })
  await page.getByRole('radio', { name: 'kein Hort' }).check()
  await page.getByLabel('Status').selectOption({ label: 'Warteliste' })
}

test('what was typed when the session ended waits for the same person, and for nobody else', async ({ page }) => {
  const lastname = uniqueName('Ablauf')
  await signIn(page, 'leitung.fsw')
  await test.step('a note', async () => {
    const { id } = await enterApplication(page, { firstname: 'Pia', lastname: uniqueName('Merkzettel') })
    await page.goto(`/app/admin/bewerbungen/details/${id}`)
    const note = page.getByRole('textbox', { name: 'Interne Notiz' })
    await note.fill('Rückruf am Montag')
    await endSessionAndPress(page, 'Notiz speichern')
    await logIn(page, { account: 'leitung.fsw', goal: 'Bewerbung' })
    await expect(note).toHaveValue('Rückruf am Montag')
  })
  await test.step('an application from paper', async () => {
    await page.goto(NEW)
    await typeApplication(page, lastname)
    await endSessionAndPress(page, 'Bewerbung anlegen')
    await logIn(page, { account: 'leitung.fsw', goal: 'Neue Bewerbung' })
    await expect(title(page)).toHaveText('Neue Bewerbung')
    await expect(page.getByLabel('Nachname').first()).toHaveValue(lastname)
    await expect(page.getByLabel('Status')).toHaveValue('waiting')
  })
  await test.step('somebody else gets nothing of it', async () => {
    await endSessionAndPress(page, 'Bewerbung anlegen')
    await logIn(page, { account: 'multi', goal: 'Neue Bewerbung' })
    await expect(title(page)).toHaveText('Neue Bewerbung')
    await expect(page.getByLabel('Nachname').first()).toHaveValue('')
  })
})

test('a page of a school that is no longer the active one offers to load anew; a change of school is announced', async ({
  page,
  browser,
}) => {
  await logInAs(page, await makeHeadOfBothSchools(browser))
  await page.goto('/app/')
  const school = page.getByLabel('Aktive Schule')
  await expect(school).toBeVisible()
  // A card of the start page that asks only after the change would open the dialog over the link.
  await page.waitForLoadState('networkidle')
  const other = (await school.locator('option:not(:checked)').getAttribute('value')) ?? ''
  await askAs(page, { method: 'POST', path: '/api/admin/school/changeUserSchool', body: { school_id: Number(other) } })
  await page.getByRole('navigation').getByRole('link', { name: 'Schülerinnen und Schüler' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Diese Seite gehört zu einer anderen Schule')).toBeVisible()
  await dialog.getByRole('button', { name: 'Neu laden' }).click()
  await expect(school).toHaveValue(other)

  const name = (await school.locator('option:not(:checked)').textContent()) ?? ''
  await school.selectOption({ label: name })
  await expect(notice(page, `Schule gewechselt: ${name}`)).toBeVisible()
  await expect(school).toBeFocused()
})
