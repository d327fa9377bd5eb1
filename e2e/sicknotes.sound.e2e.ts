import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { absenceRow, enterNote, openAbsences, openFive, reportAsParent } from './own-absences.ts'

const rowLinks = (page: Page) => page.getByRole('main').locator('[data-row-link]')

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const soundDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Krankmeldung erfassen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Weitere Angaben' }).click()
  await dialog.getByText('beurlaubt', { exact: true }).click()
  await dialog.getByText('Nur ein Teil des Tages').click()
  await dialog.getByRole('button', { name: 'Eintragen' }).click()
  await expect(dialog.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expectSound(page, 'Krankmeldung erfassen')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const size of [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
]) {
  test(`lists, week, menus and dialogs are sound at ${size.width} px`, async ({ page, browser }) => {
    test.slow()
    await page.setViewportSize(size)
    const { ids } = await openFive(browser, page)
    await openAbsences(page)
    await expect(page.getByText('Heute sind keine Kinder abgemeldet.')).toBeVisible()
    await expectSound(page, 'Niemand abgemeldet')
    await enterNote(page, ids.Ahrens, { dateStart: '2026-11-16', dateEnd: '2026-11-27', comment: 'x'.repeat(300) })
    await enterNote(page, ids.Bode, { reason: 'unexplained' })
    await enterNote(page, ids.Conrad, { dateStart: '2026-11-23', dateEnd: '2026-11-24', reason: 'leave' })
    await enterNote(page, ids.Dorn, { dateStart: '2026-11-05' })
    await reportAsParent(page, ids.Ebert)
    await page.reload()
    await expect(rowLinks(page)).toHaveCount(3)
    await expectSound(page, 'Heute')
    await page.getByRole('button', { name: 'Aktionen: Ida Ahrens' }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expectSound(page, 'Aktionen')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Ida Bode auswählen' }).check()
    await expectSound(page, 'Auswahl')
    await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
    await soundDialog(page)
    for (const tab of ['weitere', 'fehlt', 'woche']) {
      await openAbsences(page, `?tab=${tab}`)
      await expect(page.getByRole('link', { name: /, Ida$/ }).first()).toBeVisible()
      await expectSound(page, tab)
    }
    await openAbsences(page)
    await page.getByRole('button', { name: 'Aktionen: Ida Ahrens' }).click()
    await page.getByRole('menuitem', { name: 'Verlängern oder beenden …' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSound(page, 'Verlängern')
    await closeDialog(page)
    if (size.width > 600) await expect(absenceRow(page, 'Ebert')).toContainText('neu')
  })
}
