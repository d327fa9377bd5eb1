import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { makeClass } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { title } from './staff-calls.ts'

const LIST = '/app/admin/klassen'
const OPTIONS = '**/schoolclass/formOptions'

interface Options {
  schoolyears: { id: number; state: string }[]
}

/** As if the school had other years than it has. */
const changeYears = (page: Page, change: (years: Options['schoolyears']) => Options['schoolyears']) =>
  page.route(OPTIONS, async (route) => {
    const reply = await route.fetch()
    const options = (await reply.json()) as Options
    await route.fulfill({ response: reply, json: { ...options, schoolyears: change(options.schoolyears) } })
  })

const failOptions = (page: Page) =>
  page.route(OPTIONS, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))

test('without classes the page says why, and leads on', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await changeYears(page, () => [])
  await page.goto(LIST)
  await expect(page.getByText('Noch kein Schuljahr.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zu den Schuljahren' })).toBeVisible()
  await page.unroute(OPTIONS)

  await changeYears(page, (years) => years.map((year) => ({ ...year, state: 'planned' })))
  await page.reload()
  await expect(page.getByText('Zurzeit läuft kein Schuljahr.')).toBeVisible()
  await expect(page.getByText(/^Das Schuljahr \d{4}\/\d{4} beginnt am \d\d\.\d\d\.\d{4}\.$/)).toBeVisible()
  await expectSound(page, 'Klassen ohne laufendes Schuljahr')
  await page.getByRole('button', { name: /^Klassen \d{4}\/\d{4} zeigen$/ }).click()
  await expect(page).toHaveURL(/school_year_id=\d+/)
  await expect(page.getByText('Keine Klassen vorhanden')).toBeVisible()
  await page.unroute(OPTIONS)

  await page.goto(`${LIST}?school_year_id=999999`)
  await expect(page.getByText('Dieses Schuljahr gibt es nicht.')).toBeVisible()
  await page.getByRole('button', { name: /^Klassen \d{4}\/\d{4} zeigen$/ }).click()
  await expect(page).not.toHaveURL(/school_year_id/)
  await expect(page.getByText('Keine Klassen vorhanden')).toBeVisible()
})

test('years that cannot be loaded are asked for again, and nobody is told that there is none', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  await failOptions(page)
  await page.goto(LIST)
  await expect(page.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await expect(page.getByText('Noch kein Schuljahr.')).toHaveCount(0)
  await page.unroute(OPTIONS)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('Keine Klassen vorhanden')).toBeVisible()
})

test('a dialog whose choices cannot be loaded says so and tries again', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const id = await makeClass(page, { grade: 2, description: 'a' })
  await failOptions(page)
  await page.goto(`/app/admin/klasse/${id}`)
  await expect(title(page)).toHaveText(/^Klasse 2a/)
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Klasse 2a bearbeiten', exact: true })
  await expect(edit.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await expectSound(page, 'Klasse bearbeiten ohne Auswahl')
  await edit.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(edit).toHaveCount(0)
  await page.keyboard.press('e')
  // Only once it has failed again: a dialog that opens asks anew.
  await expect(edit.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  await page.unroute(OPTIONS)
  await edit.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(edit.getByRole('textbox', { name: 'Bezeichnung' })).toBeFocused()
  await expect(edit.getByRole('combobox', { name: 'Klassenstufe', exact: true })).toHaveValue(/2/)
})

test('who may only read the names of a class to come is told the day it begins', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const id = await makeClass(page, { grade: 2, description: 'a' })
  await page.route(/\/api\/admin\/schoolclass\/\d+$/, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), is_names_only: true, day: '2027-08-01' } })
  })
  await page.goto(`/app/admin/klasse/${id}`)
  await expect(page.getByText('Diese Klasse beginnt am 01.08.2027. Bis dahin sehen Sie nur die Namen.')).toBeVisible()
})
