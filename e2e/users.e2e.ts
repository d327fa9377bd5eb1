import { expect, type Page, test } from '@playwright/test'
import { logInAs, mailedLink, makeAccount, typeLogin } from './own-account.ts'
import { askAs, notice, openAs, PASSWORD, signIn, title, uniqueName } from './staff-calls.ts'

const PAGE = '/app/user-management'
const USERS = '/api/admin/user'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const openList = async (page: Page, search = '') => {
  await page.goto(search ? `${PAGE}?${new URLSearchParams({ search })}` : PAGE)
  await expect(title(page)).toContainText('Benutzer Verwaltung')
}

/** An account by the call behind the dialog, without a password. */
const addUser = async (page: Page, roles: string[] = []) => {
  const name = uniqueName('Neu ')
  const email = `${uniqueName('neu-')}@example.org`
  const reply = await askAs(page, { method: 'POST', path: USERS, body: { name, email, roles } })
  expect(reply.status(), await reply.text()).toBe(201)
  return { name, email, id: ((await reply.json()) as { id: number }).id }
}

test('a new account takes three clicks, its owner sets a password by the mail and logs in', async ({
  page,
  browser,
}) => {
  const name = uniqueName('Frau ')
  const email = `${uniqueName('frau-')}@example.org`
  await signIn(page, 'leitung.fsw')
  await openList(page)
  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  const form = dialog(page, 'Benutzer erstellen')
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await form.getByRole('radio', { name: 'Lehrer Level 1' }).click()
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(notice(page, `Konto angelegt. ${name} erhält eine E-Mail und hat 60 Minuten Zeit`)).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(row(page, name).getByRole('cell').nth(2)).toHaveText('ja')
  // The list looks again by itself until the mail has gone.
  await expect(row(page, name)).toContainText(/Einladung läuft in \d+ min ab/, { timeout: 20_000 })

  const link = await mailedLink(page, { email, subject: 'Zugang' })
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link.pathname + link.search)
  await guest.getByLabel('Passwort', { exact: true }).fill('Ein Apfel am Abend')
  await guest.getByLabel('Passwort Bestätigung').fill('Ein Apfel am Abend')
  await guest.keyboard.press('Enter')
  await dialog(guest, 'Hinweis').getByRole('button', { name: 'OK' }).click()
  await expect(title(guest)).toHaveText('Login')
  await typeLogin(guest, { email, password: 'Ein Apfel am Abend' })
  await expect(title(guest)).toContainText('Willkommen')
  await openList(page, name)
  await expect(row(page, name)).not.toContainText('Einladung')
})

test('the filter leaves teachers and accounts without a role, to the letter', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const [teacher, viewer, nobody] = [
    await addUser(page, ['teacher_level_1']),
    await addUser(page, ['viewer']),
    await addUser(page),
  ]
  await openList(page)
  await expect(row(page, viewer.name)).toBeVisible()
  await page.getByRole('checkbox', { name: 'nur Benutzer ohne Rolle' }).check()
  await expect(row(page, viewer.name)).toHaveCount(0)
  await expect(row(page, teacher.name)).toBeVisible()
  await expect(row(page, nobody.name)).toBeVisible()
  await expect(row(page, 'Katharina Vogt')).toHaveCount(0)
  await expect(page).toHaveURL(/without_role=1/)
  await page.getByRole('searchbox', { name: 'Benutzer suchen' }).fill(teacher.email)
  await expect(row(page, nobody.name)).toHaveCount(0)
  await expect(row(page, teacher.name)).toBeVisible()
  await expect(title(page)).toHaveText('Benutzer Verwaltung 1')
})

test('a changed role holds at the next request of an open browser', async ({ page, browser }) => {
  const account = await makeAccount(browser)
  const other = await (await browser.newContext()).newPage()
  await logInAs(other, account)
  await other.goto('/app/admin/sus')
  await expect(title(other)).toContainText('Schülerinnen und Schüler')
  await expect(other.getByRole('table', { name: 'Schülerinnen und Schüler' }).getByRole('row').nth(1)).toBeVisible()

  await signIn(page, 'leitung.fsw')
  await openList(page, account.name)
  await page.getByRole('button', { name: `${account.name} bearbeiten` }).click()
  const form = dialog(page, 'Benutzer bearbeiten')
  await expect(form.getByRole('radio', { name: 'Betrachter' })).toBeChecked()
  await form.getByRole('radio', { name: 'ohne Rolle' }).click()
  await form.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(notice(page, 'Die Änderungen sind gespeichert.')).toBeVisible()

  await other.getByRole('searchbox').fill('Anna')
  await expect(other.getByRole('dialog', { name: 'Fehler' })).toBeVisible()
  await other.reload()
  await expect(other.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
})

test('nobody gives a role above the own one or changes the own', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await openList(page, 'leitung.fsw')
  await expect(row(page, 'Katharina Vogt')).toContainText('(Sie)')
  const remove = page.getByRole('button', { name: /^Katharina Vogt löschen/ })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.click({ force: true })
  await expect(notice(page, 'Das eigene Konto können Sie nicht löschen.')).toBeVisible()
  await page.getByRole('button', { name: 'Katharina Vogt bearbeiten' }).click()
  const form = dialog(page, 'Benutzer bearbeiten')
  await expect(form.getByText('Die eigene Rolle und die eigenen Rechte können Sie nicht ändern.')).toBeVisible()
  await expect(form.getByRole('radio')).toHaveCount(1)
  await expect(form.getByRole('radio', { name: 'Schulleitung' })).toBeDisabled()
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(form).toHaveCount(0)

  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  const added = dialog(page, 'Benutzer erstellen')
  await expect(added.getByRole('radio')).toHaveCount(4)
  await expect(added.getByRole('radio', { name: 'Admin' })).toHaveCount(0)
  await added.getByRole('radio', { name: 'Schulleitung' }).check()
  await expect(added.getByRole('checkbox', { name: 'Darf besonders geschützte Angaben sehen' })).not.toBeChecked()
  await expect(added.getByRole('checkbox', { name: 'Darf Benutzer verwalten' })).not.toBeChecked()
  await added.getByText('Was darf diese Rolle?').click()
  await expect(added.getByRole('list', { name: 'Rechte: Schulleitung' })).toContainText('Bewerbungen bearbeiten')

  await signIn(page, 'admin')
  await openList(page)
  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  await expect(added.getByRole('radio', { name: 'Admin' })).toBeVisible()
})

test('an account is deleted after the question and comes back, by keys alone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const { name } = await addUser(page)
  await openList(page, name)
  await page.getByRole('button', { name: `${name} löschen` }).focus()
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Wirklich löschen?')
  await expect(question.getByText('Wollen Sie diesen Mitarbeiter wirklich löschen?', { exact: true })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: `${name} löschen` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Keine Treffer für „${name}“.`)).toBeVisible()
  await expect(notice(page, `Das Konto von ${name} ist gelöscht.`)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, name)).toBeVisible()
  const back = notice(page, `Das Konto von ${name} ist wieder da. Die Einladung gilt nicht mehr.`)
  await expect(back).toBeVisible()
  await expect(page.getByRole('button', { name: 'Einladung erneut senden' })).toBeVisible()
})

test('the columns stand in their order', async ({ page }) => {
  await signIn(page, 'admin')
  await openList(page)
  await expect(page.getByRole('table', { name: 'Benutzer', exact: true }).getByRole('columnheader')).toHaveText([
    'E-Mail / Name',
    'Admin',
    'Schulleitung',
    'Lehrer Level 1',
    'Betrachter',
    'Letzte Anmeldung',
    'Schulen',
    'Aktion',
  ])
})

test('two people change one account: both versions are shown before one is taken', async ({ page, browser }) => {
  await signIn(page, 'leitung.fsw')
  const { id, name } = await addUser(page, ['viewer'])
  await openList(page, name)
  await page.getByRole('button', { name: `${name} bearbeiten` }).click()
  const form = dialog(page, 'Benutzer bearbeiten')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name)
  const admin = await openAs(browser, 'admin')
  const reply = await askAs(admin, { method: 'PUT', path: `${USERS}/${id}`, body: { name: `${name} Zwei` } })
  expect(reply.ok()).toBe(true)
  await form.getByLabel('Name', { exact: true }).fill(`${name} Drei`)
  await form.getByRole('button', { name: 'Übernehmen' }).click()
  const conflict = form.getByRole('alert').filter({ hasText: 'Alex Amtmann hat diesen Datensatz' })
  await expect(conflict.getByRole('row', { name: 'Name' })).toContainText(`${name} Zwei`)
  await expect(conflict.getByRole('row', { name: 'Name' })).toContainText(`${name} Drei`)
  await form.getByRole('button', { name: 'Meine übernehmen' }).click()
  await expect(notice(page, 'Die Änderungen sind gespeichert.')).toBeVisible()
  await expect(row(page, `${name} Drei`)).toBeVisible()
})

test('what is typed is checked beside its field, not lost by Escape, and waits for the next login', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  const taken = await addUser(page)
  await openList(page)
  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  const form = dialog(page, 'Benutzer erstellen')
  const [name, email] = [form.getByLabel('Name', { exact: true }), form.getByLabel('E-Mail')]
  await name.fill('Jo')
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(name).toHaveAccessibleDescription(/Mindestens 3 Zeichen angeben\./)
  await expect(form.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await name.fill('Jo Wald')
  // Who can see the account is told whose the address is, others only that it cannot be used.
  await email.fill(taken.email)
  await expect(email).toHaveAccessibleDescription(new RegExp(`^${taken.name} hat diese Adresse schon\\.`))
  await email.fill('leitung.fow@example.org')
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(email).toHaveAccessibleDescription(/Diese E-Mail-Adresse kann nicht verwendet werden\./)

  await page.keyboard.press('Escape')
  const question = dialog(page, 'Ungespeicherte Änderungen')
  await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Jo Wald')

  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(title(page)).toHaveText('Login')
  await typeLogin(page, { email: 'leitung.fsw@example.org', password: PASSWORD })
  await page.getByRole('button', { name: 'Weiter zu: Benutzer Verwaltung' }).click()
  await expect(name).toHaveValue('Jo Wald')
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(form).toHaveCount(0)
})

for (const account of ['sekretariat.fsw', 'lehrer.fsw', 'betrachter.fsw', 'ohnerolle']) {
  test(`${account} manages no accounts`, async ({ page }) => {
    await signIn(page, account)
    for (const path of [PAGE, '/app/admin/userlog']) {
      await page.goto(path)
      await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung „Benutzer verwalten“/)).toBeVisible()
    }
    await page.goto('/app/createuser')
    await expect(page.getByText('Diese Funktion steht ihnen nicht zur Verfügung', { exact: true })).toBeVisible()
    await expect(page.getByLabel('E-Mail')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Zur Startseite' })).toBeVisible()
    expect((await askAs(page, { method: 'GET', path: USERS })).status()).toBe(403)
  })
}

test('the page for a new user makes an account without a role and says so', async ({ page }) => {
  const name = uniqueName('Herr ')
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/createuser')
  await expect(title(page)).toHaveText('Neuen User Anlegen')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('E-Mail').fill(`${uniqueName('herr-')}@example.org`)
  await page.getByRole('button', { name: 'User anlegen' }).click()
  const alert = dialog(page, 'Hinweis')
  await expect(alert).toContainText(`Konto angelegt. ${name} erhält eine E-Mail`)
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('E-Mail')).toHaveValue('')
  await page.getByRole('button', { name: 'Mitarbeiter-Verwaltung' }).click()
  await expect(row(page, name)).toBeVisible()
})
