import { expect, type Page, test } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { mailedLink, makeAccount, typeLogin } from './own-account.ts'
import { askAs, notice, PASSWORD, signIn, title, uniqueName } from './staff-calls.ts'

const LOGIN = '/app/base/login'
const FORGOT = '/app/base/forgot-password'
const UNKNOWN = 'Diese Kombination aus E-Mail und Passwort ist nicht bekannt.'
const LINK_SENT =
  'Wenn zu dieser Adresse ein Konto besteht, haben wir Ihnen soeben einen Link geschickt. Er gilt 60 Minuten. Bitte sehen Sie auch im Spam-Ordner nach.'
const LINK_IS_OVER = 'Dieser Link ist abgelaufen oder wurde schon benutzt.'
const HEAD = { email: 'leitung.fsw@example.org', password: PASSWORD }

const resetPath = (email: string, token = 'abc') =>
  `/app/base/reset-password/${token}?${new URLSearchParams({ email })}`

/** As if the link of the address were good: only its use tells otherwise. */
const trustLink = (page: Page) => page.route('**/password-link', (route) => route.fulfill({ json: { is_valid: true } }))

test('a wrong login says so under the address, keeps it and empties the password', async ({ page }) => {
  await page.goto(LOGIN)
  await expect(title(page)).toHaveText('Login')
  const email = page.getByLabel('E-Mail')
  await expect(email).toBeFocused()
  await typeLogin(page, { email: 'niemand@example.org', password: 'falsch falsch' })
  await expect(email).toHaveAccessibleDescription(UNKNOWN)
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('niemand@example.org')
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('')
})

test('an empty login is refused beside its fields and never sent', async ({ page }) => {
  await page.goto(LOGIN)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toBe(0)
})

test('too many tries are counted down, and the way out is named', async ({ page }) => {
  const body = { email: `${uniqueName('viele-')}@example.org`, password: 'falsch falsch' }
  await page.goto(LOGIN)
  await page.request.get('/sanctum/csrf-cookie')
  for (let attempt = 0; attempt < 5; attempt += 1) await askAs(page, { method: 'POST', path: '/login', body })
  await typeLogin(page, body)
  const email = page.getByLabel('E-Mail')
  const text = /^Zu viele Versuche\. Bitte warten Sie (\d+) Sekunden oder setzen Sie Ihr Passwort zurück\.$/
  await expect(email).toHaveAccessibleDescription(text)
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  const shown = page.getByText(/^Zu viele Versuche/)
  const secondsLeft = async () => Number(text.exec((await shown.textContent()) ?? '')?.[1])
  const first = await secondsLeft()
  await expect.poll(secondsLeft).toBeLessThan(first)
})

test('the password can be shown, and the way to a forgotten one takes the address along', async ({ page }) => {
  await page.goto(LOGIN)
  const password = page.getByLabel('Passwort', { exact: true })
  await password.fill('sichtbar')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByLabel('E-Mail').fill('anna@example.org')
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(title(page)).toHaveText('Passwort vergessen')
  await expect(page.getByLabel('E-Mail')).toHaveValue('anna@example.org')
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Zum Login', exact: true }).click()
  await expect(title(page)).toHaveText('Login')
})

// Security case 25; some with a path that the app has, to be told apart from one it does not.
const EVIL = [
  'https://evil',
  'https://evil/app/admin/sus',
  '//evil',
  '//evil/admin/sus',
  '/\\evil',
  '/app/../../evil',
  'javascript:alert(1)',
  '\t//evil',
  'https:evil',
]

const logInWishing = async (page: Page, wish: string) => {
  await page.context().clearCookies()
  await page.goto(`${LOGIN}?${new URLSearchParams({ redirect: wish })}`)
  await typeLogin(page, HEAD)
  await expect(title(page), wish).toContainText('Willkommen')
  expect(new URL(page.url()).pathname, wish).toMatch(/^\/app\/?$/)
}

test('a redirect leads nowhere but home, however it is written', async ({ page }) => {
  const elsewhere: string[] = []
  const offers: string[] = []
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => elsewhere.push(dialog.message())))
  page.on('request', (request) => {
    const { protocol, hostname, pathname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') elsewhere.push(request.url())
    // The code of notices comes with the first one: an offer to go on, after a login.
    if (pathname.includes('/assets/notices-')) offers.push(pathname)
  })
  for (const wish of EVIL) {
    await logInWishing(page, wish)
    await page.getByRole('navigation').getByRole('link', { name: 'Profil' }).click()
    await expect(page.getByText('dieses Gerät', { exact: true })).toBeVisible()
    expect(offers, wish).toEqual([])
  }
  expect(elsewhere).toEqual([])
  await logInWishing(page, '/app/admin/sus?page=2')
  const offer = page.getByRole('button', { name: 'Weiter zu: Schülerinnen und Schüler' })
  await expect(offer).toBeVisible()
  expect(offers).not.toEqual([])
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
  await expect(offer).toBeVisible()
  await menu.getByRole('link', { name: 'Schülerinnen und Schüler' }).click()
  await expect(title(page)).toContainText('Schülerinnen und Schüler')
  await expect(offer).toHaveCount(0)
})

test('who is logged in already is led home from the login', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LOGIN)
  await expect(title(page)).toContainText('Willkommen')
})

test('a forgotten password: mail, new password, login; the link works once', async ({ page, browser }) => {
  const { email } = await makeAccount(browser)
  await page.goto(FORGOT)
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  await page.getByLabel('E-Mail').fill(email)
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByRole('alert', { name: 'Hinweis' })).toContainText(LINK_SENT)
  await expect(page.getByRole('button', { name: 'Noch einmal senden' })).toBeVisible()
  await expect(page.getByLabel('E-Mail')).toHaveValue(email)

  const link = await mailedLink(page, { email, subject: 'zurücksetzen' })
  await page.goto(link.href)
  await expect(title(page)).toHaveText('Neues Passwort')
  await expect(page.getByLabel('E-Mail')).toHaveValue(email)
  await expect(page.getByLabel('E-Mail')).toBeDisabled()
  const password = page.getByLabel('Passwort', { exact: true })
  const again = page.getByLabel('Passwort Bestätigung', { exact: true })
  const accept = page.getByRole('button', { name: 'neues Passwort übernehmen', exact: true })
  await expect(password).toHaveAccessibleDescription('Mindestens 8 Zeichen, gern ein ganzer Satz')
  await password.fill('passwort1')
  await again.fill('passwort1')
  await accept.click()
  await expect(page.getByText('Dieses Passwort ist leicht zu erraten.', { exact: false })).toBeVisible()
  await expect(page.getByText('Stärke: leicht zu erraten')).toBeVisible()
  await expect(password).toBeFocused()

  const chosen = 'Übermorgen öffnet der Zoo'
  await password.fill(chosen)
  await expect(page.getByText('Stärke: sehr gut')).toBeVisible()
  await again.fill(chosen)
  await accept.click()
  const hint = page.getByRole('dialog', { name: 'Hinweis' })
  await hint.getByRole('button', { name: 'OK' }).click()
  await expect(title(page)).toHaveText('Login')
  await expect(page.getByLabel('E-Mail')).toHaveValue(email)
  await expect(password).toBeFocused()
  await page.keyboard.type(chosen)
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Willkommen')

  await page.goto(link.href)
  await expect(page.getByRole('alert', { name: LINK_IS_OVER })).toBeVisible()
  await expect(password).toHaveCount(0)
  await expect(accept).toHaveCount(0)
  await page.getByRole('button', { name: 'Neuen Link anfordern' }).click()
  await expect(title(page)).toHaveText('Passwort vergessen')
  await expect(page.getByLabel('E-Mail')).toHaveValue(email)
})

test('the reset page prefills the address without a trailing slash and refuses what differs', async ({ page }) => {
  await trustLink(page)
  await page.goto(resetPath('anna@example.org/'))
  await expect(page.getByLabel('E-Mail')).toHaveValue('anna@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('kurz')
  await expect(page.getByText('Stärke: noch 4 Zeichen')).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill('Ein Apfel am Morgen')
  const again = page.getByLabel('Passwort Bestätigung')
  await again.fill('Ein Apfel am Abend')
  await page.getByRole('button', { name: 'neues Passwort übernehmen' }).click()
  await expect(again).toHaveAccessibleDescription('Die beiden Passwörter stimmen nicht überein.')
  await expect(again).toBeFocused()
})

test('markup in the address of a link stays text', async ({ page }) => {
  const attack = '"><script>document.title="evil"</script><img src=x onerror="document.title=\'evil\'">'
  await page.goto(resetPath(attack))
  await expect(page.getByLabel('E-Mail')).toHaveValue(attack)
  await expect(page.getByText(LINK_IS_OVER)).toBeVisible()
  await expect(page.locator('main').locator('script, img')).toHaveCount(0)
  expect(await page.title()).toContain('Neues Passwort')
})

test('asking for too many links is refused with the time to wait', async ({ page }) => {
  await page.route('**/forgot-password', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '42' }, json: { message: 'Zu viele Versuche.' } })
      : route.continue(),
  )
  await page.goto(FORGOT)
  await page.getByLabel('E-Mail').fill('anna@example.org')
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription(/Bitte warten Sie \d+ Sekunden\./)
  await expect(page.getByRole('button', { name: 'Passwort zurücksetzen' })).toBeDisabled()
})

test('login and logout by keyboard alone', async ({ page }) => {
  await page.goto(LOGIN)
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  await page.keyboard.type(HEAD.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(HEAD.password)
  for (const name of ['Passwort anzeigen', 'Eingeloggt bleiben', 'Passwort vergessen?', 'Login']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Willkommen')
  await page.goto('/app/dologout')
  await expect.poll(async () => (await page.request.get('/api/basedata')).status()).toBe(401)
  await expect(title(page)).toHaveText('Willkommen')
  await expect(notice(page, 'Sie sind abgemeldet.')).toBeVisible()
})

const soundPages = async (page: Page) => {
  await page.goto(FORGOT)
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page, 'Passwort vergessen mit Fehler')
  await page.getByLabel('E-Mail').fill(`${uniqueName('niemand-')}@example.org`)
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByText(LINK_SENT)).toBeVisible()
  await expectSound(page, 'Passwort vergessen')
  await trustLink(page)
  await page.goto(resetPath('anna@example.org'))
  await page.getByLabel('Passwort', { exact: true }).fill('Ein Apfel')
  await expectSound(page, 'Neues Passwort')
  await page.getByLabel('Passwort Bestätigung').fill('Ein Apfel')
  await page.getByRole('button', { name: 'neues Passwort übernehmen' }).click()
  await expect(page.getByRole('button', { name: 'Neuen Link anfordern' })).toBeFocused()
  await expectSound(page, 'Neues Passwort mit totem Link')
}

test('forgotten and new password: sound on a desk', ({ page }) => soundPages(page))
test('forgotten and new password: sound on a phone @phone', ({ page }) => soundPages(page))

test('at 320 px and with text of 200 % nothing scrolls sideways', async ({ page }) => {
  await signIn(page, 'multi')
  for (const path of ['/app/profile', FORGOT, resetPath('eine.ziemlich.lange.adresse@example.org')]) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await expect(title(page)).toBeVisible()
    expect(await sidewaysPixels(page), `${path} at 320 px`).toBe(0)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    expect(await sidewaysPixels(page), `${path} with large text`).toBe(0)
  }
  await page.context().clearCookies()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(LOGIN)
  await expect(title(page)).toHaveText('Login')
  expect(await sidewaysPixels(page)).toBe(0)
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  expect(await sidewaysPixels(page)).toBe(0)
})
