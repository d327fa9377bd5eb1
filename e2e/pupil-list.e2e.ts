import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { stepToAndPress } from './keyboard.ts'
import { makeClass } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { heldNotice, notice, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

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

/** Opens a school that is empty at first and then has twelve children of grade 2; Lohse has attended for months. */
const openTwelve = async (browser: Browser, page: Page) => {
  await openOwnSchool(browser, page)
  await makeClass(page, { grade: 2, description: 'a' })
  await page.goto(LIST)
  await expect(page.getByText('Noch keine Schülerinnen und Schüler.')).toBeVisible()
  await expectSound(page, 'Noch niemand')
  const phone = '0152 28817386'
  await addPupils(
    page,
    LASTNAMES.map((lastname) => ({ firstname: 'Ida', lastname, isOld: lastname === 'Lohse', phone })),
  )
  await page.reload()
  await expect(names(page)).toHaveCount(10)
}

/** Chooses three children on two pages and in a search. */
const chooseThree = async (page: Page) => {
  await choose(page, 'Ida Ahrens')
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await choose(page, 'Ida Kern')
  await page.getByRole('searchbox').fill('Fink')
  await choose(page, 'Ida Fink')
  await expect(bar(page).getByRole('status')).toHaveText('3 ausgewählt')
}

const exportChosen = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Exportieren' }).click()
  await dialog(page).getByRole('radio', { name: /^CSV/ }).check()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Datei speichern' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.match(/Ahrens|Fink|Kern/)?.[0])).toEqual(['Ahrens', 'Kern', 'Fink'])
}

const giveClass = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Klasse zuweisen' }).click()
  await dialog(page).getByRole('combobox', { name: 'Klasse' }).selectOption({ label: '2a (0 von 24)' })
  await dialog(page).getByRole('button', { name: 'Zuweisen', exact: true }).click()
  await expect(notice(page, '3 Kinder sind ab heute in der Klasse 2a.')).toBeVisible()
  await page.getByRole('searchbox').fill('2a')
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Fink, Ida', 'Kern, Ida'])
}

/** Deletes three children; one comes back by its row and two by the choice. */
const deleteThree = async (page: Page) => {
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
  await expectSound(page, 'Papierkorb')
  await page.getByRole('button', { name: 'Wiederherstellen: Ida Bode' }).click()
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Conrad, Ida'])
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await bar(page).getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(page.getByText('Der Papierkorb ist leer.')).toBeVisible()
  await page.getByRole('button', { name: 'Filter „Status“ entfernen' }).click()
  await expect(title(page)).toContainText('12')
}

/** Deletes everybody who can be deleted: Lohse stays, the others come back by the notice. */
const deleteAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await bar(page).getByRole('button', { name: 'Alle 12 Treffer auswählen' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('12 ausgewählt')
  await expectSound(page, 'Filter und Auswahl')
  await page.getByRole('button', { name: 'Kontakte: Ida Bode' }).click()
  await expect(dialog(page).getByRole('link', { name: /0152/ })).toBeFocused()
  await expectSound(page, 'Schnellansicht')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Kontakte: Ida Bode' })).toBeFocused()
  await stepToAndPress(page, bar(page).getByRole('button', { name: 'Löschen' }))
  // A pupil who can only leave is named before anything is typed.
  await expect(dialog(page).getByRole('alert')).toContainText('Ein Kind ist länger als 14 Tage an der Schule')
  await expect(dialog(page).getByRole('alert').getByRole('link')).toHaveText('Ida Lohse')
  await expectSound(page, 'Nicht alle können gelöscht werden')
  await expect(dialog(page).getByText('und 1 weiteres')).toBeVisible()
  const confirm = dialog(page).getByRole('button', { name: 'Die anderen 11 löschen' })
  await confirm.click()
  await expect(dialog(page).getByText('Bitte geben Sie LÖSCHEN ein.')).toBeVisible()
  await dialog(page).getByRole('textbox').fill('löschen')
  await confirm.click()
  const binned = await heldNotice(page, '11 Kinder sind im Papierkorb.')
  await expect(names(page)).toHaveText(['Lohse, Ida'])
  await expect(bar(page).getByRole('status')).toHaveText('1 ausgewählt')
  await binned.getByRole('button', { name: 'Alle zurückholen' }).click()
  await expect(title(page)).toContainText('12')
  // It lies where the next page is chosen, and stays as long as the pointer rests on it.
  await (await heldNotice(page, '11 Kinder sind wieder da.')).getByRole('button', { name: 'Meldung schließen' }).click()
}

test('children of a list are deleted and brought back, exported, and given a class', async ({ page, browser }) => {
  test.setTimeout(150_000)
  await openTwelve(browser, page)
  await test.step('filters and views leave the table where it is', async () => {
    // In the page: whoever reaches for the end of a long menu may scroll the window.
    const top = async () => ((await table(page).boundingBox())?.y ?? 0) + Number(await page.evaluate('window.scrollY'))
    const before = await top()
    await page.getByRole('button', { name: 'Weitere Filter' }).click()
    await page.getByRole('menuitem', { name: 'Geburtstag im Monat' }).click()
    await page.getByRole('menuitemradio', { name: 'März' }).click()
    await expect(page).toHaveURL(/birth_month=3/)
    await page.getByRole('button', { name: 'Ansichten' }).click()
    await expect(page.getByText('Noch keine Ansicht gemerkt')).toBeVisible()
    await expectSound(page, 'Ansichten')
    await page.getByRole('menuitem', { name: 'Ansicht merken …' }).click()
    await dialog(page).getByLabel('Name der Ansicht').fill('Geburtstage')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Ansicht: Geburtstage' })).toBeVisible()
    expect(await top(), 'filters leave the table where it is').toBe(before)
    await page.getByRole('button', { name: /^Filter „Geburtstag.*“ entfernen$/ }).click()
    await expect(page).not.toHaveURL(/birth_month/)
  })
  await test.step('three are deleted and come back', () => deleteThree(page))
  await test.step('everybody who can be deleted is, and comes back by the notice', () => deleteAll(page))
  await test.step('who was chosen on several pages is exported and gets a class', async () => {
    await bar(page).getByRole('button', { name: 'Auswahl aufheben' }).click()
    await chooseThree(page)
    await exportChosen(page)
    await giveClass(page)
  })
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
  // The row still exists far out of sight, and the next key continues from it.
  await page.keyboard.press('j')
  await expect(names(page).getByRole('link', { name: 'Kind0040, Ida' })).toBeFocused()
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect.poll(() => page.evaluate('window.printed?.length')).toBe(MANY + 2)
  expect(await page.evaluate('[window.printed[0], window.printed[2501]]')).toEqual(['1a · 2500', '1b · 2500'])
  await expect.poll(() => names(page).count()).toBeLessThan(60)
})
