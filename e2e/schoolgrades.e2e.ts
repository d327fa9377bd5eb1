import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, notice, signIn, title } from './staff-calls.ts'

const PAGE = '/app/admin/klassenstufen'

interface List {
  schoolgrades: { id: number; grade: number; version: number; places: { places: number | null }[] }[]
}

const storedGrades = async (page: Page) => {
  const reply = await askAs(page, { method: 'GET', path: '/api/admin/schoolgrade' })
  return ((await reply.json()) as List).schoolgrades
}

const gradeOf = async (page: Page, number: number) => {
  const grade = (await storedGrades(page)).find((one) => one.grade === number)
  expect(grade, `Stufe ${number}`).toBeDefined()
  return grade as List['schoolgrades'][number]
}

const openPage = async (page: Page) => {
  await page.goto(PAGE)
  await expect(title(page)).toHaveText(/^Klassenstufen/)
}

const row = (page: Page, number: number) => page.getByRole('row').filter({ hasText: `Klassenstufe ${number}` })

test('places of a year are set by keyboard alone, and a grade is added', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  const places = page.getByRole('textbox', { name: 'Plätze 2027/2028, Klassenstufe 2', exact: true })
  await stepTo(page, places)
  await page.keyboard.type('4x')
  await page.keyboard.press('Enter')
  await expect(row(page, 2).getByText('Bitte nur Zahlen angeben.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(places).toHaveValue('')
  await page.keyboard.type('46')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Die Plätze sind gespeichert.')).toBeVisible()
  await expect(places).toBeFocused()
  await expect.poll(async () => (await gradeOf(page, 2)).places.map((one) => one.places)).toContain(46)

  const six = await gradeOf(page, 6)
  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe 6 bearbeiten' }))
  await expect(page.getByRole('textbox', { name: 'Stufe', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Klassenstufe 6 bearbeiten' })).toBeFocused()
  // What leads to it keeps it: the fifth grade first leads out of the school.
  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe 5 bearbeiten' }), 'Shift+Tab')
  await page.getByLabel('Folgende Stufe').selectOption('keine (Abgang)')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(row(page, 5)).toContainText('Abgang')
  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe 6 löschen' }))
  await page.getByRole('button', { name: 'Klassenstufe löschen' }).press('Enter')
  await expect(notice(page, 'Klassenstufe 6 ist gelöscht.')).toBeVisible()
  expect((await storedGrades(page)).some(({ id }) => id === six.id)).toBe(false)

  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe hinzufügen' }), 'Shift+Tab')
  const number = page.getByRole('textbox', { name: 'Stufe', exact: true })
  await expect(number).toHaveValue('6')
  await number.fill('9')
  await expect(page.getByRole('textbox', { name: 'Bezeichnung' })).toHaveValue('Klassenstufe 9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stufe: Die Schule hat die Klassenstufen 1 bis 6.' })).toBeVisible()
  await number.fill('6')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Klassenstufe 6 ist angelegt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Klassenstufe hinzufügen' })).toBeFocused()
  await expect(row(page, 6)).toContainText('Abgang')
})

test('a number typed without a connection says that it is not saved, and is saved when it is back', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  const places = page.getByRole('textbox', { name: 'Plätze 2027/2028, Klassenstufe 2', exact: true })
  await page.context().setOffline(true)
  await places.fill('44')
  await page.keyboard.press('Enter')
  await expect(row(page, 2)).toContainText('Nicht gespeichert')
  await expect(page.getByRole('button', { name: /Klassenstufe 2: noch einmal speichern$/ })).toBeVisible()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeHidden()
  await page.context().setOffline(false)
  await expect(notice(page, 'Die Plätze sind gespeichert.')).toBeVisible()
  await expect(row(page, 2)).not.toContainText('Nicht gespeichert')
  expect((await gradeOf(page, 2)).places.map((one) => one.places)).toContain(44)
})

test('a used grade says by what, and cannot be deleted', async ({ page, browser }) => {
  await openOwnSchool(browser, page, true)
  await openPage(page)
  await expect(row(page, 3)).toContainText('4 Klassen:')
  await expect(row(page, 3).getByRole('link', { name: '2026/27: 2 Klassen' })).toHaveAttribute(
    'href',
    /klassen\?school_year_id=\d+$/,
  )
  await page.getByRole('button', { name: 'Klassenstufe 3 löschen' }).click()
  const alert = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(alert).toContainText('Wird von 4 Klassen, 1 vorangehenden Klassenstufe verwendet.')
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Klassenstufe 3 bearbeiten' }).click()
  await expect(page.getByRole('textbox', { name: 'Stufe', exact: true })).toBeDisabled()
  await page.getByRole('checkbox', { name: /^Aktiv/ }).uncheck()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(row(page, 3)).toContainText('(nicht aktiv)')
})

test('a school without grades makes all of its range at once', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  for (const { id } of await storedGrades(page)) {
    const cookies = await page.context().cookies()
    const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '')
    await page.request.delete(`/api/admin/schoolgrade/${id}`, { headers: { 'X-XSRF-TOKEN': token } })
  }
  await openPage(page)
  await page.getByRole('button', { name: 'Stufen 1–6 anlegen' }).click()
  await expect(notice(page, '6 Klassenstufen sind angelegt.')).toBeVisible()
  await expect(title(page)).toHaveText('Klassenstufen 6')
  await expect(row(page, 1)).toContainText(/ja\s*nein\s*2/)
  await expect(row(page, 6)).toContainText('Abgang')
})

test('what somebody else changed meanwhile is compared first', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await openPage(page)
  const { id } = await gradeOf(page, 4)
  const rename = (name: string) => askAs(page, { method: 'PUT', path: `/api/admin/schoolgrade/${id}`, body: { name } })
  await page.getByRole('button', { name: 'Klassenstufe 4 bearbeiten' }).click()
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('Vierte')
  expect((await rename('Stufe vier')).ok()).toBe(true)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: /hat diesen Datensatz am .* geändert\./ })
  await expect(alert.getByRole('row', { name: 'Bezeichnung Stufe vier Vierte' })).toBeVisible()
  await alert.getByRole('button', { name: 'Gespeicherte behalten' }).click()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Stufe vier' })).toBeVisible()
})

test('teachers see no grades to change', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto(PAGE)
  await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
})

const sound = async (browser: Browser, page: Page) => {
  await openOwnSchool(browser, page, true)
  await openPage(page)
  await expect(row(page, 1)).toBeVisible()
  await expectSound(page, 'Klassenstufen')
  await page.getByRole('button', { name: 'Klassenstufe 2 bearbeiten' }).click()
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await expectSound(page, 'Klassenstufen, Zeile mit Fehler')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('button', { name: 'Klassenstufe hinzufügen' }).click()
  await expectSound(page, 'Klassenstufen, neue Zeile')
}

test('the page of grades is sound on a desk', ({ page, browser }) => sound(browser, page))
test('the page of grades is sound on a phone @phone', ({ page, browser }) => sound(browser, page))
