import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { signIn } from './staff-calls.ts'
import { test } from './test.ts'

/** Exports change nothing: the demo's own class will do. */
const goToClass = async (page: Page) => {
  await page.goto('/app/admin/klassen')
  await page.getByRole('link', { name: '3a', exact: true }).first().click()
}

const openExport = async (page: Page) => {
  await page.getByRole('button', { name: 'Exportieren' }).click()
  await page.getByRole('menuitem', { name: /^Für WebUntis/ }).click()
  const dialog = page.getByRole('dialog', { name: /^\d+ Kinder exportieren$/ })
  await expect(dialog.getByRole('radiogroup')).toBeVisible()
  return dialog
}

const saved = async (page: Page, press: () => Promise<void>) => {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a class leaves as a list of chosen columns, and for Moodle after a mended answer', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await goToClass(page)
  const dialog = await openExport(page)
  // By keyboard alone: the chosen format has the focus, and one key leads to the next.
  await expect(dialog.getByRole('radio', { name: 'Excel', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'CSV für Excel' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Nur Name und Klasse' }).click()
  for (const column of ['Nachname', 'Namensvorsatz', 'Vorname', 'Klasse'])
    await dialog.getByRole('checkbox', { name: column, exact: true }).uncheck()
  const save = dialog.getByRole('button', { name: 'Datei speichern' })
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('Bitte mindestens eine Spalte wählen.')
  await expectSound(page, 'export of pupils, refused')
  await dialog.getByRole('button', { name: 'Nur Name und Klasse' }).click()
  const list = await saved(page, () => save.click())
  expect(list.name).toBe('SuS-Liste-2026-11-20.csv')
  expect(list.text).toMatch(/^\ufeffNachname;Namensvorsatz;Vorname;Klasse\r\n/)
  const rows = list.text.trimEnd().split('\r\n').slice(1)
  expect(rows.every((row) => row.endsWith(';3a'))).toBe(true)
  await expect(dialog).toBeHidden()

  const again = await openExport(page)
  // The dialog remembers the last choice.
  await expect(again.getByRole('radio', { name: 'CSV für Excel' })).toBeChecked()
  await again.getByRole('radio', { name: 'Moodle' }).check()
  const domain = again.getByRole('textbox', { name: 'E-Mail-Domäne der Schule' })
  await domain.fill('keine Domäne')
  await page.keyboard.press('Enter')
  await expect(domain).toBeFocused()
  await expect(again.getByText('Bitte nur den Teil nach dem @ angeben, z. B. schule.example.')).toBeVisible()
  await domain.fill('@schule.example')
  const moodle = await saved(page, () => page.keyboard.press('Enter'))
  expect(moodle.name).toBe('Moodle-2026-11-20.csv')
  expect(moodle.text.trimEnd().split('\r\n')).toHaveLength(rows.length + 1)
  expect(moodle.text).toContain('@schule.example,FSW-')
})
