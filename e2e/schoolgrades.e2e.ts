import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, notice, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

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
  await page.keyboard.type('46')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Klassenstufe 2: Die Plätze sind gespeichert.')).toBeVisible()
  await expect(places).toBeFocused()
  await expect.poll(async () => (await gradeOf(page, 2)).places.map((one) => one.places)).toContain(46)

  const six = await gradeOf(page, 6)
  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe 6 bearbeiten' }))
  await expect(page.getByRole('textbox', { name: 'Stufe', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Klassenstufe 6 bearbeiten' })).toBeFocused()
  // A grade that leads to it protects it from deletion, so the fifth grade first becomes the leaving grade.
  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe 5 bearbeiten' }), 'Shift+Tab')
  await page.getByLabel('Folgende Stufe').selectOption('Abgang (keine folgende Stufe)')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(row(page, 5)).toContainText('Abgang')
  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe 6 löschen' }))
  await page.getByRole('button', { name: 'Klassenstufe löschen' }).press('Enter')
  await expect(notice(page, 'Klassenstufe 6 ist gelöscht.')).toBeVisible()
  expect((await storedGrades(page)).some(({ id }) => id === six.id)).toBe(false)

  await stepToAndPress(page, page.getByRole('button', { name: 'Klassenstufe hinzufügen' }), 'Shift+Tab')
  const number = page.getByRole('textbox', { name: 'Stufe', exact: true })
  await expect(number).toHaveValue('6')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Klassenstufe 6 ist angelegt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Klassenstufe hinzufügen' })).toBeFocused()
  await expect(row(page, 6)).toContainText('Abgang')
})

/** The page with its rows, one with an error and a new one. */
const lookAtGrades = async (page: Page, look: (place: string) => Promise<void>) => {
  await openPage(page)
  await expect(row(page, 1)).toBeVisible()
  await look('Klassenstufen')
  await page.getByRole('button', { name: 'Klassenstufe 2 bearbeiten' }).click()
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await look('Klassenstufen, Zeile mit Fehler')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('button', { name: 'Klassenstufe hinzufügen' }).click()
  await expect(page.getByRole('textbox', { name: 'Stufe', exact: true })).toBeVisible()
  await look('Klassenstufen, neue Zeile')
}

test('the page of grades is sound on a desk', async ({ page, browser }) => {
  await openOwnSchool(browser, page, true)
  await lookAtGrades(page, (place) => expectSound(page, place))
})

test('rows of grades are cards on a phone, and nothing scrolls sideways @phone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await lookAtGrades(page, async (place) => {
    if (place === 'Klassenstufen') await expectSound(page, place)
    else await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
  })
})
