import { expect, type Page } from '@playwright/test'
import { mailedLink, makeAccount, typeLogin } from './own-account.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { notice, PASSWORD, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LOGIN = '/app/base/login'
const FORGOT = '/app/base/forgot-password'
const LINK_SENT =
  'Wenn zu dieser Adresse ein Konto besteht, haben wir Ihnen soeben einen Link geschickt. Er gilt 60 Minuten. Bitte sehen Sie auch im Spam-Ordner nach.'
const LINK_IS_OVER = 'Dieser Link ist abgelaufen oder wurde schon benutzt.'
const HEAD = { email: 'leitung.fsw@example.org', password: PASSWORD }

/** Treats the link of the address as valid: only its use shows that it is not. */
const trustLink = (page: Page) => page.route('**/password-link', (route) => route.fulfill({ json: { is_valid: true } }))

/** Requests to other hosts, and dialogs of the browser. */
const watchElsewhere = (page: Page) => {
  const elsewhere: string[] = []
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => elsewhere.push(dialog.message())))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') elsewhere.push(request.url())
  })
  return elsewhere
}

const logInByKeys = async (page: Page) => {
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
}

test('somebody logs in by keyboard alone, is offered the wanted page but none of another host, and logs out', async ({
  page,
}) => {
  const elsewhere = watchElsewhere(page)
  await page.goto(`${LOGIN}?${new URLSearchParams({ redirect: '/\\evil' })}`)
  await logInByKeys(page)
  expect(new URL(page.url()).pathname).toMatch(/^\/app\/?$/)
  await page.getByRole('navigation').getByRole('link', { name: 'Profil' }).click()
  await expect(page.getByText('dieses Gerät', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Weiter zu/ })).toHaveCount(0)
  expect(elsewhere).toEqual([])

  await page.goto('/app/dologout')
  await expect(notice(page, 'Sie sind abgemeldet.')).toBeVisible()
  await expect(title(page)).toHaveText('Willkommen')
  expect((await page.request.get('/api/basedata')).status()).toBe(401)

  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })
  await page.goto('/app/admin/sus')
  await expect(page.locator('link[rel="modulepreload"][href*="/program-"]')).toBeAttached()
  await typeLogin(page, HEAD)
  await expect(title(page)).toContainText('Willkommen')
  await expect(title(page)).toBeFocused()
  expect(loads, 'the program takes the page over').toHaveLength(1)
  await page.getByRole('button', { name: 'Weiter zu: Schülerinnen und Schüler' }).click()
  await expect(title(page)).toContainText('Schülerinnen und Schüler')
  await expect(page.locator('header > div').first()).toHaveCSS('border-bottom-color', 'rgb(46, 125, 79)')
})

test('a login whose program went with an update loads the start page, and what was wanted is still offered', async ({
  page,
}) => {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route('**/assets/program-*.js', (route) =>
    loads < 2 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.goto('/app/profile')
  await typeLogin(page, HEAD)
  await expect(title(page)).toContainText('Willkommen')
  await expect(page.getByRole('button', { name: 'Weiter zu: Profil' })).toBeVisible()
  expect(loads).toBe(2)
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
  await expect(title(page)).toHaveText('Login')
  await expect(page.getByText(/^Ihr neues Passwort gilt ab sofort/)).toBeVisible()
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

test('welcome and login are sound', async ({ page }) => {
  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
  await expectSoundAndFits(page, 'Begrüßung')
  await page.getByRole('link', { name: 'Zum Login' }).click()
  await page.getByLabel('E-Mail').fill('niemand@example.org')
  await expectSoundAndFits(page, 'Login')
  await page.getByLabel('Passwort', { exact: true }).fill('falsch')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Diese Kombination aus E-Mail und Passwort ist nicht bekannt.').first()).toBeVisible()
  await expectSoundAndFits(page, 'Login mit Fehlern')
})

test('forgotten and new password are sound', async ({ page }) => {
  await page.goto(FORGOT)
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
  await expectSoundAndFits(page, 'Passwort vergessen mit Fehler')
  await page.getByLabel('E-Mail').fill(`${uniqueName('niemand-')}@example.org`)
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByText(LINK_SENT)).toBeVisible()
  await expectSoundAndFits(page, 'Passwort vergessen')
  await trustLink(page)
  await page.goto(`/app/base/reset-password/abc?${new URLSearchParams({ email: 'anna@example.org' })}`)
  await page.getByLabel('Passwort', { exact: true }).fill('Ein Apfel')
  await expectSoundAndFits(page, 'Neues Passwort')
  await page.getByLabel('Passwort Bestätigung').fill('Ein Apfel')
  await page.getByRole('button', { name: 'neues Passwort übernehmen' }).click()
  await expect(page.getByRole('button', { name: 'Neuen Link anfordern' })).toBeFocused()
  await expectSoundAndFits(page, 'Neues Passwort mit totem Link')
})
