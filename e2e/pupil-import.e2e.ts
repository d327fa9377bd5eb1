import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expectSound } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { openOwnSchool } from './own-school.ts'
import { notice, signIn } from './staff-calls.ts'
import { test } from './test.ts'

const IMPORT = '/app/admin/pupil_import'
const HEAD = 'Nachname;Vorname;Geb.-Datum;Klasse;Wohnort;Konfession'

const csv = (name: string, lines: readonly string[], encoding: BufferEncoding = 'utf8') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines].join('\r\n'), encoding),
})

const choose = (page: Page, file: ReturnType<typeof csv>) => page.getByTestId('import-file').setInputFiles(file)
const step = (page: Page, text: string) => page.getByText(`Schritt ${text}`, { exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = (page: Page, line: number) => page.getByRole('row', { name: `Zeile ${line} ` })

/** These lists have no such column: without an answer nothing is checked. */
const sayNoGender = (page: Page) =>
  page.getByRole('combobox', { name: 'Geschlecht', exact: true }).selectOption('Später eintragen (bis dahin divers)')

const importAll = async (page: Page) => {
  await button(page, '2 Kinder übernehmen').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByRole('heading', { name: 'Der Import ist fertig' })).toBeVisible()
}

test('a list with errors and duplicates is corrected, imported and taken back', async ({ browser, page }) => {
  await openOwnSchool(browser, page)
  await page.goto(IMPORT)
  await expect(page.getByText('Noch kein Import.')).toBeVisible()
  await expectSound(page, 'import, step 1')

  // A file of an old program: Windows-1252 is recognised and shown; with another encoding the umlauts are wrong.
  await choose(page, csv('alt.csv', ['Öztürk;Elif;3.5.18;;Köln;ev', 'Müßig;Jörg;04.05.2018;;Köln;'], 'latin1'))
  await expect(step(page, '2 von 4: Spalten zuordnen')).toBeFocused()
  const encoding = page.getByRole('combobox', { name: 'Zeichensatz' })
  await expect(encoding).toHaveValue('windows-1252')
  await expect(page.getByRole('combobox', { name: 'Trennzeichen' })).toHaveValue(';')
  await expect(page.getByText('Öztürk')).toBeVisible()
  await expect(page.getByText('Die Spalte „Konfession“ wird nicht übernommen', { exact: false })).toBeVisible()
  await encoding.selectOption('utf-8')
  await expect(page.getByText('Öztürk')).toBeHidden()
  await encoding.selectOption('windows-1252')
  await expect(page.getByText('Öztürk')).toBeVisible()
  const meaning = page.getByRole('combobox', { name: 'Bedeutung der Spalte „Wohnort“' })
  await meaning.selectOption('Nachname')
  await button(page, 'Weiter: Prüfen').click()
  const problems = page.getByRole('alert').filter({ hasText: '„Nachname“ ist zwei Spalten zugeordnet.' })
  await expect(problems).toBeFocused()
  await expect(problems).toContainText('Keine Spalte nennt das Geschlecht.')
  await expectSound(page, 'import, step 2')
  await meaning.selectOption('Ort')
  await sayNoGender(page)
  await button(page, 'Weiter: Prüfen').click()
  await expect(step(page, '3 von 4: Prüfen')).toBeFocused()
  await expect(button(page, '2 neu')).toBeVisible()
  await importAll(page)

  await page.goto(IMPORT)
  const lines = [
    'Öztürk;Elif;03.05.2018;;Bonn;',
    'Müßig;Jörg;05.05.2018;;;',
    'Krüger;Mia;31.02.2018;;Bonn;',
    'Krüger;Ben;11.11.2018;9z;;',
    'Rot;Ada;1.1.2019;;;',
  ]
  await choose(page, csv('neu.csv', lines))
  await expect(page.getByText('Eine Datei mit diesen Überschriften kam schon einmal', { exact: false })).toBeVisible()
  await sayNoGender(page)
  await button(page, 'Weiter: Prüfen').click()
  for (const counter of ['1 neu', '1 wird aktualisiert', '2 Fehler', '1 mögliche Dublette'])
    await expect(button(page, counter)).toBeVisible()
  await expect(page.getByText('Diese Klassen gibt es im aktiven Schuljahr nicht')).toBeVisible()
  await expect(button(page, 'Zeile 2, Ort: Köln → Bonn')).toBeVisible()
  await expectSound(page, 'import, step 3')

  // On another day the import continues here, from the list.
  await page.goto(IMPORT)
  await page.getByRole('link', { name: 'neu.csv' }).click()
  await button(page, '2 Fehler').click()
  await expect(row(page, 2)).toBeHidden()
  await expect(row(page, 4)).toContainText('Dies ist kein gültiges Datum.')
  // Only the affected columns are visible, and a name under the finding leads to the cell; typing replaces its text.
  await expect(page.getByRole('columnheader', { name: 'Ort' })).toBeHidden()
  await button(page, 'Zu Geburtsdatum in Zeile 4').click()
  await expect(button(page, /^Zeile 4, Geburtsdatum/)).toBeFocused()
  await page.keyboard.type('28.02.2018')
  await page.keyboard.press('Enter')
  await expect(row(page, 4)).not.toContainText('Dies ist kein gültiges Datum.')
  await expect(button(page, '1 Fehler')).toBeVisible()
  const download = page.waitForEvent('download')
  await button(page, 'Fehlerzeilen als Excel laden').click()
  expect((await download).suggestedFilename()).toBe('fehlerzeilen.xlsx')

  await button(page, '1 mögliche Dublette').click()
  await button(page, 'Zeile 3 vergleichen').click()
  const dialog = page.getByRole('dialog', { name: 'Zeile 3: dasselbe Kind?' })
  await expect(dialog.getByRole('row', { name: /^Geburtsdatum/ })).toContainText('04.05.2018')
  await expect(dialog.getByText('Geburtsdatum: 04.05.2018 → 05.05.2018')).toBeVisible()
  await expectSound(page, 'import, duplicate')
  await dialog.getByRole('button', { name: 'Überspringen' }).click()
  await expect(page.getByText('1 Zeile mit Fehlern wird nicht importiert.')).toBeVisible()

  await button(page, '3 Kinder übernehmen').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByText('Neu angelegt: 2 Kinder')).toBeVisible()
  await expect(page.getByText('Übersprungen: Zeile 3')).toBeVisible()
  await expect(page.getByText('ausgelassen: Zeile 5')).toBeVisible()
  await expectSound(page, 'import, step 4')
  const report = page.waitForEvent('download')
  await button(page, 'Bericht herunterladen').click()
  const text = await readFile(await (await report).path(), 'utf8')
  expect(text).toContain('Aktualisiert: 1 Kind')
  expect(text).not.toContain('Krüger')

  await button(page, 'Import rückgängig machen').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(page.getByText('Wieder entfernt: 2 Kinder')).toBeVisible()
  await page.goto('/app/admin/sus')
  await expect(page.getByRole('rowheader')).toHaveCount(2)
})

test('a list is imported by keyboard alone, and a notice says elsewhere that it is done', async ({ browser, page }) => {
  await openOwnSchool(browser, page)
  await page.goto(IMPORT)
  const chooser = page.waitForEvent('filechooser')
  await stepToAndPress(page, button(page, 'Datei wählen'))
  await (await chooser).setFiles(csv('tasten.csv', ['Grün;Ida;31.02.2018;;Bonn;', 'Grün;Ole;1.2.2017;;Bonn;']))
  await expect(step(page, '2 von 4: Spalten zuordnen')).toBeFocused()
  await stepTo(page, page.getByRole('combobox', { name: 'Geschlecht', exact: true }))
  // The last choice of the list.
  await page.keyboard.press('End')
  await stepToAndPress(page, button(page, 'Weiter: Prüfen'))
  await expect(step(page, '3 von 4: Prüfen')).toBeFocused()
  const birthdate = page.getByRole('textbox', { name: 'Zeile 2, Geburtsdatum' })
  await stepToAndPress(page, button(page, /^Zeile 2, Geburtsdatum/))
  await expect(birthdate).toBeFocused()
  // Escape restores the text.
  await page.keyboard.type('1.1.2000')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Zeile 2, Geburtsdatum: 31.02.2018')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('28.02.2018')
  // Tab accepts the text and goes to the next cell of the row; arrows lead back and down.
  await page.keyboard.press('Tab')
  await expect(button(page, 'Zeile 2, Klasse: leer')).toBeFocused()
  await expect(button(page, '2 neu')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(button(page, 'Zeile 3, Ort: Bonn')).toBeFocused()
  await stepToAndPress(page, button(page, '2 Kinder übernehmen'))
  const accept = page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' })
  await expect(accept).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step(page, '4 von 4: Importieren')).toBeFocused()
  const list = page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Schülerinnen und Schüler' })
  await stepTo(page, list, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(notice(page, 'Der Import „tasten.csv“ ist fertig: 2 neu')).toBeVisible()
})

test('a list is corrected on a phone and thrown away @phone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(IMPORT)
  const why = page.getByRole('alert')
  const bomb = zipSync({ 'xl/workbook.xml': strToU8('<x/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(16 * 2 ** 20) })
  await choose(page, { name: 'bombe.xlsx', mimeType: '', buffer: Buffer.from(bomb) })
  await expect(why).toHaveText(/^Die Datei ist entpackt mehr als 200-mal so groß wie gepackt\./)
  await expectSound(page, 'import, refused')
  await choose(page, csv('gut.csv', ['Weiß;Ada;31.2.2018;;Bonn;']))
  await expect(step(page, '2 von 4: Spalten zuordnen')).toBeFocused()
  await expectSound(page, 'import on a phone, step 2')
  await sayNoGender(page)
  await button(page, 'Weiter: Prüfen').click()
  await button(page, 'Zeile 2, Geburtsdatum: 31.2.2018').click()
  await page.keyboard.type('28.2.2018')
  await page.keyboard.press('Enter')
  await expect(button(page, '1 neu')).toBeVisible()
  await expectSound(page, 'import on a phone, step 3')
  await button(page, 'Import verwerfen').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(notice(page, 'Der Import ist verworfen.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Laufende und letzte Importe' })).toBeVisible()
})
