import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { logInAs, makeAccount } from './own-account.ts'
import { printedSheets } from './pdf-text.ts'
import { askAs, notice, openAs, signIn, title } from './staff-calls.ts'

const CHILDREN = 'Schülerinnen und Schüler'
const SELECTOR = 'Aktive Schule'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' })
const footer = (page: Page) => page.getByRole('contentinfo')
const palette = (page: Page) => page.getByRole('combobox', { name: 'Seite oder Befehl' })

const textsOf = async (items: Locator) => (await items.allTextContents()).map((text) => text.trim())

const openHome = async (page: Page, account: string) => {
  await signIn(page, account)
  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
}

for (const { account, entries, manages, mayDebug } of [
  {
    account: 'admin',
    entries: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Bewerbungen', 'Profil', 'Benutzer', 'Abmelden'],
    manages: true,
    mayDebug: true,
  },
  {
    account: 'leitung.fsw',
    entries: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Bewerbungen', 'Profil', 'Benutzer', 'Abmelden'],
    manages: true,
    mayDebug: false,
  },
  {
    account: 'sekretariat.fsw',
    entries: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Bewerbungen', 'Profil', 'Abmelden'],
    manages: true,
  },
  { account: 'lehrer.fsw', entries: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Profil', 'Abmelden'] },
  { account: 'betrachter.fsw', entries: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Profil', 'Abmelden'] },
  { account: 'ohnerolle', entries: ['Start', 'Krankmeldungen', 'Profil', 'Abmelden'] },
]) {
  test(`the menu of ${account} holds what this person may open, and no more`, async ({ page }) => {
    await openHome(page, account)
    await expect(menu(page).getByRole('link', { name: 'Abmelden' })).toBeVisible()
    // What comes late, as the tools of the admin do, is there now.
    await page.waitForLoadState('networkidle')
    expect(await textsOf(menu(page).getByRole('link'))).toEqual(entries)
    await expect(menu(page).getByRole('button', { name: 'Verwaltung' })).toHaveCount(manages ? 1 : 0)
    await expect(menu(page).getByLabel('Debug-Ansicht')).toHaveCount(mayDebug ? 1 : 0)
    await expect(menu(page).getByRole('button', { name: 'E-Mail-Test' })).toHaveCount(mayDebug ? 1 : 0)
  })
}

/** The frame's dialogs whose code the page has asked for. */
const watchDialogs = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const dialog = /(PaletteDialog|ShortcutDialog)-[^/]*\.js$/.exec(request.url())?.[1]
    if (dialog) asked.push(dialog)
  })
  return asked
}

test('signed out there is neither menu nor search, but the footer', async ({ page }) => {
  const dialogs = watchDialogs(page)
  await page.goto('/app/')
  await expect(page.getByRole('link', { name: 'Zum Login' })).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Menü/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Benutzermenü/ })).toHaveCount(0)
  await expect(footer(page).getByRole('link', { name: 'Start' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('?')
  // The way to another page takes longer than a dialog, and a dialog would be in its way.
  await footer(page).getByRole('link', { name: 'Impressum' }).click()
  await expect(title(page)).toHaveText('Impressum')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(dialogs).toEqual([])
})

test('the group "Verwaltung" opens what may be managed and stays as it was left', async ({ page }) => {
  await openHome(page, 'leitung.fsw')
  const group = menu(page).getByRole('button', { name: 'Verwaltung' })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await group.click()
  await expect(menu(page).getByRole('link', { name: CHILDREN })).toHaveCount(2)
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.focus()
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('link', { name: CHILDREN })).toHaveCount(1)
})

test('the menu can be put away and stays away; the title leads home', async ({ page }) => {
  await openHome(page, 'leitung.fsw')
  await page.getByRole('button', { name: 'Menü schließen' }).click()
  await expect(menu(page)).toHaveCount(0)
  await page.goto('/app/admin/sus')
  await expect(title(page)).toContainText(CHILDREN)
  await expect(page.getByRole('button', { name: 'Menü öffnen' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('banner').getByRole('link', { name: 'Schulhof' }).click()
  await expect(title(page)).toContainText('Willkommen')
})

test('who has several schools chooses the active one, everybody else sees its name', async ({ page }) => {
  await openHome(page, 'leitung.fsw')
  await expect(page.getByLabel(SELECTOR)).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('fsw', { exact: true })).toBeVisible()

  await openHome(page, 'multi')
  const school = page.getByLabel(SELECTOR)
  expect((await textsOf(school.locator('option'))).sort()).toEqual(['fow', 'fsw'])
  await expect(page.getByText('Bitte wählen Sie zuerst eine Schule aus!')).toHaveCount(0)
})

test('without an active school a red hint asks for one', async ({ page }) => {
  await signIn(page, 'multi')
  await page.route('**/api/basedata', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), school: null } })
  })
  await page.goto('/app/')
  await expect(page.getByText('Bitte wählen Sie zuerst eine Schule aus!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'fow' })).toBeVisible()
})

test('an account that has been taken off its only school may sign in and is told whom to ask', async ({
  page,
  browser,
}) => {
  const account = await makeAccount(browser, 'schooladmin')
  const head = await openAs(browser, 'leitung.fsw')
  const list = (await (await head.request.get('/api/admin/user')).json()) as { users: { id: number; email: string }[] }
  const id = list.users.find(({ email }) => email === account.email)?.id
  const detached = await askAs(head, { method: 'POST', path: `/api/admin/user/${id}/detach` })
  expect(detached.ok(), await detached.text()).toBe(true)
  await head.context().close()

  await logInAs(page, account)
  await page.goto('/app/')
  await expect(title(page)).toHaveText('Keine Schule aktiv')
  await expect(page.getByText('Ihr Konto gehört noch zu keiner Schule.')).toBeVisible()
  await expect(page.getByText('Bitte wenden Sie sich an Ihre Schulleitung.')).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Abmelden' })).toBeVisible()
  for (const path of ['/admin/sus', '/user-management']) {
    await page.goto(`/app${path}`)
    await expect(title(page)).toHaveText('Keine Schule aktiv')
  }
  await page.goto('/app/profile')
  await expect(page.getByText(account.email)).toBeVisible()
})

test('a change of school is announced after the reload', async ({ page }) => {
  await signIn(page, 'multi')
  // The account is shared with other journeys: the change is only played.
  await page.route('**/api/admin/school/changeUserSchool', (route) => route.fulfill({ json: { message: 'ok' } }))
  await page.goto('/app/')
  const school = page.getByLabel(SELECTOR)
  const other = (await school.locator('option:not(:checked)').textContent()) ?? ''
  await school.selectOption({ label: other })
  await expect(notice(page, `Schule gewechselt: ${other}`)).toBeVisible()
  await expect(school).toBeFocused()
})

test('until base data is there the page says that it loads', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/basedata', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/app/')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Daten werden geladen')
  goOn()
  await expect(title(page)).toContainText('Willkommen')
})

test('the debug view is for admins and is kept in the browser', async ({ page }) => {
  await openHome(page, 'admin')
  const panel = page.getByRole('complementary', { name: 'Debug-Ansicht' })
  await expect(panel).toHaveCount(0)
  await menu(page).getByLabel('Debug-Ansicht').check()
  await expect(panel.getByRole('row').filter({ hasText: 'GET /api/basedata' })).toContainText(
    /200\s*\d+ ms\s*[0-9a-f-]{36}/,
  )
  await panel.getByText(/^Rechte/).click()
  await expect(panel.getByText('debug view')).toBeVisible()
  expect(await page.evaluate("localStorage.getItem('atw_debug_view')")).toBe('true')

  await openHome(page, 'leitung.fsw')
  await expect(title(page)).toContainText('Willkommen')
  await expect(panel).toHaveCount(0)
})

test('the footer leads to every page of its own, also signed out', async ({ page }) => {
  await page.goto('/app/')
  await expect(title(page)).toHaveText('Willkommen')
  expect(await textsOf(footer(page).getByRole('link'))).toEqual([
    'Start',
    'Impressum',
    'Datenschutz',
    'ChangeLog',
    'Barrierefreiheit',
  ])
  await expect(footer(page).getByRole('button', { name: /^VERSION v\d+\.\d+\.\d+$/ })).toBeVisible()
  for (const name of ['Impressum', 'Datenschutz', 'Barrierefreiheit']) {
    await footer(page).getByRole('link', { name }).click()
    await expect(title(page)).toHaveText(name)
  }
  await footer(page).getByRole('link', { name: 'Start' }).click()
  await expect(title(page)).toHaveText('Willkommen')
})

test('where something is typed, legal texts open as dialogs and leave it alone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/bewerbungen/neu')
  await page.getByLabel('Vorname').first().fill('Mia')
  const button = footer(page).getByRole('button', { name: 'Impressum' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Impressum' })
  await expect(dialog).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBe(800)
  const dialogs = watchDialogs(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(page.getByLabel('Vorname').first()).toHaveValue('Mia')
  // Only this press, with nothing in its way, opens another one.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  expect(dialogs).toEqual(['ShortcutDialog'])
})

test('an admin opens the e-mail test from the menu, also on a phone', async ({ page }) => {
  await openHome(page, 'admin')
  await menu(page).getByRole('button', { name: 'E-Mail-Test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Email erstellen' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await menu(page).getByRole('button', { name: 'E-Mail-Test' }).click()
  await expect(dialog).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
})

test('on paper there is no frame, but the day overview', async ({ page }) => {
  await openHome(page, 'leitung.fsw')
  await expect(page.getByText('Tagesübersicht')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Tagesübersicht')).toBeVisible()
  for (const part of [menu(page), page.locator('header'), page.locator('footer')]) await expect(part).toBeHidden()
  await expect(page.getByRole('region', { name: 'Neueste Bewerbungen' }).getByRole('listitem').first()).toBeVisible()
  expect(await printedSheets(page)).toHaveLength(1)
})

test('a page that does not exist offers the search', async ({ page }) => {
  await openHome(page, 'lehrer.fsw')
  await page.goto('/app/gibt/es/nicht')
  await expect(title(page)).toHaveText('Seite nicht gefunden')
  await page.getByRole('button', { name: 'Seite suchen' }).click()
  await expect(palette(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(title(page)).toContainText('Willkommen')
})

const soundFrame = async (page: Page) => {
  await openHome(page, 'admin')
  await expect(page.getByRole('region', { name: CHILDREN }).getByText('Kinder gesamt')).toBeVisible()
  await expectSound(page, 'Übersicht')
  await page.getByRole('button', { name: 'Seite oder Befehl suchen' }).click()
  await expect(palette(page)).toBeFocused()
  await expectSound(page, 'Befehle')
  await palette(page).fill('tastenk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  await expectSound(page, 'Tastenkürzel')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if (!(await menu(page).isVisible())) await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await menu(page).getByRole('button', { name: 'Verwaltung' }).click()
  await menu(page).getByLabel('Debug-Ansicht').check()
  await expectSound(page, 'Menü und Debug-Ansicht')
}

test('the frame is sound on a desk', ({ page }) => soundFrame(page))
test('the frame is sound on a phone @phone', ({ page }) => soundFrame(page))
