import { type Browser, expect, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { stepToAndPress } from './keyboard.ts'
import { card, logInAs, makeAccount, type OwnAccount, openProfile, PROFILE, typeLogin } from './own-account.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { askAs, notice, title } from './staff-calls.ts'
import { test } from './test.ts'

const LOGIN = '/app/base/login'

/** Codes of an app whose clock is right; each may be used once, so a later login takes a later one. */
const codeAt = (secret: string, secondsFromNow: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + secondsFromNow })

const openDevice = async (browser: Browser, account: OwnAccount) => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await logInAs(page, account)
  return page
}

const isSignedIn = async (page: Page) => (await page.request.get('/api/basedata')).status() === 200

const changePassword = async (page: Page, account: OwnAccount, chosen: string) => {
  const form = card(page, 'Passwort ändern')
  const submit = form.getByRole('button', { name: 'Passwort ändern' })
  const current = form.getByLabel('Altes Passwort', { exact: true })
  await submit.click()
  await expect(current).toBeFocused()
  await form.getByLabel('Neues Passwort', { exact: true }).fill('kurz')
  await expectSoundAndFits(page, 'Profil mit Fehlern')
  await current.fill(account.password)
  await form.getByLabel('Neues Passwort', { exact: true }).fill(chosen)
  await form.getByLabel('Bestätigung Neues Passwort', { exact: true }).fill(chosen)
  await submit.click()
  await expect(form.getByRole('alert').filter({ hasText: 'Ihr Passwort wurde geändert.' })).toBeFocused()
  await expect(current).toHaveCount(0)
}

test('a password is changed, then devices are signed out: one by keys alone, and all of them', async ({
  page,
  browser,
}) => {
  const account = await makeAccount(browser)
  const other = await openDevice(browser, account)
  await openProfile(page, account)
  const devices = card(page, 'Angemeldete Geräte').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('dieses Gerät')
  await expectSoundAndFits(page, 'Profil')

  const changed = { ...account, password: 'Übermorgen öffnet der Zoo' }
  await test.step('the new password counts and the old one does not', async () => {
    await changePassword(page, account, changed.password)
    await expect(devices).toHaveCount(1)
    expect(await isSignedIn(other)).toBe(false)
    const { email, password } = account
    await other.request.get('/sanctum/csrf-cookie')
    const refused = await askAs(other, { method: 'POST', path: '/login', body: { email, password } })
    expect(refused.status()).toBe(422)
    await logInAs(other, changed)
  })
  await test.step('one device is signed out', async () => {
    await page.goto(PROFILE)
    await expect(devices).toHaveCount(2)
    await stepToAndPress(page, devices.last().getByRole('button', { name: /^Abmelden/ }))
    await expect(notice(page, 'Das Gerät wurde abgemeldet.')).toBeVisible()
    await expect(devices).toHaveCount(1)
    await expect(devices.getByRole('button', { name: /^Abmelden/ })).toBeFocused()
    expect(await isSignedIn(other)).toBe(false)
    await other.goto(PROFILE)
    await expect(title(other)).toHaveText('Login')
  })
  await test.step('all devices are signed out', async () => {
    await logInAs(other, changed)
    await page.getByRole('button', { name: 'Überall abmelden' }).click()
    const question = page.getByRole('dialog', { name: 'Überall abmelden?' })
    await expect(question).toBeVisible()
    await expectSoundAndFits(page, 'Überall abmelden')
    await question.getByRole('button', { name: 'Überall abmelden' }).click()
    await expect(title(page)).toHaveText('Login')
    expect([await isSignedIn(page), await isSignedIn(other)]).toEqual([false, false])
  })
  await other.context().close()
})

const codeList = (page: Page) =>
  card(page, 'Zwei-Faktor-Anmeldung').getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')

/** Sets up the second factor on the page; returns its key and the recovery codes. */
const setUpTwoFactor = async (page: Page, account: OwnAccount) => {
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  await box.getByRole('button', { name: 'Zwei-Faktor-Anmeldung einrichten' }).click()
  await expect(box.getByLabel('Ihr Passwort')).toBeFocused()
  await page.keyboard.type('falsch falsch')
  await page.keyboard.press('Enter')
  await expect(box.getByLabel('Ihr Passwort')).toHaveAccessibleDescription('Dieses Passwort ist nicht richtig.')
  await expectSoundAndFits(page, 'Bestätigung mit dem Passwort')
  await box.getByLabel('Ihr Passwort').fill(account.password)
  await box.getByRole('button', { name: 'Weiter' }).click()
  await expect(box.getByRole('img', { name: 'QR-Code mit dem Schlüssel für die App' })).toBeVisible()
  await expectSoundAndFits(page, 'Schlüssel für die App')
  const address = await box.getByRole('link', { name: 'In einer App auf diesem Gerät öffnen' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  const code = box.getByLabel('Code aus der App')
  await code.fill('12345')
  await box.getByRole('button', { name: 'Einschalten' }).click()
  await expect(code).toHaveAccessibleDescription(/Bitte die sechs Ziffern aus der App angeben\./)
  await code.fill(codeAt(secret, 0))
  await box.getByRole('button', { name: 'Einschalten' }).click()
  await expect(codeList(page)).toHaveCount(10)
  return { secret, codes: await codeList(page).allTextContents() }
}

const keepCodes = async (page: Page, codes: string[]) => {
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  const download = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await download).suggestedFilename()).toBe('schulhof-wiederherstellungscodes.txt')
  await page.getByRole('navigation').getByRole('link', { name: 'Start' }).click()
  const question = page.getByRole('dialog', { name: 'Wiederherstellungscodes' })
  await expect(question).toContainText('Sie haben die Codes noch nicht aufbewahrt.')
  await question.getByRole('button', { name: 'Zurück zu den Codes' }).click()
  await expect(box.getByText(codes[0] ?? '')).toBeVisible()
  await box.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await expect(box.getByText('eingeschaltet')).toBeVisible()
  await expect(box.getByText(codes[0] ?? '')).toHaveCount(0)
  await expect(box.getByText('Es gelten noch 10 Wiederherstellungscodes.')).toBeVisible()
}

/** Only the new codes are printed. */
const renewCodes = async (page: Page, account: OwnAccount) => {
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  await box.getByRole('button', { name: 'Neue Wiederherstellungscodes' }).click()
  await box.getByLabel('Ihr Passwort').fill(account.password)
  await box.getByRole('button', { name: 'Neue Codes erzeugen' }).click()
  await expect(codeList(page)).toHaveCount(10)
  await page.emulateMedia({ media: 'print' })
  await expect(codeList(page).first()).toBeVisible()
  await expect(card(page, 'Profil-Infos')).toBeHidden()
  await expect(box.getByText(`Wiederherstellungscodes für ${account.email}`)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const codes = await codeList(page).allTextContents()
  await box.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  return codes
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
  const { secret, codes: first } = await setUpTwoFactor(page, account)
  await expectSoundAndFits(page, 'Wiederherstellungscodes')
  await keepCodes(page, first)
  const [recoveryCode = ''] = await renewCodes(page, account)
  expect(first).not.toContain(recoveryCode)

  await test.step('the login asks for a code of the app', async () => {
    await startLogin(page, account)
    expect(await isSignedIn(page)).toBe(false)
    await expectSoundAndFits(page, 'Zweiter Schritt')
    await page.getByLabel('Code aus der App').fill('000000')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Code aus der App')).toHaveAccessibleDescription(/Dieser Code ist falsch/)
    await page.getByLabel('Code aus der App').fill(codeAt(secret, 30))
    await page.keyboard.press('Enter')
    await expect(title(page)).toContainText('Willkommen')
  })
  const box = card(page, 'Zwei-Faktor-Anmeldung')
  const recovery = page.getByLabel('Wiederherstellungscode', { exact: true })
  await test.step('a code from before the renewal is refused; a new one opens once', async () => {
    await startLogin(page, account)
    await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
    await expect(recovery).toBeFocused()
    await recovery.fill(first[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(recovery).toHaveAccessibleDescription(/Dieser Code ist falsch/)
    await page.getByRole('button', { name: 'Zurück' }).click()
    await expect(page.getByLabel('E-Mail')).toHaveValue(account.email)
    await typeLogin(page, account)
    await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
    await recovery.fill(recoveryCode.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(title(page)).toContainText('Willkommen')
    const left = notice(page, 'Ein Wiederherstellungscode ist verbraucht. Es gelten noch 9 Wiederherstellungscodes.')
    await left.getByRole('button', { name: 'Zum Profil' }).click()
    await expect(box.getByRole('heading', { name: 'Zwei-Faktor-Anmeldung' })).toBeFocused()
  })
  await test.step('it is switched off with the password', async () => {
    await box.getByRole('button', { name: 'Ausschalten' }).click()
    await box.getByLabel('Ihr Passwort').fill(account.password)
    await box.getByRole('button', { name: 'Ausschalten' }).click()
    await expect(notice(page, 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.')).toBeVisible()
    await expect(box.getByRole('button', { name: 'Zwei-Faktor-Anmeldung einrichten' })).toBeVisible()
  })
})
