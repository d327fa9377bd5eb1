import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { enterApplication, openAs, signIn, title, uniqueName } from './staff-calls.ts'

const CHILDREN = 'Schülerinnen und Schüler'
const SELECTOR = 'Aktive Schule'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Seite oder Befehl' })

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
}

const openHome = async (page: Page, account: string) => {
  await signIn(page, account)
  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
}

test('the palette finds a page by a few letters and opens it by keyboard alone', async ({ page }) => {
  await openHome(page, 'leitung.fsw')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('schueler')
  const hit = page.getByRole('option', { name: CHILDREN, exact: true })
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText(CHILDREN)
  await expect(title(page)).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('xyzxyz')
  await expect(page.getByText('Keine Treffer für „xyzxyz“.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what is typed before the palette is there reaches it, and never the page behind', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ida', lastname: uniqueName('Früh') })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/PaletteDialog-[^/]+\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/app/admin/bewerbungen/details/${id}`)
  await expect(title(page)).toContainText('Ida')
  const changed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') changed.push(request.url())
  })
  await page.keyboard.press('Control+k')
  // On this page the digits set a status.
  await page.keyboard.type('2341')
  release()
  await expect(palette(page)).toBeFocused()
  await expect(palette(page)).toHaveValue('2341')
  await page.keyboard.type('5')
  await expect(palette(page)).toHaveValue('23415')
  expect(changed).toEqual([])
})

test('Escape leaves the palette where one was; arrows go round; a press on the button opens it, too', async ({
  page,
}) => {
  await openHome(page, 'leitung.fsw')
  const button = page.getByRole('button', { name: 'Seite oder Befehl suchen' })
  await button.click()
  await expect(palette(page)).toBeFocused()
  await expect(page.getByRole('option', { selected: true })).toHaveText('Start')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Logout')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Start')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.goto('/app/admin/sus')
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('dunkel')
  await page.keyboard.press('Enter')
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached()
  await expect(search).toBeFocused()
})

test('the palette offers only what the person may do', async ({ page }) => {
  await openHome(page, 'betrachter.fsw')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: CHILDREN, exact: true })).toBeVisible()
  for (const name of ['Bewerbungen', 'Schule anlegen', 'ChangeLog', 'Benutzer Verwaltung', /^Schule wechseln/])
    await expect(page.getByRole('option', { name })).toHaveCount(0)
  for (const [typed, found] of [
    ['abmelden', 'Logout'],
    ['passwort', 'Profil'],
    ['user anlegen', undefined],
  ] as const) {
    await palette(page).fill(typed)
    await expect(page.getByRole('option')).toHaveText(found ? [found] : [])
  }

  await openHome(page, 'multi')
  const other = await page.getByLabel(SELECTOR).locator('option:not(:checked)').textContent()
  await openPalette(page)
  await page.keyboard.type('wechseln')
  await expect(page.getByRole('listbox', { name: 'Treffer' }).getByRole('option')).toHaveText([
    `Schule wechseln zu ${other}`,
  ])
})

test('a question mark shows the keys, g and a letter go to a page, and single keys can be switched off', async ({
  page,
}) => {
  await openHome(page, 'leitung.fsw')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await expect(help.getByText('Zu: Bewerbungen')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(title(page)).toContainText('Bewerbungen')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(title(page)).toContainText(CHILDREN)

  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('gb?')
  await expect(search).toHaveValue('gb?')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await title(page).focus()
  await page.keyboard.press('?')
  await help.getByLabel('Einzelne Tasten benutzen').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await title(page).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  // Its code is still to come, so it opens after what the keys would have done; behind another dialog it would not open.
  await openPalette(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(title(page)).toContainText(CHILDREN)
  await expect(page).toHaveURL(/\/admin\/sus\?/)
})

test('j and k go through the rows, n opens what the page offers first, Strg+S saves', async ({ page }) => {
  await openHome(page, 'leitung.fsw')
  await page.goto('/app/user-management')
  const rows = page.getByRole('table', { name: 'Benutzer' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Benutzer erstellen' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('njk')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog.getByLabel('E-Mail', { exact: true })).toHaveAccessibleDescription(/Pflichtfeld/)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('njk')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Ungespeicherte Änderungen' })
  await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused()
  // No answer: only its buttons are one.
  await page.keyboard.press('ControlOrMeta+s')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('njk')

  await page.goto('/app/createuser')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
})

test('the palette finds a child by name, by a parent and by the number that rang, as far as one may see it', async ({
  page,
  browser,
}) => {
  await openHome(page, 'leitung.fsw')
  const lastname = uniqueName('Zwirn')
  const digits = `0160 ${Math.floor(1_000_000 + Math.random() * 8_999_999)}`
  const [id] = await addPupils(page, [{ firstname: 'Ida', lastname, phone: digits }])
  const hit = page.getByRole('option', { selected: true })

  await openPalette(page)
  await page.keyboard.type(lastname.slice(0, 9).toLowerCase())
  await expect(hit).toContainText(`${lastname}, Ida`)
  await expect(hit.locator('mark')).toHaveText(lastname.slice(0, 9))
  await expect(page.getByRole('group', { name: 'Sorgeberechtigte' })).toContainText(`Anna ${lastname}`)
  await expectSound(page, 'palette with hits')
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(`Ida ${lastname}`)

  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
  await openPalette(page)
  await page.keyboard.type(digits.replace(' ', ''))
  // Before the answer is there: it means the first hit.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/schueler/${id}$`))

  const viewer = await openAs(browser, 'betrachter.fsw')
  await viewer.goto('/app/')
  await expect(title(viewer)).toBeVisible()
  await openPalette(viewer)
  await palette(viewer).fill(digits)
  await expect(viewer.getByText(`Keine Treffer für „${digits}“.`)).toBeVisible()
  await palette(viewer).fill(lastname)
  await expect(viewer.getByRole('option')).toHaveCount(1)
})
