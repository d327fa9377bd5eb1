import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { absenceRow, enterNote, openAbsences, openFive, reportAsParent } from './own-absences.ts'
import { test } from './test.ts'

const DESK = { width: 1366, height: 768 }
const PHONE = { width: 360, height: 740 }
const rowLinks = (page: Page) => page.getByRole('main').locator('[data-row-link]')
const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Krankmeldungen' }).getByRole('button').filter({ hasText: name })
/** A phone shortens the first word. */
const MISSING = /^Entsch\S+ fehlt/
/** The checks at one size: axe for states that are new at this size, otherwise only that nothing scrolls sideways. */
type Check = (place: string) => Promise<void>

const checkDialog = async (page: Page, check: Check) => {
  await page.getByRole('button', { name: 'Krankmeldung erfassen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Weitere Angaben' }).click()
  await dialog.getByText('beurlaubt', { exact: true }).click()
  await dialog.getByText('Nur ein Teil des Tages').click()
  await dialog.getByRole('button', { name: 'Eintragen' }).click()
  await expect(dialog.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await check('Krankmeldung erfassen')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Today's list with menu, selection and dialogs, then the other parts of the page. */
const visitAll = async (page: Page, check: Check) => {
  await expect(rowLinks(page)).toHaveCount(3)
  await check('Heute')
  await page.getByRole('button', { name: 'Aktionen: Ida Ahrens' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await check('Aktionen')
  await page.getByRole('menuitem', { name: 'Verlängern oder beenden …' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' })).toBeVisible()
  await check('Verlängern')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Ida Bode auswählen' }).check()
  await expect(page.getByRole('region', { name: 'Auswahl' })).toBeVisible()
  await check('Auswahl')
  await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await checkDialog(page, check)
  for (const name of ['Weitere', MISSING, 'Woche', 'Monat']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('link', { name: /, Ida$/ }).first()).toBeVisible()
    await check(String(name))
  }
  await tab(page, 'Heute').click()
  await expect(rowLinks(page)).toHaveCount(3)
}

/** On a phone the table is a list of cards, the dialog fills the screen and the week has one column a day. */
const OWN_LAYOUT = ['Heute', 'Krankmeldung erfassen', 'Woche']

test('lists, week, menus and dialogs are sound on desk and phone', async ({ page, browser }) => {
  test.slow()
  const { ids } = await openFive(browser, page)
  await openAbsences(page)
  await expect(page.getByText('Heute sind keine Kinder abgemeldet.')).toBeVisible()
  await expectSound(page, 'Niemand abgemeldet')
  await page.setViewportSize(PHONE)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize(DESK)
  await enterNote(page, ids.Ahrens, { dateStart: '2026-11-16', dateEnd: '2026-11-27', comment: 'x'.repeat(300) })
  await enterNote(page, ids.Bode, { reason: 'unexplained' })
  await enterNote(page, ids.Conrad, { dateStart: '2026-11-23', dateEnd: '2026-11-24', reason: 'leave' })
  await enterNote(page, ids.Dorn, { dateStart: '2026-11-05' })
  await reportAsParent(page, ids.Ebert)
  await page.reload()
  await visitAll(page, (place) => expectSound(page, place))
  await expect(absenceRow(page, 'Ebert')).toContainText('neu')

  await page.setViewportSize(PHONE)
  await page.reload()
  await visitAll(page, async (place) => {
    if (OWN_LAYOUT.includes(place)) await expectSound(page, `${place} on a phone`)
    else await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
  })

  await test.step('the days of the week stay in sight however far one scrolls', async () => {
    await page.setViewportSize({ width: 360, height: 400 })
    await tab(page, 'Woche').click()
    const week = page.getByRole('table', { name: 'Abwesenheiten der Woche' })
    await week.getByRole('link').last().scrollIntoViewIfNeeded()
    await expect(week.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
  })
})
