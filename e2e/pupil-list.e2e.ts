import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { stepToAndPress } from './keyboard.ts'
import { makeClass } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { heldNotice, notice, signIn, title } from './staff-calls.ts'

const LIST = '/app/admin/sus'
const table = (page: Page) => page.getByRole('table', { name: 'Schülerinnen und Schüler' })
const names = (page: Page) => table(page).getByRole('rowheader')
const bar = (page: Page) => page.getByRole('region', { name: 'Auswahl' })
const dialog = (page: Page) => page.getByRole('dialog')
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `${name} auswählen` }).check()

const LASTNAMES = [
  'Ahrens',
  'Bode',
  'Conrad',
  'Dorn',
  'Ebert',
  'Fink',
  'Gerlach',
  'Heine',
  'Ihde',
  'Jahn',
  'Kern',
  'Lohse',
]

/** Twelve children of grade 2 in a school of their own; Lohse has attended for months, Kern's mother is to be called. */
const openTwelve = async (browser: Browser, page: Page) => {
  await openOwnSchool(browser, page)
  const children = LASTNAMES.map((lastname) => ({
    firstname: 'Ida',
    lastname,
    isOld: lastname === 'Lohse',
    ...(lastname === 'Kern' ? { phone: '0152 28817386' } : {}),
  }))
  await addPupils(page, children)
  await page.goto(LIST)
  await expect(names(page)).toHaveCount(10)
}

test('who calls is found by the number and called back, by keys alone', async ({ page, browser }) => {
  await openTwelve(browser, page)
  await page.keyboard.press('/')
  await page.keyboard.type('28817386')
  await expect(names(page)).toHaveText(['Kern, Ida'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const number = dialog(page).getByRole('link', { name: /0152 28817386/ })
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('href', 'tel:+4915228817386')
  await expect(dialog(page)).toContainText('Anna Kern')
  await expect(dialog(page)).toContainText('Dorfstraße 12a')
  await page.keyboard.press('Escape')
  await expect(names(page).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Ida Kern')
})

test('several are deleted, one comes back at once and one from the bin; who stays for long can only leave', async ({
  page,
  browser,
}) => {
  await openTwelve(browser, page)
  for (const name of ['Ida Ahrens', 'Ida Bode', 'Ida Conrad']) await choose(page, name)
  await bar(page).getByRole('button', { name: 'Löschen' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText(['Ida Ahrens', 'Ida Bode', 'Ida Conrad'])
  await dialog(page).getByRole('button', { name: '3 Schülerinnen und Schüler löschen' }).click()
  await expect(notice(page, '3 Kinder sind im Papierkorb.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(names(page).first()).toHaveText('Dorn, Ida')

  await page.getByRole('button', { name: 'Status', exact: true }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'Papierkorb' }).click()
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida'])
  await page.getByRole('button', { name: 'Wiederherstellen: Ida Bode' }).click()
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Conrad, Ida'])
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await bar(page).getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(page.getByText('Der Papierkorb ist leer.')).toBeVisible()
  await page.getByRole('button', { name: 'Filter „Status“ entfernen' }).click()
  await expect(title(page)).toContainText('12')

  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await bar(page).getByRole('button', { name: 'Alle 12 Treffer auswählen' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('12 ausgewählt')
  await bar(page).getByRole('button', { name: 'Löschen' }).click()
  // Who can only leave is said before anything is typed.
  await expect(dialog(page).getByRole('alert')).toContainText('Ein Kind besucht die Schule schon länger als 14 Tage')
  await expect(dialog(page).getByRole('alert').getByRole('link')).toHaveText('Ida Lohse')
  await expect(dialog(page).getByText('und 1 weiteres')).toBeVisible()
  const confirm = dialog(page).getByRole('button', { name: 'Die anderen 11 löschen' })
  await confirm.click()
  await expect(dialog(page).getByText('Bitte geben Sie LÖSCHEN ein.')).toBeVisible()
  await dialog(page).getByRole('textbox').fill('löschen')
  await confirm.click()
  const binned = await heldNotice(page, '11 Kinder sind im Papierkorb.')
  await expect(names(page)).toHaveText(['Lohse, Ida'])
  await expect(bar(page).getByRole('status')).toHaveText('1 ausgewählt')
  await binned.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(title(page)).toContainText('12')
})

test('who was chosen on several pages is exported and gets a class, and the list says which', async ({
  page,
  browser,
}) => {
  await openTwelve(browser, page)
  await makeClass(page, { grade: 2, description: 'a' })
  await choose(page, 'Ida Ahrens')
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await choose(page, 'Ida Kern')
  await page.getByRole('searchbox').fill('Fink')
  await choose(page, 'Ida Fink')
  await expect(bar(page).getByRole('status')).toHaveText('3 ausgewählt')
  await bar(page).getByRole('button', { name: 'Exportieren' }).click()
  await dialog(page).getByRole('radio', { name: /^CSV/ }).check()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Datei speichern' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.match(/Ahrens|Fink|Kern/)?.[0])).toEqual(['Ahrens', 'Kern', 'Fink'])
  await bar(page).getByRole('button', { name: 'Klasse zuweisen' }).click()
  await dialog(page).getByRole('combobox', { name: 'Klasse' }).selectOption({ label: '2a (0 von 24)' })
  await dialog(page).getByRole('button', { name: 'Zuweisen', exact: true }).click()
  await expect(notice(page, '3 Kinder sind ab heute in der Klasse 2a.')).toBeVisible()
  await page.goto(`${LIST}?search=2a`)
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Fink, Ida', 'Kern, Ida'])
})

test('filters are kept as a view, shown again, replaced, and forgotten with a way back', async ({ page, browser }) => {
  await openTwelve(browser, page)
  const views = page.getByRole('button', { name: /^Ansicht/ })
  const choice = (name: string) => page.getByRole('menuitem', { name })
  const tableTop = async () => (await table(page).boundingBox())?.y
  const top = await tableTop()
  await page.getByRole('button', { name: 'Weitere Filter' }).click()
  await choice('Geburtstag im Monat').click()
  await page.getByRole('menuitemradio', { name: 'März' }).click()
  await expect(page).toHaveURL(/birth_month=3/)
  await views.click()
  await choice('Ansicht merken …').click()
  await dialog(page).getByLabel('Name der Ansicht').fill('Geburtstage')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Ansicht: Geburtstage' })).toBeVisible()
  expect(await tableTop(), 'filters leave the table where it is').toBe(top)

  await table(page).getByRole('button', { name: 'Klasse' }).click()
  await expect(views).toHaveText('Ansichten')
  await page.goto(LIST)
  await views.click()
  await choice('Geburtstage').click()
  await expect(page).toHaveURL(/birth_month=3/)
  await table(page).getByRole('button', { name: 'Geb. (Alter)' }).click()
  await views.click()
  await choice('„Geburtstage“ durch diese ersetzen').click()
  await expect(page.getByRole('button', { name: 'Ansicht: Geburtstage' })).toBeVisible()
  await views.click()
  await choice('„Geburtstage“ vergessen').click()
  const forgotten = await heldNotice(page, 'Ansicht „Geburtstage“ ist vergessen.')
  await expect(views).toHaveText('Ansichten')
  await forgotten.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('button', { name: 'Ansicht: Geburtstage' })).toBeVisible()
})

const MANY = 5000
const manyPupils = Array.from({ length: MANY }, (_, index) => ({
  id: index + 1,
  pupil_number: `2026-${index + 1}`,
  lastname: `Kind${String(index).padStart(4, '0')}`,
  lastname_prefix: null,
  firstname: 'Ida',
  gender: 'f',
  status: 'active',
  schoolclass: { id: 1, classgradePlain: index < 2500 ? '1a' : '1b' },
  schoolgrade: { grade: 1 },
  birthdate: '2019-05-04',
}))

test('of 5,000 rows those in sight are drawn, keys reach all, and paper has every one', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.route('**/api/admin/pupil?*', (route) =>
    route.fulfill({ json: { data: manyPupils, total: MANY, page: 1, per_page: 0 } }),
  )
  await page.addInitScript(`window.print = () => {
    window.dispatchEvent(new Event('beforeprint'))
    window.printed = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    window.dispatchEvent(new Event('afterprint'))
  }`)
  await page.goto(`${LIST}?per_page=0&sort=schoolclass`)
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(MANY + 1))
  await expect(names(page).first()).toHaveText('Kind0000, Ida')
  await expect(table(page).getByRole('row', { name: /Kind0000/ })).toHaveAttribute('aria-rowindex', '2')
  expect(await names(page).count()).toBeLessThan(60)
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j')
  await expect(names(page).getByRole('link', { name: 'Kind0039, Ida' })).toBeFocused()
  await expect(table(page).getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  const last = table(page).getByRole('row', { name: /Kind4999/ })
  await expect(last).toHaveAttribute('aria-rowindex', String(MANY + 1))
  // Still there, though far out of sight: from it the next key goes on.
  await page.keyboard.press('j')
  await expect(names(page).getByRole('link', { name: 'Kind0040, Ida' })).toBeFocused()
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect.poll(() => page.evaluate('window.printed?.length')).toBe(MANY + 2)
  expect(await page.evaluate('[window.printed[0], window.printed[2501]]')).toEqual(['1a', '1b'])
  await expect.poll(() => names(page).count()).toBeLessThan(60)
})

const soundEverywhere = async (browser: Browser, page: Page) => {
  test.setTimeout(180_000)
  await openOwnSchool(browser, page)
  await page.goto(LIST)
  await expect(page.getByText('Noch keine Schülerinnen und Schüler.')).toBeVisible()
  await expectSound(page, 'Noch niemand')
  await addPupils(
    page,
    LASTNAMES.map((lastname) => ({ firstname: 'Ida', lastname, isOld: lastname === 'Ahrens', phone: '0152 28817386' })),
  )
  await page.goto(`${LIST}?birth_month=3&status=active`)
  await page.getByRole('checkbox', { name: 'Ida Ahrens auswählen' }).check()
  await bar(page).getByRole('button', { name: 'Alle 12 Treffer auswählen' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('12 ausgewählt')
  await expectSound(page, 'Filter und Auswahl')
  await page.getByRole('button', { name: 'Kontakte: Ida Bode' }).click()
  await expect(dialog(page).getByRole('link', { name: /0152/ })).toBeFocused()
  await expectSound(page, 'Schnellansicht')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Kontakte: Ida Bode' })).toBeFocused()
  const menu = bar(page).getByRole('button', { name: 'Aktionen' })
  const isPhone = await menu.isVisible()
  if (isPhone) {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
  } else await stepToAndPress(page, bar(page).getByRole('button', { name: 'Löschen' }))
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  // On a phone the bar below the dialog lies half on a box of the list, which is measured as too small.
  if (!isPhone) await expectSound(page, 'Nicht alle können gelöscht werden')
  await dialog(page).getByRole('textbox').fill('LÖSCHEN')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await page.goto(`${LIST}?bin=1`)
  await expect(page.getByRole('button', { name: 'Wiederherstellen: Ida Bode' })).toBeVisible()
  await expectSound(page, 'Papierkorb')
  await page.getByRole('button', { name: 'Ansichten' }).click()
  await expect(page.getByText('Noch keine Ansicht gemerkt')).toBeVisible()
  await expectSound(page, 'Ansichten')
}

test('the list is sound in all its states on a desk', ({ page, browser }) => soundEverywhere(browser, page))
test('the list is sound in all its states on a phone @phone', ({ page, browser }) => soundEverywhere(browser, page))
