import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { mailedLink } from './own-account.ts'
import { openOwnSchool } from './own-school.ts'
import { notice, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const IMPORT = '/app/admin/mitarbeiter/import'
const HEAD = 'Anrede;Name;Vorname;Kürzel;Funktion;E-Mail dienstlich;Eintritt'
const STAFF = 22

/** Letters only, because a short name has no digits: Ka, Kb, … */
const shortOf = (index: number) => `K${String.fromCharCode(97 + index)}`

const lineOf = (lastname: string, index: number) => {
  const letter = String.fromCharCode(65 + index)
  const mail = `${lastname}.${letter}@example.org`.toLowerCase()
  return `${index % 2 ? 'Herr' : 'Frau Dr.'};${lastname};Kim${letter.toLowerCase()};${shortOf(index)};${index === 0 ? 'Sekretärin' : 'Lehrkraft'};${mail};01.08.2020`
}

const chooseFile = (page: Page, lines: readonly string[]) =>
  page.getByTestId('import-file').setInputFiles({
    name: 'kollegium.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEAD, ...lines].join('\n')),
  })

/** On a phone tables become cards. */
const expectSoundAtBoth = async (page: Page, place: string) => {
  await expectSound(page, place)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, `${place} auf dem Telefon`)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('22 colleagues are imported and invited, and an import goes back', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const lastname = uniqueName('Kollegium')
  await openOwnSchool(browser, page)
  await page.goto('/app/admin/mitarbeiter')
  await page.getByRole('link', { name: 'Importieren', exact: true }).click()
  await expect(title(page)).toHaveText('Mitarbeitende importieren')
  const lines = Array.from({ length: STAFF }, (_, index) => lineOf(lastname, index))
  // One row is wrong, and is corrected on the page.
  await chooseFile(page, lines.with(1, lines[1]?.replace(';Kb;', ';kb1;') ?? ''))
  await expect(page.getByText('„kollegium.csv“: 22 Zeilen.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Bedeutung der Spalte „Funktion“')).toHaveValue('employee_type')
  await expectSoundAtBoth(page, 'Spalten')
  await page.getByRole('button', { name: 'Zeilen prüfen' }).click()

  const rows = page.getByRole('list', { name: 'Zeilen der Datei' }).getByRole('listitem')
  await expect(rows).toHaveCount(STAFF)
  await expect(page.getByRole('button', { name: '21 Personen anlegen' })).toBeEnabled()
  await expectSoundAtBoth(page, 'Zeilen')
  const wrong = rows.nth(1).getByRole('textbox', { name: 'Kürzel' })
  await wrong.fill('Kb')
  await wrong.press('Enter')
  await page.getByRole('button', { name: '22 Personen anlegen' }).click()
  await expect(page.getByText('22 Personen sind angelegt.')).toBeVisible()
  await expectSoundAtBoth(page, 'angelegt')

  await page.getByRole('link', { name: 'Kollegium einladen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kollegium einladen' })
  await dialog.getByRole('button', { name: '22 Personen einladen' }).click()
  await expect(notice(page, '22 Personen sind eingeladen.')).toBeVisible({ timeout: 60_000 })
  await mailedLink(page, { email: `${lastname}.a@example.org`.toLowerCase(), subject: 'Zugang' })
  expect(page.url()).not.toContain('einladen')

  // The same list once more: everybody is here; a new colleague comes and goes.
  await page.goto(IMPORT)
  await chooseFile(page, [lines[0] ?? '', `Frau;${lastname};Neu;Kz;Erzieherin;;`])
  await page.getByRole('button', { name: 'Zeilen prüfen' }).click()
  await expect(rows.nth(0)).toContainText('schon da')
  await expectSoundAtBoth(page, 'Vergleich')
  await page.getByRole('button', { name: '1 Person anlegen' }).click()
  await expect(page.getByText('1 Person ist angelegt. 1 Zeile ausgelassen: 1 schon da.')).toBeVisible()
  await page
    .getByRole('row', { name: /1 Person angelegt/ })
    .getByRole('button', { name: /^Import vom .* rückgängig machen$/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(notice(page, '1 Person ist wieder entfernt.')).toBeVisible()
})
