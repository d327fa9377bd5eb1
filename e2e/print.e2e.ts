import { expect, type Page } from '@playwright/test'
import { enterNote } from './own-absences.ts'
import { makeClass } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { formPath, title } from './public-form.ts'
import { askAs, enterApplication, signIn, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

/** Everything that would print dark: backgrounds that exist and are not light. */
const DARK_BACKGROUNDS = `[document.documentElement, ...document.body.querySelectorAll('*')]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const [red, green, blue, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number)
    return alpha > 0.5 && red + green + blue < 3 * 100
  })
  .map((element) => element.tagName + '.' + element.className)`

const expectLightPaper = async (page: Page) => {
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(27, 36, 48)')
  expect(await page.evaluate(DARK_BACKGROUNDS)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
}

/** The frame is not printed. */
const expectOverviewOnPaper = async (page: Page) => {
  const frame = [page.getByRole('navigation', { name: 'Hauptmenü' }), page.locator('header'), page.locator('footer')]
  await expect(page.getByText('Tagesübersicht')).toBeHidden()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByText('Tagesübersicht')).toBeVisible()
  for (const part of frame) await expect(part).toBeHidden()
  await expect(page.getByRole('region', { name: 'Neueste Bewerbungen' }).getByRole('listitem').first()).toBeVisible()
  expect(await printedSheets(page)).toHaveLength(1)
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
}

test('in the dark scheme, too, pages are printed in ink on white paper; the overview without the frame', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen/ })).toBeVisible()
  await expectLightPaper(page)
  await expectOverviewOnPaper(page)
  for (const path of ['/app/admin/bewerbungen', '/app/admin/sus']) {
    await page.goto(path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectLightPaper(page)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectLightPaper(page)
  }
  await page.goto(formPath('fsw'))
  await expect(title(page)).toBeVisible()
  await expectLightPaper(page)
})

test('the list of applications is printed whole, with full dates, and fits on A4', async ({ page }) => {
  const lastname = uniqueName('Papierstapel')
  await signIn(page, 'leitung.fsw')
  const count = 11
  for (let child = 0; child < count; child += 1) await enterApplication(page, { firstname: 'Mia Charlotte', lastname })
  await page.addInitScript('window.print = () => { document.body.dataset.printed = "yes" }')
  await page.goto(`/app/admin/bewerbungen?search=${lastname}`)
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await expect(page.getByRole('row')).toHaveCount(count + 1)
  // A4 without its margins of 15 mm.
  await page.setViewportSize({ width: 680, height: 960 })
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(680)
  const arrivals = page.locator('tbody time .sh-paper-only').filter({ hasText: /^\d\d\.\d\d\.\d{4}$/, visible: true })
  await expect(arrivals).toHaveCount(count)
})

const A4 = { width: 680, height: 960 }
/** The number of printed lines of cells with a date or a short word. */
const SHORT_LINES = `[...document.querySelectorAll('[data-short]')].map((cell) => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
})`

const fullClass = async (page: Page, description: string, size: number) => {
  const schoolclassId = await makeClass(page, { grade: 2, description })
  const phones = { phone: '0152 28817386', fatherPhone: '0152 28817387' }
  const children = Array.from({ length: size }, (_, child) => ({
    ...{
      firstname: `Mia Charlotte ${description}`,
      lastname: `Müller-Lüdenscheidt ${String.fromCharCode(65 + child)}`,
    },
    ...{ isOld: true, schoolclassId, ...phones },
  }))
  return { schoolclassId, ids: await addPupils(page, children) }
}

const SMALL = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

test('nineteen absent children are one sheet, more are torn between classes; the numbers of 21 are one sheet', async ({
  page,
  browser,
}) => {
  test.slow()
  await openOwnSchool(browser, page)
  const large = await fullClass(page, 'a', 21)
  const absent = large.ids.slice(0, 10)
  for (const description of SMALL) absent.push(...(await fullClass(page, description, 1)).ids)
  const days = { dateStart: '2026-11-19', dateEnd: '2026-11-23', reporterName: 'Anna Müller' }
  for (const id of absent) await enterNote(page, id, days)

  await page.setViewportSize(A4)
  await page.goto('/app/admin/abwesenheitsmeldungen')
  await expect(page.getByText('Fehlliste 20.11.2026')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(19 + 10)
  expect(new Set((await page.evaluate(SHORT_LINES)) as number[])).toEqual(new Set([1]))
  const sheets = await printedSheets(page)
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toContain(withoutBlanks('19 Kinder in 10 Klassen'))
  for (const word of ['neu', 'gesehen', 'Teil des Tages']) expect(sheets[0]).not.toContain(withoutBlanks(word))

  for (const id of large.ids.slice(10)) await enterNote(page, id, days)
  await page.reload()
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(30 + 10)
  const more = await printedSheets(page)
  expect(more.length).toBeGreaterThan(1)
  for (const description of SMALL) {
    const child = `2${description}${withoutBlanks('Müller-Lüdenscheidt A, Mia')}`
    expect(
      more.filter((sheet) => sheet.includes(child)),
      description,
    ).toHaveLength(1)
  }

  await page.goto(`/app/admin/klasse/${large.schoolclassId}?liste=telefon`)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(21)
  expect(await printedSheets(page)).toHaveLength(1)
})

/** What somebody could press or fill in, and the frame: nothing of it belongs on paper. Of the names that open a list the words do. */
const CONTROLS_ON_PAPER = `[...document.querySelectorAll('header, nav, footer, button, input, select, textarea')]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 1)
  .filter((element) => !element.closest('td'))
  .map((element) => element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent))`

/** Rows and headings that the end of a sheet could tear from what belongs to them. */
const TORN_ON_PAPER = `[...document.querySelectorAll('tr, h1, h2, h3')]
  .filter((element) => element.checkVisibility())
  .filter((element) => getComputedStyle(element)[element.tagName === 'TR' ? 'breakInside' : 'breakAfter'] !== 'avoid')
  .map((element) => element.textContent)`

/** The page prints without controls, in its width, and neither a row nor a heading is torn from what belongs to it. */
const expectWholeOnPaper = async (page: Page, place: string) => {
  await page.setViewportSize(A4)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(CONTROLS_ON_PAPER), place).toEqual([])
  expect(await page.evaluate(TORN_ON_PAPER), place).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBeLessThanOrEqual(A4.width)
  const rows = (await page.locator('tbody tr').filter({ visible: true }).allInnerTexts()).map(withoutBlanks)
  const headings = (await page.getByRole('heading').filter({ visible: true }).allInnerTexts()).map(withoutBlanks)
  const sheets = await printedSheets(page)
  for (const row of rows)
    expect(sheets.filter((sheet) => sheet.includes(row)).length, `${place}: ${row}`).toBeGreaterThan(0)
  for (const heading of headings) {
    expect(
      sheets.some((sheet) => sheet.includes(heading)),
      `${place}: ${heading}`,
    ).toBe(true)
    expect(
      sheets.filter((sheet) => sheet.replace(/Seite\d+\/\d+$/, '').endsWith(heading)),
      place,
    ).toEqual([])
  }
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1366, height: 768 })
  return { rows, sheets }
}

test('registers and proofs of data protection are whole on paper, without anything to press', async ({ page }) => {
  test.slow()
  await signIn(page, 'leitung.fsw')
  const open = async (path: string, ready: RegExp) => {
    await page.goto(`/app/admin/${path}`)
    await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
  }
  await open('datenschutz/anfragen', /überfällig$/)
  expect((await expectWholeOnPaper(page, 'Anfragen')).rows.length).toBeGreaterThan(3)
  await page.getByRole('link', { name: /Paul Richter-Müller/ }).click()
  await expect(title(page)).toHaveText('Auskunft: Paul Richter-Müller')
  await expectWholeOnPaper(page, 'Anfrage')
  await open('datenschutz/hinweise', /Wer ist verantwortlich/)
  await expectWholeOnPaper(page, 'Hinweise')
  await open('datenschutz/verzeichnis', /^Verantwortlich$/)
  expect((await expectWholeOnPaper(page, 'Verzeichnis')).sheets.length).toBeGreaterThan(1)
  await open('datenschutz/auftragsverarbeitung', /kein Vertrag/)
  expect((await expectWholeOnPaper(page, 'Auftragsverarbeitung')).rows).toHaveLength(3)
  await open('datenschutz/einsichten?ansicht=einzeln&per_page=50', /Seite aufgerufen/)
  const views = await expectWholeOnPaper(page, 'Einsichten')
  expect(views.rows).toHaveLength(50)
  expect(views.sheets.length).toBeGreaterThan(1)
  await open('loeschvorschau', /^Ausgesetzt/)
  await expectWholeOnPaper(page, 'Löschvorschau')
  await open('loeschvorschau/nachweise', /^2026 \(\d+\)/)
  await expectWholeOnPaper(page, 'Löschnachweise')
})

test('a restricted child and a coming of age are printed with what is said about them', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const [id] = await addPupils(page, [{ firstname: 'Mila', lastname: uniqueName('Papier') }])
  const body = { reason: 'Die Anschrift wird geprüft.' }
  const set = await askAs(page, { method: 'POST', path: `/api/admin/restriction/pupil/${id}`, body })
  expect(set.status(), await set.text()).toBe(200)
  for (const path of [`schueler/${id}`, 'datenschutz/einschraenkungen']) {
    await page.goto(`/app/admin/${path}`)
    await expect(page.getByText(/Die Anschrift wird geprüft\./).first()).toBeVisible()
    const { sheets } = await expectWholeOnPaper(page, path)
    expect(sheets.join(' ')).toContain(withoutBlanks('Die Anschrift wird geprüft.'))
  }
  await signIn(page, 'leitung.fow')
  const child = { firstname: 'Anni', lastname: uniqueName('Bald'), birthdate: '2008-12-02', grade: 10, isOld: true }
  const [pupil] = await addPupils(page, [child])
  await page.goto(`/app/admin/schueler/${pupil}`)
  await expect(page.getByRole('alert').filter({ hasText: /volljährig/i })).toBeVisible()
  const { sheets } = await expectWholeOnPaper(page, 'Volljährigkeit')
  expect(sheets.join(' ')).toMatch(/volljährig/i)
})

const RIGHTS = 'Übersicht: Rechte - Rollen'

test('what hangs open over a page is not printed with it', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/user-management')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect(page.getByRole('menuitem', { name: RIGHTS })).toBeVisible()
  const sheets = withoutBlanks((await printedSheets(page)).join(' '))
  // The title of the overview; the menu has an entry of this name.
  expect(sheets.split(withoutBlanks(RIGHTS))).toHaveLength(2)
})
