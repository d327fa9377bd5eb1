import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { makeClass } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/klassen'
const rowLinks = (page: Page) => page.getByRole('main').locator('[data-row-link]')

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

type Look = (place: string) => Promise<void>

const lookAtList = async (page: Page, look: Look) => {
  await page.goto(LIST)
  await expect(rowLinks(page).first()).toBeVisible()
  await look('Klassen')
  await page.getByRole('button', { name: 'Klasse anlegen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await expect(page.getByText(/^Bitte prüfen Sie/)).toBeVisible()
  await look('Klasse anlegen')
  await closeDialog(page)
}

/** Opens the menu that has the tool: on a phone there is one for all. */
const openTool = async (page: Page, menu: string, tool: string | RegExp) => {
  const own = page.getByRole('button', { name: menu })
  await ((await own.isVisible()) ? own : page.getByRole('button', { name: 'Weitere Aktionen' })).click()
  await page.getByRole('menuitem', { name: tool }).click()
}

const lookAtClass = async (page: Page, look: Look) => {
  await rowLinks(page).first().click()
  await expect(title(page)).toHaveText(/^Klasse /)
  await expect(rowLinks(page).first()).toBeVisible()
  // On a phone, too: nothing but the name and three lines stands before the children.
  await expect(rowLinks(page).first()).toBeInViewport({ ratio: 1 })
  await look('Klasse')
  await page
    .getByRole('checkbox', { name: /auswählen$/ })
    .first()
    .check()
  await expect(page.getByRole('region', { name: 'Auswahl' })).toBeVisible()
  await look('Auswahl')
  await page.getByRole('button', { name: 'Verschieben nach …' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await look('Verschieben nach')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await expect(page.getByRole('menuitem', { name: 'Kinder hinzufügen' })).toBeVisible()
  await look('Weitere Aktionen')
  await page.keyboard.press('Escape')
  await openTool(page, 'Exportieren', 'Klassenliste als Excel oder CSV …')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('Exportieren')
  await closeDialog(page)
  await openTool(page, 'Weitere Aktionen', 'Kinder hinzufügen')
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
  await look('Kinder hinzufügen')
  await closeDialog(page)
}

/** Lists of a class that are also read on the screen. */
const lookAtPaper = async (page: Page, look: Look) => {
  const isDesk = await page.getByRole('button', { name: 'Andere Liste drucken' }).isVisible()
  const lists = [/^Notfallliste/, /^Telefonliste$/, 'Geburtstage', ...(isDesk ? ['Mit 10 leeren Spalten'] : [])]
  for (const list of lists) {
    await openTool(page, 'Andere Liste drucken', list)
    await expect(title(page)).toHaveText(/liste /)
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
    await look(String(list))
    await page.goBack()
    await expect(title(page)).toHaveText(/^Klasse /)
  }
}

/** List, dialogs, class, selection and the lists, in the view of a head. */
const lookEverywhere = async (page: Page, look: Look) => {
  await page.addInitScript('window.print = () => {}')
  await signIn(page, 'leitung.fsw')
  await test.step('the list', () => lookAtList(page, look))
  await test.step('a class', () => lookAtClass(page, look))
  await test.step('its lists', () => lookAtPaper(page, look))
}

test('classes, their dialogs and lists are sound on a desk', async ({ page }) => {
  test.slow()
  await lookEverywhere(page, (place) => expectSound(page, place))
})

test('classes are cards on a phone, and nothing scrolls sideways @phone', async ({ page }) => {
  test.slow()
  await lookEverywhere(page, async (place) => {
    if (['Klassen', 'Klasse', 'Auswahl'].includes(place)) await expectSound(page, place)
    else await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
  })
})

const OPTIONS = '**/schoolclass/formOptions'

/** Shows the page of a school in which no school year has begun. */
const planAllYears = (page: Page) =>
  page.route(OPTIONS, async (route) => {
    const reply = await route.fetch()
    const options = (await reply.json()) as { schoolyears: object[] }
    const schoolyears = options.schoolyears.map((year) => ({ ...year, state: 'planned' }))
    await route.fulfill({ response: reply, json: { ...options, schoolyears } })
  })

test('a list without a running year and a dialog without its choices are sound', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await planAllYears(page)
  await page.goto(LIST)
  await expect(page.getByText('Zurzeit läuft kein Schuljahr.')).toBeVisible()
  await expectSound(page, 'Klassen ohne laufendes Schuljahr')
  await page.unroute(OPTIONS)
  const id = await makeClass(page, { grade: 2, description: 'a' })
  await page.route(OPTIONS, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.goto(`/app/admin/klasse/${id}`)
  await expect(title(page)).toHaveText(/^Klasse 2a/)
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Klasse 2a bearbeiten', exact: true })
  await expect(edit.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await expectSound(page, 'Klasse bearbeiten ohne Auswahl')
  await edit.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(edit).toHaveCount(0)
  await page.keyboard.press('e')
  // Wait until it has failed again, because a dialog loads again when it opens.
  await expect(edit.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  await page.unroute(OPTIONS)
  await edit.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(edit.getByRole('textbox', { name: 'Bezeichnung' })).toBeFocused()
})

test('on a phone a teacher has the numbers of a class two touches from the start page @phone', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  await page
    .getByRole('link', { name: /^Telefonliste / })
    .first()
    .click()
  await expect(title(page)).toHaveText(/^Telefonliste /)
  const first = page.getByRole('main').locator('a[href^="tel:+49"]').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectSound(page, 'Telefonliste einer Lehrkraft')
})
