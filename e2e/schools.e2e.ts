import { expect, type Page } from '@playwright/test'
import { typeLogin } from './own-account.ts'
import { type OwnSchool, openOwnSchool } from './own-school.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { askAs, title } from './staff-calls.ts'
import { test } from './test.ts'

const PAGE = '/app/admin/schulverwaltung'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = (page: Page, name: string) => page.getByRole('button', { name: `${name} bearbeiten` }).click()
const choose = (page: Page, tab: string) =>
  page
    .getByRole('group', { name: 'Bereiche der Schulverwaltung' })
    .getByRole('button', { name: tab, exact: true })
    .click()
const saveBy = (page: Page) => page.keyboard.press('ControlOrMeta+S')

const openPage = async (page: Page) => {
  await page.goto(PAGE)
  await expect(title(page)).toHaveText('Schulverwaltung')
}

/** A real PNG of one grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const setNames = async (page: Page, name: string) => {
  await choose(page, 'Aussehen')
  await edit(page, 'Begrüßung und Bezeichnungen')
  await page.getByRole('textbox', { name: 'Begrüßung' }).fill('Guten Morgen')
  await saveBy(page)
  await expect(section(page, 'Begrüßung und Bezeichnungen').getByText('Guten Morgen', { exact: true })).toBeVisible()
  await choose(page, 'Schule')
  await edit(page, 'Stammdaten')
  await page.getByRole('textbox', { name: 'Name der Schule' }).fill(name)
  await saveBy(page)
  await expect(page).toHaveTitle(`Schulverwaltung – ${name} – Schulhof`)
}

const setLook = async (page: Page, name: string) => {
  await choose(page, 'Aussehen')
  await edit(page, 'Aussehen')
  await page.getByRole('textbox', { name: 'Eigene Farbe als Zahl' }).fill('FFE066')
  await page.getByRole('button', { name: 'Dunkleren Ton nehmen' }).click()
  const chosen = await page.getByLabel('Eigene Farbe', { exact: true }).inputValue()
  await saveBy(page)
  await expect(page.getByRole('button', { name: 'Aussehen bearbeiten' })).toBeVisible()
  const shown = "getComputedStyle(document.documentElement).getPropertyValue('--sh-accent-light').trim()"
  await expect.poll(() => page.evaluate(shown)).toBe(chosen)
  await page.getByTestId('logo-file').setInputFiles({ name: 'logo', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('img', { name: `Logo: ${name}` })).toHaveAttribute('src', /^data:image\/png;base64,/)
}

const expectFormOffered = async (page: Page, { id, short }: OwnSchool) => {
  await choose(page, 'Bewerbungen')
  const card = section(page, 'Öffentliches Formular')
  const url = new URL(`/app/${short}/registrierungNeueSchueler`, page.url()).href
  await expect(card.getByText(url, { exact: true })).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'geöffnet' })).toContainText('Schuljahr 2027/2028')
  await expect(card.getByRole('link', { name: 'Formular ansehen' })).toHaveAttribute('href', url)
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/school/${id}/formLink` })
  const { qr_svg } = (await reply.json()) as { qr_svg: string }
  const code = card.getByRole('img', { name: `QR-Code mit der Adresse ${url}` })
  await expect(code).toHaveAttribute('src', `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_svg)}`)
  return url
}

const expectPoster = async (page: Page, texts: readonly string[]) => {
  await section(page, 'Öffentliches Formular').getByRole('link', { name: 'Aushang drucken' }).click()
  await expect(title(page)).toHaveText('Aushang zum Bewerbungsformular')
  const sheets = await printedSheets(page)
  expect(sheets).toHaveLength(1)
  for (const text of texts) expect(sheets[0]).toContain(withoutBlanks(text))
  for (const text of ['Impressum', 'Drucken', 'Schulverwaltung']) expect(sheets[0]).not.toContain(text)
}

test('a school gets its name, greeting, colour and logo, which other pages show, and a sheet for the wall', async ({
  page,
  browser,
}) => {
  const school = await openOwnSchool(browser, page)
  const name = `${school.name} am See`
  await openPage(page)
  await test.step('name and greeting are saved', () => setNames(page, name))
  await test.step('colour and logo are shown at once', () => setLook(page, name))
  const url = await test.step('the form has an address and a code', () => expectFormOffered(page, school))
  await test.step('the sheet for the wall says how to apply', () =>
    expectPoster(page, [name, url.replace('http://', ''), 'Bewerben Sie sich online', '0331 1234567']))
  await test.step('the start page greets with it', async () => {
    await page.getByRole('link', { name: 'Schulhof', exact: true }).click()
    await expect(title(page)).toHaveText(`Guten Morgen, ${school.account.name}`)
  })
  await test.step('the form for parents shows the logo', async () => {
    await page.goto(`/app/${school.short}/registrierungNeueSchueler`)
    await expect(page.getByRole('banner').getByRole('img', { name })).toBeVisible()
  })
})

test('what was typed outlives the end of a session', async ({ page, browser }) => {
  const { account } = await openOwnSchool(browser, page)
  await openPage(page)
  await choose(page, 'Aussehen')
  await edit(page, 'Begrüßung und Bezeichnungen')
  await page.getByRole('textbox', { name: 'Begrüßung' }).fill('Grüß Gott')
  await page.context().clearCookies()
  await saveBy(page)
  await expect(title(page)).toHaveText('Login')
  await typeLogin(page, account)
  await page.getByRole('button', { name: 'Weiter zu: Schulverwaltung' }).click()
  await expect(page.getByRole('textbox', { name: 'Begrüßung' })).toHaveValue('Grüß Gott')
  await saveBy(page)
  await expect(section(page, 'Begrüßung und Bezeichnungen').getByText('Grüß Gott', { exact: true })).toBeVisible()
})

test('a school takes no applications any more, and its admin goes to another school', async ({ page, browser }) => {
  const { short } = await openOwnSchool(browser, page)
  await openPage(page)
  await test.step('without applications there is no page for them', async () => {
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Bewerbungen', exact: true }).first()
    await expect(menu).toBeVisible()
    await choose(page, 'Bewerbungen')
    await edit(page, 'Bewerbungen')
    await page.getByRole('switch', { name: 'Bewerbungen entgegennehmen' }).uncheck()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).click()
    await expect(page.getByText('Das Formular ist ausgeschaltet.')).toBeVisible()
    await expect(page.locator('nav a[href="/app/admin/bewerbungen"]')).toHaveCount(0)
  })
  await test.step('one press leads to the other school', async () => {
    await choose(page, 'Schule')
    const active = section(page, 'Schulen').getByRole('listitem').filter({ hasText: 'Aktive Schule' })
    await expect(active).toContainText(short)
    await page.getByRole('button', { name: 'Zu dieser Schule wechseln: Freie Schule Wacholderhain' }).click()
    await expect(active).toContainText('fsw')
    await expect(page.getByRole('link', { name: 'Schule anlegen' })).toBeVisible()
  })
})
