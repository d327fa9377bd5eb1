import { type Browser, type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { makeAccount, type OwnAccount } from './own-account.ts'
import { notice, title } from './staff-calls.ts'
import { test } from './test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const items = (page: Page) => card(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

/** A device in the browser that has passkeys, as Chromium offers it to tests. */
class Device {
  readonly #session: CDPSession
  readonly #id: string

  private constructor(session: CDPSession, id: string) {
    this.#session = session
    this.#id = id
  }

  static async plugInto(page: Page) {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Device(session, authenticatorId)
  }

  /** Whether fingerprint or PIN are right. */
  verified = (isUserVerified: boolean) =>
    this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })

  credentials = async () =>
    (await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials

  /** Sets the counter back, as a copy of the key would have it. */
  async turnBack() {
    for (const credential of await this.credentials()) {
      await this.#session.send('WebAuthn.removeCredential', {
        authenticatorId: this.#id,
        credentialId: credential.credentialId,
      })
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId: this.#id,
        credential: { ...credential, signCount: 0 },
      })
    }
  }
}

const logIn = async (page: Page, { email, password }: OwnAccount) => {
  await page.goto('/app/base/login')
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

const prove = async (page: Page, { password }: OwnAccount, button: string) => {
  await card(page).getByLabel('Ihr Passwort').fill(password)
  await card(page).getByRole('button', { name: button }).click()
}

const addPasskey = async (page: Page, account: OwnAccount) => {
  await page.goto('/app/profile')
  await card(page).getByRole('button', { name: 'Passkey hinzufügen' }).click()
  await prove(page, account, 'Weiter')
  await card(page).getByRole('button', { name: 'Passkey anlegen' }).click()
}

/** A page of an account that has one passkey. */
const withPasskey = async (browser: Browser, page: Page, { isOfferedInField = false } = {}) => {
  const account = await makeAccount(browser)
  // The device of a test answers at once, also for the field, and then nobody could press the button.
  if (!isOfferedInField)
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const device = await Device.plugInto(page)
  await logIn(page, account)
  await expect(title(page)).toContainText('Willkommen')
  await addPasskey(page, account)
  const codes = card(page).getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allTextContents()
  await card(page).getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await expect(items(page)).toHaveCount(1)
  return { account, device, recoveryCodes }
}

const alert = (within: Page | Locator, text: string) => within.getByRole('alert').filter({ hasText: text })

const logOut = async (page: Page) => {
  await page.context().clearCookies()
  await page.goto('/app/base/login')
  await expect(page.getByRole('button', { name: 'Mit Passkey anmelden' })).toBeVisible()
}

const phone = { width: 360, height: 740 }
const desk = { width: 1366, height: 768 }

const expectSoundOnBoth = async (page: Page, name: string) => {
  await expectSound(page, name)
  await page.setViewportSize(phone)
  await expectSound(page, `${name} auf dem Telefon`)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize(desk)
}

test('a passkey is set up, named and signs in without typing; removed it signs nobody in', async ({
  page,
  browser,
}) => {
  const { account } = await withPasskey(browser, page)
  await expectSoundOnBoth(page, 'Profil mit Passkey')
  await items(page)
    .getByRole('button', { name: /^Umbenennen/ })
    .click()
  await card(page).getByLabel('Name des Passkeys').fill('Mein Telefon')
  await card(page).getByRole('button', { name: 'Speichern' }).click()
  await expect(items(page)).toContainText('Mein Telefon')
  await expect(items(page)).toContainText('noch nicht verwendet')

  await logOut(page)
  await expectSoundOnBoth(page, 'Login mit Passkey')
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(title(page)).toContainText('Willkommen')
  await page.goto('/app/profile')
  await expect(items(page)).toContainText('zuletzt verwendet')
  await expect(page.getByRole('region', { name: 'Angemeldete Geräte' })).toContainText('mit einem Passkey')

  await items(page).getByRole('button', { name: 'Entfernen: Mein Telefon' }).click()
  await prove(page, account, 'Passkey entfernen')
  await expect(notice(page, 'Der Passkey ist entfernt. Alle anderen Geräte sind abgemeldet.')).toBeVisible()
  await expect(items(page)).toHaveCount(0)
  await logOut(page)
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(alert(page, 'Diese Anmeldung mit Passkey hat nicht geklappt.')).toBeVisible()
  await expectSoundOnBoth(page, 'Login mit einem entfernten Passkey')
})

test('the browser offers the passkey in the field for the address', async ({ page, browser }) => {
  await withPasskey(browser, page, { isOfferedInField: true })
  await page.context().clearCookies()
  await page.goto('/app/base/login')
  await expect(title(page)).toContainText('Willkommen')
})

test('a passkey that is asked for after the password: with it, with a recovery code, and not without a check of its user', async ({
  page,
  browser,
}) => {
  const { account, device, recoveryCodes } = await withPasskey(browser, page)
  await card(page).getByRole('switch', { name: 'Nach dem Passwort auch nach dem Passkey fragen' }).click()
  await prove(page, account, 'Einschalten')
  await expect(notice(page, 'Nach dem Passwort wird ab jetzt auch ein Passkey verlangt.')).toBeVisible()
  await expect(card(page).getByRole('switch')).toBeChecked()

  await logOut(page)
  await logIn(page, account)
  const use = page.getByRole('button', { name: 'Passkey verwenden' })
  await expect(use).toBeVisible()
  await expectSoundOnBoth(page, 'Passkey nach dem Passwort')
  await device.verified(false)
  await use.click()
  await expect(alert(page, 'Der Vorgang wurde abgebrochen')).toBeVisible()
  await device.verified(true)
  await use.click()
  await expect(title(page)).toContainText('Willkommen')

  await logOut(page)
  await logIn(page, account)
  await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  await page.getByLabel('Wiederherstellungscode').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(title(page)).toContainText('Willkommen')
})

test('a device that has a passkey already makes no second one, and a copied one is locked', async ({
  page,
  browser,
}) => {
  const { account, device } = await withPasskey(browser, page)
  await addPasskey(page, account)
  await expect(alert(card(page), 'ist für Ihr Konto schon ein Passkey eingerichtet')).toBeVisible()
  await expectSoundOnBoth(page, 'Ein zweiter Passkey auf demselben Gerät')

  await logOut(page)
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(title(page)).toContainText('Willkommen')
  await device.turnBack()
  await logOut(page)
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(alert(page, 'hat nicht geklappt')).toBeVisible()
  await logIn(page, account)
  await expect(title(page)).toContainText('Willkommen')
  await page.goto('/app/profile')
  await expect(items(page)).toContainText('gesperrt')
  await expectSoundOnBoth(page, 'Ein gesperrter Passkey')
})
