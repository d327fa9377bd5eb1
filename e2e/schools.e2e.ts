import { expect, type Page, test } from '@playwright/test'
import { typeLogin } from './own-account.ts'
import { openOwnSchool } from './own-school.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { askAs, notice, openAs, signIn, title } from './staff-calls.ts'

const PAGE = '/app/admin/schulverwaltung'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = (page: Page, name: string) => page.getByRole('button', { name: `${name} bearbeiten` }).click()
const saveBy = (page: Page) => page.keyboard.press('ControlOrMeta+S')

const openPage = async (page: Page) => {
  await page.goto(PAGE)
  await expect(title(page)).toHaveText('Schulverwaltung')
}

const dot = (width: number) => Buffer.from(`P${width}`)
/** A real PNG of one grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const chooseLogo = (page: Page, mimeType: string, buffer: Buffer) =>
  page.getByTestId('logo-file').setInputFiles({ name: 'logo', mimeType, buffer })

test('the greeting of the start page is changed with a look at it before', async ({ page, browser }) => {
  const { name, account } = await openOwnSchool(browser, page)
  await openPage(page)
  await edit(page, 'Begrüßung und Bezeichnungen')
  const greeting = page.getByRole('textbox', { name: 'Begrüßung' })
  await expect(greeting).toBeFocused()
  await greeting.fill('')
  await saveBy(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie 1 Angabe:' })).toBeVisible()
  await greeting.fill('Guten Morgen')
  await expect(page).toHaveTitle(/^● Schulverwaltung/)
  const form = page.getByRole('form', { name: 'Begrüßung und Bezeichnungen bearbeiten' })
  await expect(form.getByRole('figure', { name: 'So begrüßt die Startseite' })).toContainText(
    `Guten Morgen, ${account.name}`,
  )

  // Another section is not begun before this one is answered for.
  await edit(page, 'Krankmeldungen')
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(greeting).toHaveValue('Guten Morgen')
  await greeting.focus()
  await saveBy(page)
  await expect(page.getByRole('heading', { name: 'Begrüßung und Bezeichnungen' })).toBeFocused()
  await expect(section(page, 'Begrüßung und Bezeichnungen').getByText('Guten Morgen', { exact: true })).toBeVisible()

  await edit(page, 'Stammdaten')
  await page.getByRole('textbox', { name: 'Name der Schule' }).fill(`${name} am See`)
  await saveBy(page)
  await expect(page).toHaveTitle(`Schulverwaltung – ${name} am See – Schulhof`)
  await page.goto('/app/')
  await expect(title(page)).toHaveText(`Guten Morgen, ${account.name}`)
})

test('a colour that is too weak is refused and mended by one press', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  await edit(page, 'Aussehen')
  await page.getByRole('radio', { name: 'Violett' }).check()
  await expect(page.getByText('gut zu sehen')).toBeVisible()
  await page.getByRole('textbox', { name: 'Eigene Farbe als Zahl' }).fill('FFE066')
  await expect(page.getByText('zu schwach', { exact: true })).toBeVisible()
  await saveBy(page)
  const refusal = 'Diese Farbe ist auf dem hellen Hintergrund zu schwach (nötig ist ein Kontrast von 3:1).'
  await page.getByRole('button', { name: `Farbe der Schule: ${refusal}` }).click()
  await expect(page.getByLabel('Eigene Farbe', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Dunkleren Ton nehmen' }).click()
  await expect(page.getByText('gut zu sehen')).toBeVisible()
  const chosen = await page.getByLabel('Eigene Farbe', { exact: true }).inputValue()
  await saveBy(page)
  await expect(page.getByRole('button', { name: 'Aussehen bearbeiten' })).toBeVisible()
  const shown = "getComputedStyle(document.documentElement).getPropertyValue('--sh-accent-light').trim()"
  await expect.poll(() => page.evaluate(shown)).toBe(chosen)
})

test('a logo is checked before it is sent, shown, removed and brought back', async ({ page, browser }) => {
  const { name, short } = await openOwnSchool(browser, page)
  await openPage(page)
  const logo = page.getByRole('img', { name: `Logo: ${name}` })
  await chooseLogo(page, 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(notice(page, 'Dieser Dateityp wird nicht unterstützt.')).toBeVisible()
  await chooseLogo(page, 'image/png', Buffer.alloc(500_001))
  await expect(notice(page, 'Die Dateigröße der einzelnen Dateien darf 500 kB nicht übersteigen!')).toBeVisible()
  await chooseLogo(page, 'image/png', Buffer.concat([PNG.subarray(0, 30), dot(1)]))
  await expect(notice(page, 'Diese Datei ist kein lesbares Bild.')).toBeVisible()
  await expect(logo).toHaveCount(0)

  await chooseLogo(page, 'image/png', PNG)
  await expect(logo).toHaveAttribute('src', /^data:image\/png;base64,/)
  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await expect(logo).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Logo wählen' })).toBeFocused()
  await page.getByRole('button', { name: 'Rückgängig' }).last().click()
  await expect(logo).toBeVisible()
  await page.goto(`/app/${short}/registrierungNeueSchueler`)
  await expect(page.getByRole('banner').getByRole('img', { name })).toBeVisible()
})

test('the form is offered by address, code and a sheet for the wall', async ({ page, browser }) => {
  const { id, name, short } = await openOwnSchool(browser, page)
  await openPage(page)
  const card = section(page, 'Bewerbungen')
  const url = new URL(`/app/${short}/registrierungNeueSchueler`, page.url()).href
  await expect(card.getByText(url, { exact: true })).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'geöffnet' })).toContainText('Schuljahr 2027/2028')
  await expect(card.getByRole('link', { name: 'Formular ansehen' })).toHaveAttribute('href', url)
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/school/${id}/formLink` })
  const { qr_svg } = (await reply.json()) as { qr_svg: string }
  const code = card.getByRole('img', { name: `QR-Code mit der Adresse ${url}` })
  await expect(code).toHaveAttribute('src', `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_svg)}`)

  await card.getByRole('link', { name: 'Aushang drucken' }).click()
  await expect(title(page)).toHaveText('Aushang zum Bewerbungsformular')
  const sheets = await printedSheets(page)
  expect(sheets).toHaveLength(1)
  for (const text of [name, url.replace('http://', ''), 'Bewerben Sie sich online', '0331 1234567'])
    expect(sheets[0]).toContain(withoutBlanks(text))
  for (const text of ['Impressum', 'Drucken', 'Schulverwaltung']) expect(sheets[0]).not.toContain(text)
})

test('what somebody else changed meanwhile is compared before it is overwritten', async ({ page, browser }) => {
  const { id } = await openOwnSchool(browser, page)
  await openPage(page)
  await edit(page, 'Krankmeldungen')
  await page.getByRole('textbox', { name: 'Eine Meldung umfasst höchstens' }).fill('7')
  const path = `/api/admin/school/${id}/settings`
  const change = (max_days_public: number) =>
    askAs(page, { method: 'PUT', path, body: { key: 'SICKNOTE_SETTINGS', value: { max_days_public } } })
  // Also the first change of all, of what had no version.
  expect((await change(21)).ok()).toBe(true)
  await saveBy(page)
  const alert = page.getByRole('alert').filter({ hasText: /hat diesen Datensatz am .* geändert\./ })
  await expect(alert.getByRole('row', { name: 'Eine Meldung umfasst höchstens 21 Tage 7 Tage' })).toBeVisible()
  await alert.getByRole('button', { name: 'Gespeicherte behalten' }).click()
  await expect(page.getByRole('textbox', { name: 'Eine Meldung umfasst höchstens' })).toHaveValue('21')
  await page.getByRole('textbox', { name: 'Eine Meldung umfasst höchstens' }).fill('7')
  expect((await change(10)).ok()).toBe(true)
  await saveBy(page)
  await expect(alert.getByRole('row', { name: 'Eine Meldung umfasst höchstens 10 Tage 7 Tage' })).toBeVisible()
  await alert.getByRole('button', { name: 'Meine übernehmen' }).click()
  await expect(section(page, 'Krankmeldungen').getByText('7 Tage', { exact: true })).toBeVisible()
})

test('what was typed outlives the end of a session', async ({ page, browser }) => {
  const { account } = await openOwnSchool(browser, page)
  await openPage(page)
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

test('a school that takes no applications any more has no page for them', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  const menu = page.getByRole('navigation').getByRole('link', { name: 'Bewerbungen', exact: true }).first()
  await expect(menu).toBeVisible()
  await edit(page, 'Bewerbungen')
  await page.getByRole('switch', { name: 'Die Schule nimmt Bewerbungen entgegen' }).uncheck()
  await saveBy(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('form', { name: 'Bewerbungen bearbeiten' })).toBeVisible()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).click()
  await expect(page.getByText('Das Formular ist ausgeschaltet.')).toBeVisible()
  await expect(page.locator('nav a[href="/app/admin/bewerbungen"]')).toHaveCount(0)
})

test('the numbers of a state are shown before they are taken, and taken back', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  await edit(page, 'Stammdaten')
  await page.getByLabel('Bundesland').selectOption('Sachsen')
  await saveBy(page)
  const cutoff = section(page, 'Stammdaten').getByRole('row', { name: /^Schulpflichtig.* 30\.09\. 30\.06\.$/ })
  await expect(cutoff).toBeVisible()
  await expect(
    section(page, 'Stammdaten').getByRole('row', { name: /Attest ab kein Hinweis 5 Schultage/ }),
  ).toBeVisible()
  await expect(
    section(page, 'Stammdaten').getByText(/^Für Sachsen nicht hinterlegt.*„Entschuldigung fällig nach“/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Vorgaben von Sachsen übernehmen' }).click()
  await expect(page.getByText('Ihre Einstellungen entsprechen den Vorgaben von Sachsen.')).toBeVisible()
  await expect(section(page, 'Krankmeldungen').getByText('5 Schultage', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).last().click()
  await expect(cutoff).toBeVisible()
  await expect(section(page, 'Krankmeldungen').getByText('kein Hinweis', { exact: true })).toBeVisible()
})

test('the periods of a confirmation must fit each other', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  await edit(page, 'Bewerbungen')
  await page.getByRole('textbox', { name: 'Erinnerung an die Bestätigung nach' }).fill('3, 20')
  await saveBy(page)
  const refusal = 'Bitte höchstens 14 Tage: So lange gilt der Bestätigungslink.'
  await expect(page.getByRole('button', { name: `Erinnerung an die Bestätigung nach: ${refusal}` })).toBeVisible()
  await page.getByRole('textbox', { name: 'Der Bestätigungslink gilt' }).fill('20')
  await saveBy(page)
  await expect(section(page, 'Bewerbungen').getByText('3 und 20 Tage')).toBeVisible()
})

test('periods of retention go back to the usual ones', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  await expect(
    section(page, 'Aufbewahrung').getByText(/Von selbst gelöscht werden bisher Bewerbungen und Krankmeldungen/),
  ).toBeVisible()
  await edit(page, 'Aufbewahrung')
  const rejected = page.getByRole('textbox', { name: 'Abgelehnte Bewerbungen' })
  await expect(page.getByRole('button', { name: 'Standardwerte' })).toBeDisabled()
  await rejected.fill('viele')
  await saveBy(page)
  await expect(page.getByRole('button', { name: 'Abgelehnte Bewerbungen: Bitte nur Zahlen angeben.' })).toBeVisible()
  await rejected.fill('12')
  await saveBy(page)
  await expect(section(page, 'Aufbewahrung').getByText('12 Monate')).toBeVisible()
  await edit(page, 'Aufbewahrung')
  await page.getByRole('button', { name: 'Standardwerte' }).click()
  await expect(rejected).toHaveValue('6')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(section(page, 'Aufbewahrung').getByText('12 Monate')).toBeVisible()
})

test('who has more than one school goes from one to the other here', async ({ page, browser }) => {
  const { short } = await openOwnSchool(browser, page)
  await openPage(page)
  const schools = section(page, 'Schulen')
  await expect(schools.getByRole('listitem').filter({ hasText: 'Aktive Schule' })).toContainText(short)
  await schools.getByRole('button', { name: 'Zu dieser Schule wechseln: Freie Schule Wacholderhain' }).click()
  await expect(schools.getByRole('listitem').filter({ hasText: 'Aktive Schule' })).toContainText('fsw')
  await expect(page.getByRole('link', { name: 'Schule anlegen' })).toBeVisible()
})

test('teachers and viewers have no settings, heads only those of their own school', async ({ page, browser }) => {
  for (const name of ['lehrer.fsw', 'betrachter.fsw']) {
    await signIn(page, name)
    await page.goto(PAGE)
    await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  }
  const head = await openAs(browser, 'leitung.fsw')
  await head.goto(PAGE)
  await expect(section(head, 'Schulen').getByRole('listitem')).toHaveCount(1)
  await expect(head.getByRole('link', { name: 'Schule anlegen' })).toHaveCount(0)
  await head.context().close()
})
