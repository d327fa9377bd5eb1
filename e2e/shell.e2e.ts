import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const CHILDREN = 'Schülerinnen und Schüler'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' })
const footer = (page: Page) => page.getByRole('contentinfo')
const palette = (page: Page) => page.getByRole('combobox', { name: 'Seite oder Befehl' })

/** The frame's dialogs whose code the page has loaded. */
const watchDialogs = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const dialog = /(PaletteDialog|ShortcutDialog)-[^/]*\.js$/.exec(request.url())?.[1]
    if (dialog) asked.push(dialog)
  })
  return asked
}

test('where something is typed, legal texts open as dialogs and leave it alone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/bewerbungen/neu')
  await page.getByLabel('Vorname').first().fill('Mia')
  const button = footer(page).getByRole('button', { name: 'Impressum' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Impressum' })
  await expect(dialog).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBe(800)
  const dialogs = watchDialogs(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(page.getByLabel('Vorname').first()).toHaveValue('Mia')
  // Only this press, when nothing else is open, opens another one.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  expect(dialogs).toEqual(['ShortcutDialog'])
})

test('the frame is sound: overview, palette, keys, and on a phone the menu over the page', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/app/')
  await expect(title(page)).toBeVisible()
  await expect(page.getByRole('region', { name: CHILDREN }).getByText('Kinder gesamt')).toBeVisible()
  await menu(page).getByRole('button', { name: 'Verwaltung' }).click()
  await menu(page).getByLabel('Debug-Ansicht').check()
  await expect(page.getByRole('complementary', { name: 'Debug-Ansicht' })).toBeVisible()
  await expectSoundAndFits(page, 'Übersicht, Menü und Debug-Ansicht')

  await page.getByRole('button', { name: 'Seite oder Befehl suchen' }).click()
  await expect(palette(page)).toBeFocused()
  await expectSoundAndFits(page, 'Befehle')
  await palette(page).fill('tastenk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  await expectSoundAndFits(page, 'Tastenkürzel')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await expect(menu(page).getByRole('button', { name: 'E-Mail-Test' })).toBeVisible()
  await expectSound(page, 'Menü über der Seite')
})
