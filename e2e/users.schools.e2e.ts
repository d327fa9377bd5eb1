import { expect, type Page, test } from '@playwright/test'
import { makeAccount, typeLogin } from './own-account.ts'
import { notice, openAs, PASSWORD, signIn, title } from './staff-calls.ts'

const SETTINGS = '**/api/admin/user_settings/**'
const access = (page: Page) => page.getByRole('dialog', { name: 'Zugriff auf mehrere Schulen' })
const opener = (page: Page, name: string) => page.getByRole('button', { name: `Zugriff auf mehrere Schulen: ${name}` })

const openFor = async (page: Page, name: string) => {
  await page.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)
  await opener(page, name).click()
}

const addSchool = async (page: Page, label: string) => {
  await access(page).getByRole('combobox', { name: 'Schule hinzufügen' }).click()
  await page.getByRole('option', { name: label }).click()
}

test('an admin gives an account a second school and takes it back', async ({ page, browser }) => {
  const { name } = await makeAccount(browser)
  await signIn(page, 'admin')
  await openFor(page, name)
  const dialog = access(page)
  const chosen = dialog.getByRole('list', { name: 'Gewählte Schulen' }).getByRole('listitem')
  const tooFew = dialog.getByText('Mindestens zwei Schulen müssen ausgewählt werden.')
  const options = page.getByRole('listbox').getByRole('option')
  // The school it has is chosen already; the list waits for a press.
  await expect(chosen).toHaveText(['[fsw]Freie Schule Wacholderhain'])
  await expect(dialog.getByRole('combobox', { name: 'Schule hinzufügen' })).toBeFocused()
  await expect(options).toHaveCount(0)
  await dialog.getByRole('button', { name: 'übernehmen', exact: true }).click()
  await expect(tooFew).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Schule hinzufügen' })).toBeFocused()
  await expect(options).toHaveCount(0)
  await addSchool(page, '[fsw]Freie Schule Wacholderhain')
  await expect(chosen).toHaveCount(1)
  await addSchool(page, '[fow]Freie Oberschule Wacholderhain')
  await expect(chosen).toHaveCount(2)
  await expect(tooFew).toHaveCount(0)
  await dialog.getByRole('button', { name: 'übernehmen', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('fow, fsw')

  // The head of one of them can no longer edit it, and says why.
  const head = await openAs(browser, 'leitung.fsw')
  await head.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)
  await expect(head.getByRole('row', { name: new RegExp(name) })).toContainText('fsw, auch an: fow')
  await head.getByRole('button', { name: new RegExp(`^${name} bearbeiten`) }).click({ force: true })
  await expect(notice(head, 'Dieses Konto gehört auch zu Schulen, die nicht Ihre sind.')).toBeVisible()
  await head.context().close()

  await opener(page, name).click()
  await expect(chosen).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Zurücksetzen' }).click()
  await page.getByRole('dialog', { name: 'Zugriff zurücksetzen' }).getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(name) })).not.toContainText('fow')
})

test('schools are chosen by keys alone; Escape closes the list first, then asks', async ({ page, browser }) => {
  const { name } = await makeAccount(browser)
  await signIn(page, 'admin')
  await page.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)
  await opener(page, name).focus()
  await page.keyboard.press('Enter')
  const dialog = access(page)
  const picker = dialog.getByRole('combobox', { name: 'Schule hinzufügen' })
  await expect(picker).toBeFocused()
  await page.keyboard.type('ober')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  // The list of hits may be drawn once more between the two keys: then the next pair chooses.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const chosen = ['[fsw]Freie Schule Wacholderhain', '[fow]Freie Oberschule Wacholderhain']
    await expect(dialog.getByRole('listitem')).toHaveText(chosen, { timeout: 2000 })
  }).toPass()
  await expect(picker).toHaveValue('')
  await page.keyboard.type('schule')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Ungespeicherte Änderungen' })
    .getByRole('button', { name: 'Verwerfen' })
    .focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener(page, name)).toBeFocused()
})

test('what was chosen waits for the next login', async ({ page, browser }) => {
  const { name } = await makeAccount(browser)
  await signIn(page, 'admin')
  await openFor(page, name)
  const chosen = access(page).getByRole('listitem')
  await addSchool(page, '[fow]Freie Oberschule Wacholderhain')
  await page.context().clearCookies()
  await access(page).getByRole('button', { name: 'übernehmen', exact: true }).click()
  await expect(title(page)).toHaveText('Login')
  await typeLogin(page, { email: 'admin@example.org', password: PASSWORD })
  await page.getByRole('button', { name: 'Weiter zu: Benutzer Verwaltung' }).click()
  await expect(chosen).toHaveText(['[fsw]Freie Schule Wacholderhain', '[fow]Freie Oberschule Wacholderhain'])
  await access(page).getByRole('button', { name: 'übernehmen', exact: true }).click()
  await expect(access(page)).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('fow, fsw')
})

test('a head takes an account of several schools off the own one', async ({ page, browser }) => {
  const { name } = await makeAccount(browser)
  await signIn(page, 'admin')
  await openFor(page, name)
  await addSchool(page, '[fow]Freie Oberschule Wacholderhain')
  await access(page).getByRole('button', { name: 'übernehmen', exact: true }).click()
  await expect(access(page)).toHaveCount(0)
  await signIn(page, 'leitung.fsw')
  await page.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)
  await expect(opener(page, name)).toHaveCount(0)
  await page.getByRole('button', { name: `Aktionen: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'von dieser Schule lösen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Von dieser Schule lösen' }).click()
  await expect(page.getByText(`Keine Treffer für „${name}“.`)).toBeVisible()
})

test('schools that cannot be loaded or reset say so in their words', async ({ page }) => {
  await signIn(page, 'admin')
  const failed = (text: string) => page.getByRole('dialog', { name: 'Fehler' }).getByText(text, { exact: true })
  await page.route(SETTINGS, (route) => route.fulfill({ status: 500, json: { message: '' } }))
  await openFor(page, 'Miriam Doppel')
  await expect(failed('Fehler beim Laden der Benutzereinstellungen')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(access(page)).toHaveCount(0)

  await page.unroute(SETTINGS)
  await opener(page, 'Miriam Doppel').click()
  await expect(access(page).getByRole('listitem')).toHaveCount(2)
  await page.route(SETTINGS, (route) => route.fulfill({ status: 500, json: { message: '' } }))
  await access(page).getByRole('button', { name: 'Zurücksetzen' }).click()
  await page.getByRole('dialog', { name: 'Zugriff zurücksetzen' }).getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect(failed('Fehler beim Zurücksetzen der Benutzereinstellungen')).toBeVisible()
})
