import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { askAs, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/sus'
const table = (page: Page) => page.getByRole('table', { name: 'Schülerinnen und Schüler' })
const names = (page: Page) => table(page).getByRole('rowheader')

const filterByClasses = async (page: Page) => {
  await page.getByRole('button', { name: 'Klasse', exact: true }).first().click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'ohne Klasse' })).toBeVisible()
  await expectSound(page, 'Filter')
  // The first press closes the menu; with Strg it stays for more.
  await page.getByRole('menuitemcheckbox', { name: '3a' }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('menuitemcheckbox', { name: '3b' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Klasse: 3a, 3b' })).toBeVisible()
}

const sortAndTurn = async (page: Page) => {
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
}

/** Opens a child and comes back: the list is unchanged. */
const visitChild = async (page: Page) => {
  const shown = await names(page).allInnerTexts()
  await names(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Person', exact: true })).toBeVisible()
  await page.goBack()
  await expect(names(page).first()).toHaveText(shown[0] ?? '')
}

const visitCaller = async (page: Page) => {
  await page.getByRole('searchbox').fill('030231')
  await expect(page).toHaveURL(/search=030231/)
  await page.getByRole('button', { name: 'Filter „Klasse“ entfernen' }).click()
  await expect(page.locator('section[aria-busy="false"]').filter({ has: table(page) })).toBeVisible()
  await names(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Sorgeberechtigte & Kontakte' })).toBeVisible()
  await expect(page.locator('a[href^="tel:+49"]').first()).toBeVisible()
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible()
  const name = await title(page).innerText()
  await page.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last().click()
  await expect(title(page)).not.toHaveText(name)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(title(page)).toHaveText(name)
}

test('class, sort and page stand in the address and survive back; a child is found by a number to call', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await expect(page.getByRole('combobox', { name: 'Zeilen pro Seite' })).toHaveValue('10')
  await expect(names(page)).toHaveCount(10)
  await expectSound(page, 'Liste')
  await test.step('filters, order and page stand in the address', async () => {
    await filterByClasses(page)
    await sortAndTurn(page)
  })
  await test.step('back from a child the list is as it was', () => visitChild(page))
  await test.step('who calls is found by the number, and the page leads through the class', () => visitCaller(page))
})

test('the whole list is printed, not only its first page', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.addInitScript('window.print = () => { window.printed = document.querySelectorAll("tbody tr").length }')
  await page.goto(`${LIST}?gender=m`)
  await expect(names(page)).toHaveCount(10)
  const total = Number(await title(page).locator('span').last().innerText())
  expect(total).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(total)
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeGreaterThan(1)
  const head = withoutBlanks('Name Klasse Stufe Geb. (Alter) Geschlecht')
  for (const sheet of sheets) expect(sheet).toContain(head)
  await page.getByRole('searchbox').fill('xyzq')
  await expect(page.getByText('Keine Treffer für „xyzq“.')).toBeVisible()
  await expectSound(page, 'Keine Treffer')
})

/** Moves a new child to the bin and returns its last name. */
const binSomebody = async (page: Page) => {
  const lastname = uniqueName('Weg')
  const [id = 0] = await addPupils(page, [{ firstname: 'Pia', lastname }])
  const reply = await askAs(page, { method: 'POST', path: '/api/admin/pupil/massDelete', body: { ids: [id] } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return lastname
}

/** This journey changes nothing for the others, so it can use the demo's children. */
test('the list is cards on a phone, sound with filters, a choice, contacts, bin and export @phone', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const bar = page.getByRole('region', { name: 'Auswahl' })
  const dialog = page.getByRole('dialog')
  await signIn(page, 'leitung.fsw')
  const binned = await binSomebody(page)
  await page.goto(`${LIST}?status=active`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Exportieren' }).click()
  await dialog.getByRole('radio', { name: 'OneRoster (Microsoft, LMS)' }).check()
  await expectSound(page, 'export of pupils, OneRoster')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(dialog).toHaveCount(0)
  await page
    .getByRole('checkbox', { name: / auswählen$/ })
    .first()
    .check()
  await bar.getByRole('button', { name: /^Alle \d+ Treffer auswählen$/ }).click()
  await expect(bar.getByRole('status')).toHaveText(/^\d\d+ ausgewählt$/)
  await expectSound(page, 'Filter und Auswahl')
  const contacts = page.getByRole('button', { name: /^Kontakte: / }).first()
  await contacts.click()
  await expect(dialog.getByRole('link', { name: 'Zur Seite des Kindes' })).toBeVisible()
  await expect(dialog.getByText('Anschrift', { exact: true })).toBeVisible()
  await expectSound(page, 'Schnellansicht')
  await page.keyboard.press('Escape')
  await expect(contacts).toBeFocused()
  await bar.getByRole('button', { name: 'Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Nicht alle können gelöscht werden').toBe(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.goto(`${LIST}?bin=1&search=${binned}`)
  await expect(page.getByRole('button', { name: `Wiederherstellen: Pia ${binned}` })).toBeVisible()
  await page.getByRole('button', { name: 'Ansichten' }).click()
  await expect(page.getByText('Noch keine Ansicht gemerkt')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Papierkorb und Ansichten').toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Filter( \(?\d+\)?)?$/ }).click()
  await page.getByRole('button', { name: 'Klasse', exact: true }).first().click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'ohne Klasse' })).toBeVisible()
  await expectSound(page, 'Filter')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('xyzq')
  await expect(page.getByText('Keine Treffer für „xyzq“.')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Keine Treffer').toBe(0)

  const nobody = { data: [], total: 0, page: 1, per_page: 10 }
  await page.route('**/api/admin/pupil?*', (route) => route.fulfill({ json: nobody }))
  await page.goto(LIST)
  await expect(page.getByText('Noch keine Schülerinnen und Schüler.')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Noch niemand').toBe(0)
})
