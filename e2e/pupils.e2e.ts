import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { signIn, title } from './staff-calls.ts'

const LIST = '/app/admin/sus'
const table = (page: Page) => page.getByRole('table', { name: 'Schülerinnen und Schüler' })
const names = (page: Page) => table(page).getByRole('rowheader')
const pupilLinks = (page: Page) => page.getByRole('main').locator('a[href*="/admin/schueler/"]')

test('mueller, muller and müller find the same children, in the order of the phone book', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const found: string[][] = []
  for (const word of ['mueller', 'muller', 'Müller']) {
    await page.goto(`${LIST}?per_page=0&search=${word}`)
    await expect(names(page).first()).toBeVisible()
    found.push(await names(page).allInnerTexts())
  }
  expect(found[0]).toEqual(found[1])
  expect(found[1]).toEqual(found[2])
  expect(found[0]?.some((name) => name.startsWith('Müller,'))).toBe(true)
  expect(found[0]?.some((name) => name.startsWith('Mueller,'))).toBe(true)
  // DIN 5007-2: ü like ue, so both stand before Muller.
  const first = (start: string) => found[0]?.findIndex((name) => name.startsWith(start)) ?? -1
  expect(first('Müller,')).toBeLessThan(first('Muller,'))
  await expect(names(page).first().locator('mark')).toHaveText(/^M(ü|ue|u)ller$/)
})

test('class, sort and page stand in the address and survive back', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await expect(page.getByRole('combobox', { name: 'Zeilen pro Seite' })).toHaveValue('10')
  await page.getByRole('button', { name: 'Klasse', exact: true }).first().click()
  await page.getByRole('menuitemcheckbox', { name: '3a' }).click()
  await page.getByRole('menuitemcheckbox', { name: '3b' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Klasse: 3a, 3b' })).toBeVisible()
  await table(page).getByRole('button', { name: 'Geb. (Alter)' }).click()
  await expect(table(page).getByRole('columnheader', { name: 'Geb. (Alter)' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('status').filter({ hasText: /^11–20 von \d+$/ })).toBeVisible()
  // The rows of the first page stay until those of the second are there.
  await expect(page.locator('section[aria-busy="false"]').filter({ has: table(page) })).toBeVisible()
  await expect(table(page).getByRole('row').nth(1)).toContainText(/3[ab]/)
  const shown = await names(page).allInnerTexts()
  await pupilLinks(page).first().click()
  await expect(page.getByRole('heading', { name: 'Person', exact: true })).toBeVisible()
  await page.goBack()
  await expect(names(page).first()).toHaveText(shown[0] ?? '')
})

test('the page of a child has its contacts to call and leads through the class', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(`${LIST}?search=030231`)
  await names(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Sorgeberechtigte & Kontakte' })).toBeVisible()
  await expect(page.locator('a[href^="tel:+49"]').first()).toBeVisible()
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible()
  const name = await title(page).innerText()
  await page.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last().click()
  await expect(title(page)).not.toHaveText(name)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(title(page)).toHaveText(name)
})

test('a viewer sees name, class and gender, and finds nobody by phone', async ({ page }) => {
  await signIn(page, 'betrachter.fsw')
  await page.goto(LIST)
  await expect(names(page).first()).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText(['Name', 'Klasse', 'Stufe', 'Geschlecht', 'Status'])
  await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', 'Name, Klasse …')
  await names(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Person', exact: true })).toBeVisible()
  await expect(page.getByText('Geburtsdatum')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sorgeberechtigte & Kontakte' })).toHaveCount(0)
  await page.goto(`${LIST}?search=030231`)
  await expect(page.getByText('Keine Treffer für „030231“.')).toBeVisible()
})

test('a teacher without a class is told so; an unknown child is a page not found', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  const nobody = { data: [], total: 0, page: 1, per_page: 10 }
  await page.route('**/api/admin/pupil?*', (route) => route.fulfill({ json: nobody }))
  await page.goto(LIST)
  await expect(page.getByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeVisible()
  for (const id of ['1', '999999', 'mia']) {
    await page.goto(`/app/admin/schueler/${id}`)
    await expect(title(page)).toHaveText('Seite nicht gefunden')
  }
})

test('the whole list is printed, not only its first page', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.addInitScript('window.print = () => { window.printed = document.querySelectorAll("tbody tr").length }')
  await page.goto(`${LIST}?gender=m`)
  const total = Number(await title(page).locator('span').innerText())
  expect(total).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(total)
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeGreaterThan(1)
  const head = withoutBlanks('Name Klasse Stufe Geb. (Alter) Geschlecht Status')
  for (const sheet of sheets) expect(sheet).toContain(head)
})

test('a page past the end is the last page', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(`${LIST}?page=999`)
  await expect(names(page).first()).toBeVisible()
  const [, last, total] =
    /(\d+) von (\d+)/.exec(await page.getByRole('status').filter({ hasText: ' von ' }).innerText()) ?? []
  expect(last).toBe(total)
})

const soundEverywhere = async (page: Page) => {
  test.setTimeout(120_000)
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByText('Kinder gesamt')).toBeVisible()
  await page.goto(LIST)
  await expect(pupilLinks(page).first()).toBeVisible()
  await expectSound(page, 'Liste')
  const filters = page.getByRole('button', { name: 'Filter', exact: true })
  if (await filters.isVisible()) await filters.click()
  await page.getByRole('button', { name: 'Klasse', exact: true }).first().click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'ohne Klasse' })).toBeVisible()
  await expectSound(page, 'Filter')
  await page.keyboard.press('Escape')
  await pupilLinks(page).first().click()
  await expect(page.getByRole('heading', { name: 'Person', exact: true })).toBeVisible()
  await expectSound(page, 'Seite eines Kindes')
  await page.goto(`${LIST}?search=xyzq`)
  await expect(page.getByText('Keine Treffer für „xyzq“.')).toBeVisible()
  await expectSound(page, 'Keine Treffer')
}

test('list and page are sound on a desk', ({ page }) => soundEverywhere(page))
test('list and page are sound on a phone @phone', ({ page }) => soundEverywhere(page))
