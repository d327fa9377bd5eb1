import { type Browser, expect, type Page, test } from '@playwright/test'
import { generateSync } from 'otplib'
import { expectSound } from './accessibility.ts'
import { card, makeAccount, type OwnAccount, openProfile, PROFILE, typeLogin } from './own-account.ts'
import { askAs, notice, signIn, title } from './staff-calls.ts'

const LOGIN = '/app/base/login'

const password = (page: Page) => page.getByLabel('Neues Passwort', { exact: true })

/** Codes of an app whose clock is right; each may be used once, so a later login takes a later one. */
const codeAt = (secret: string, secondsFromNow: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + secondsFromNow })

test('the profile shows who one is, where, and that there is no class yet', async ({ page }) => {
  await signIn(page, 'multi')
  await page.goto('/app/')
  await page.getByRole('button', { name: /^Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
  const infos = card(page, 'Profil-Infos')
  await expect(infos).toContainText('multi@example.org')
  await expect(infos).toContainText('Schulleitung')
  await expect(infos).toContainText('fow, fsw')
  const classes = card(page, 'Klassenzuordnung')
  await expect(classes.getByRole('heading', { name: 'Klassenleitung', exact: true })).toBeVisible()
  await expect(classes.getByRole('heading', { name: 'folgenden Klassen zugeordnet', exact: true })).toBeVisible()
  await expect(classes.getByText('Ihnen ist noch keine Klasse zugeordnet.')).toHaveCount(1)
})

test('a password is changed: refusals beside their fields, then the form is hidden', async ({ page, browser }) => {
  const account = await makeAccount(browser)
  await openProfile(page, account)
  const form = card(page, 'Passwort ändern')
  const submit = form.getByRole('button', { name: 'Passwort ändern' })
  const current = form.getByLabel('Altes Passwort', { exact: true })
  const again = form.getByLabel('Bestätigung Neues Passwort', { exact: true })
  await submit.click()
  await expect(current).toBeFocused()

  const chosen = 'Übermorgen öffnet der Zoo'
  await current.fill('nicht mein Passwort')
  await password(page).fill(chosen)
  await again.fill(chosen)
  await submit.click()
  await expect(current).toHaveAccessibleDescription('Dieses Passwort ist nicht richtig.')
  await expect(current).toBeFocused()

  await current.fill(account.password)
  await submit.click()
  await expect(form.getByRole('alert').filter({ hasText: 'Ihr Passwort wurde geändert.' })).toBeFocused()
  await expect(current).toHaveCount(0)
  await form.getByRole('button', { name: 'Noch einmal ändern' }).click()
  await expect(current).toBeFocused()

  await page.goto('/app/dologout')
  await expect.poll(async () => (await page.request.get('/api/basedata')).status()).toBe(401)
  await page.goto(LOGIN)
  await typeLogin(page, account)
  await expect(page.getByText('Diese Kombination aus E-Mail und Passwort ist nicht bekannt.')).toBeVisible()
  await typeLogin(page, { email: account.email, password: chosen })
  await expect(title(page)).toContainText('Willkommen')
})

/** Sets the second factor up by the page; answers its key and the recovery codes. */
const setUpTwoFactor = async (page: Page, account: OwnAccount) => {
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  await box.getByRole('button', { name: 'Zwei-Faktor-Anmeldung einrichten' }).click()
  await expect(box.getByLabel('Ihr Passwort')).toBeFocused()
  await page.keyboard.type('falsch falsch')
  await page.keyboard.press('Enter')
  await expect(box.getByLabel('Ihr Passwort')).toHaveAccessibleDescription('Dieses Passwort ist nicht richtig.')
  await box.getByLabel('Ihr Passwort').fill(account.password)
  await box.getByRole('button', { name: 'Weiter' }).click()
  await expect(box.getByRole('img', { name: 'QR-Code mit dem Schlüssel für die App' })).toBeVisible()
  const address = await box.getByRole('link', { name: 'In einer App auf diesem Gerät öffnen' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  const code = box.getByLabel('Code aus der App')
  await code.fill('12345')
  await box.getByRole('button', { name: 'Einschalten' }).click()
  await expect(code).toHaveAccessibleDescription(/Bitte die sechs Ziffern aus der App angeben\./)
  await code.fill(codeAt(secret, 0))
  await box.getByRole('button', { name: 'Einschalten' }).click()
  const list = box.getByRole('list', { name: 'Wiederherstellungscodes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return { secret, recoveryCodes: await list.getByRole('listitem').allTextContents() }
}

const startLogin = async (page: Page, account: OwnAccount) => {
  await page.context().clearCookies()
  await page.goto(LOGIN)
  await typeLogin(page, account)
  await expect(page.getByLabel('Code aus der App')).toBeFocused()
}

test('a second factor: set up, asked for at login, replaced by a recovery code, switched off', async ({
  page,
  browser,
}) => {
  const account = await makeAccount(browser, 'schooladmin')
  await openProfile(page, account)
  const { secret, recoveryCodes } = await setUpTwoFactor(page, account)
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  const download = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await download).suggestedFilename()).toBe('schulhof-wiederherstellungscodes.txt')
  await page.getByRole('navigation').getByRole('link', { name: 'Start' }).click()
  const question = page.getByRole('dialog', { name: 'Wiederherstellungscodes' })
  await expect(question).toContainText('Sie haben die Codes noch nicht aufbewahrt.')
  await question.getByRole('button', { name: 'Zurück zu den Codes' }).click()
  await expect(box.getByText(recoveryCodes[0] ?? '')).toBeVisible()
  await box.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await expect(box.getByText('eingeschaltet')).toBeVisible()
  await expect(box.getByText(recoveryCodes[0] ?? '')).toHaveCount(0)

  await startLogin(page, account)
  expect((await page.request.get('/api/basedata')).status()).toBe(401)
  await page.getByLabel('Code aus der App').fill('000000')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Code aus der App')).toHaveAccessibleDescription(/Dieser Code ist falsch/)
  await page.getByLabel('Code aus der App').fill(codeAt(secret, 30))
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Willkommen')

  for (const isFirstUse of [true, false]) {
    await startLogin(page, account)
    await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
    const recovery = page.getByLabel('Wiederherstellungscode', { exact: true })
    await expect(recovery).toBeFocused()
    await recovery.fill((recoveryCodes[0] ?? '').toLowerCase())
    await page.keyboard.press('Enter')
    if (isFirstUse) {
      await expect(title(page)).toContainText('Willkommen')
      const left = notice(page, 'Ein Wiederherstellungscode ist verbraucht. Es gelten noch 9 Wiederherstellungscodes.')
      await left.getByRole('button', { name: 'Zum Profil' }).click()
      await expect(box.getByRole('heading', { name: 'Zwei-Faktor-Anmeldung' })).toBeFocused()
    } else await expect(recovery).toHaveAccessibleDescription(/Dieser Code ist falsch/)
  }
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveValue(account.email)
})

test('a second factor is kept up and switched off with the password', async ({ page, browser }) => {
  const account = await makeAccount(browser)
  await openProfile(page, account)
  const { recoveryCodes } = await setUpTwoFactor(page, account)
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  await box.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await expect(box.getByText('Es gelten noch 10 Wiederherstellungscodes.')).toBeVisible()

  await box.getByRole('button', { name: 'Neue Wiederherstellungscodes' }).click()
  await box.getByLabel('Ihr Passwort').fill(account.password)
  await box.getByRole('button', { name: 'Neue Codes erzeugen' }).click()
  const list = box.getByRole('list', { name: 'Wiederherstellungscodes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expect(list).not.toContainText(recoveryCodes[0] ?? '')
  await page.emulateMedia({ media: 'print' })
  await expect(list).toBeVisible()
  await expect(card(page, 'Profil-Infos')).toBeHidden()
  await expect(box.getByText(`Wiederherstellungscodes für ${account.email}`)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await box.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()

  await box.getByRole('button', { name: 'Ausschalten' }).click()
  await box.getByLabel('Ihr Passwort').fill(account.password)
  await box.getByRole('button', { name: 'Ausschalten' }).click()
  await expect(notice(page, 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.')).toBeVisible()
  await expect(box.getByRole('button', { name: 'Zwei-Faktor-Anmeldung einrichten' })).toBeVisible()
})

test('colours, rows and single keys are chosen for this browser', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(PROFILE)
  const look = card(page, 'Darstellung')
  await look.getByRole('radio', { name: 'Dunkel' }).check()
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached()
  await look.getByRole('radio', { name: 'Dicht' }).check()
  await look.getByRole('checkbox', { name: 'Tastenkürzel mit einzelnen Tasten' }).uncheck()

  await page.goto('/app/admin/sus')
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Suche/ }))
    .first()
  await expect(search).toBeVisible()
  await expect(page.locator('[data-density="dense"]')).toBeVisible()
  await title(page).focus()
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.goto(PROFILE)
  await expect(look.getByRole('checkbox', { name: 'Tastenkürzel mit einzelnen Tasten' })).not.toBeChecked()
  await look.getByRole('checkbox', { name: 'Tastenkürzel mit einzelnen Tasten' }).check()
  await page.goto('/app/admin/sus')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
})

test('who lacks the second factor that the school asks for is told on every page', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.route('**/api/basedata', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, permissions: [], session: { ...json.session, lacks_two_factor: true } } })
  })
  await page.goto('/app/')
  const told = page.getByRole('region', { name: 'Zwei-Faktor-Anmeldung' })
  await expect(told).toContainText(
    'Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Bis Sie sie einrichten, stehen Ihnen keine Funktionen zur Verfügung.',
  )
  await expectSound(page, 'Hinweis auf die Zwei-Faktor-Anmeldung')
  await page.goto('/app/admin/sus')
  await expect(page.getByText('Noch ein Schritt, dann können Sie loslegen.')).toBeVisible()
  await page.getByRole('link', { name: 'Zum Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  await expect(first).toHaveText('Zwei-Faktor-Anmeldung')
  await expect(first).toBeFocused()
  await page.goto('/app/profile')
  await expect(first).toBeVisible()
  await told.getByRole('link', { name: 'Jetzt im Profil einrichten' }).click()
  await expect(first).toBeFocused()
  await page.unroute('**/api/basedata')
})

const soundProfile = async (page: Page, browser: Browser) => {
  const account = await makeAccount(browser)
  await openProfile(page, account)
  await expect(card(page, 'Angemeldete Geräte').getByRole('listitem')).toHaveCount(1)
  await expectSound(page, 'Profil')
  const form = card(page, 'Passwort ändern')
  await form.getByRole('button', { name: 'Passwort ändern' }).click()
  await password(page).fill('kurz')
  await expectSound(page, 'Profil mit Fehlern')

  const box = card(page, 'Zwei-Faktor-Anmeldung')
  await box.getByRole('button', { name: 'Zwei-Faktor-Anmeldung einrichten' }).click()
  await box.getByLabel('Ihr Passwort').fill(account.password)
  await expectSound(page, 'Bestätigung mit dem Passwort')
  await box.getByRole('button', { name: 'Weiter' }).click()
  await expect(box.getByRole('img')).toBeVisible()
  await expectSound(page, 'Schlüssel für die App')
  const address = await box.getByRole('link', { name: 'In einer App' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  await box.getByLabel('Code aus der App').fill(codeAt(secret, 0))
  await box.getByRole('button', { name: 'Einschalten' }).click()
  await expect(box.getByRole('list', { name: 'Wiederherstellungscodes' })).toBeVisible()
  await expectSound(page, 'Wiederherstellungscodes')

  await page.getByRole('button', { name: 'Überall abmelden' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'Überall abmelden')
  await startLogin(page, account)
  await expectSound(page, 'Zweiter Schritt')
  expect((await askAs(page, { method: 'GET', path: '/user/sessions' })).status()).toBe(401)
}

test('profile and second factor: sound on a desk', ({ page, browser }) => soundProfile(page, browser))
test('profile and second factor: sound on a phone @phone', ({ page, browser }) => soundProfile(page, browser))
