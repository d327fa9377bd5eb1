import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const IMPORT = '/app/admin/bewerbungen/import'
const HEAD =
  'Vorname;Nachname;Geschlecht;Geburtsdatum;Straße;Hausnummer;PLZ;Ort;Sorge1 Vorname;Sorge1 Nachname;Sorge1 Verhältnis;Sorge1 E-Mail;Sorgerecht;Konfession'

interface Child {
  firstname: string
  lastname: string
  birthdate: string
}

const lineOf = ({ firstname, lastname, birthdate }: Child) =>
  `${firstname};${lastname};w;${birthdate};Dorfstraße;1a;15999;Wacholderhain;Anna;${lastname};Mutter;${lastname}@example.org;alleiniges Sorgerecht;ev`

const chooseFile = (page: Page, children: readonly Child[]) =>
  page.getByTestId('import-file').setInputFiles({
    name: 'bewerbungen.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEAD, ...children.map(lineOf)].join('\n')),
  })

const forAllRows = (page: Page) => page.getByRole('group', { name: 'Für alle Zeilen' })

/** The oldest child of grade 1 in the last year the form offers. */
const birthdateFor = async (page: Page) => {
  const years = await forAllRows(page).getByLabel('Schuljahr').locator('option').allTextContents()
  const year = years.at(-1) ?? ''
  await forAllRows(page).getByLabel('Schuljahr').selectOption(year)
  return `31.3.${Number(year.slice(0, 4)) - 6}`
}

const prepare = async (page: Page, lastname: string) => {
  await page.goto(IMPORT)
  await expect(title(page)).toHaveText('Bewerbungen importieren')
  // Read once to learn which years there are.
  await chooseFile(page, [{ firstname: 'Mia', lastname, birthdate: '31.3.2021' }])
  await expect(page.getByRole('heading', { name: 'Spalten zuordnen' })).toBeVisible()
  const birthdate = await birthdateFor(page)
  await chooseFile(page, [
    { firstname: 'Mia', lastname, birthdate },
    { firstname: 'Ole', lastname, birthdate: '31.2.2021' },
    { firstname: 'Mia', lastname, birthdate },
  ])
  await expect(page.getByText('„bewerbungen.csv“: 3 Zeilen.', { exact: false })).toBeVisible()
  await birthdateFor(page)
  const care = forAllRows(page).getByLabel('Hort gewünscht')
  if ((await care.count()) > 0) await care.selectOption('kein Hort')
  return birthdate
}

/** On a phone tables become cards. */
const expectSoundAtBoth = async (page: Page, place: string) => {
  await expectSound(page, place)
  await page.setViewportSize({ width: 360, height: 740 })
  if (place === 'Zeilen') await expectSound(page, `${place} auf dem Telefon`)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('a list becomes applications, wrong cells are mended on the page, and all goes back', async ({ page }) => {
  test.setTimeout(90_000)
  const lastname = uniqueName('Import')
  await signIn(page, 'leitung.fsw')
  const birthdate = await prepare(page, lastname)
  await expect(page.getByRole('row', { name: /^Konfession/ })).toContainText('wird nie übernommen')
  await expectSoundAtBoth(page, 'Spalten')
  await page.getByRole('button', { name: 'Zeilen prüfen' }).click()

  const rows = page.getByRole('list', { name: 'Zeilen der Datei' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('neu')
  await expect(rows.nth(1)).toContainText('1 Angabe prüfen')
  await expect(rows.nth(2)).toContainText('Dieses Kind steht schon in Zeile 2.')
  await expect(page.getByRole('button', { name: '1 Bewerbung übernehmen' })).toBeEnabled()
  await page.getByRole('button', { name: `Alle Angaben: ${lastname}, Mia, Zeile 2` }).click()
  await expectSoundAtBoth(page, 'Zeilen')
  const wrong = rows.nth(1).getByRole('textbox', { name: 'Geburtsdatum' })
  await wrong.fill(birthdate)
  await wrong.press('Enter')
  await expect(rows.nth(1)).toContainText('neu')
  await page.getByRole('button', { name: '2 Bewerbungen übernehmen' }).click()
  await expect(notice(page, '2 Bewerbungen sind übernommen.')).toBeVisible()

  await page.goto(`/app/admin/bewerbungen?search=${lastname}&school_year_id=alle`)
  await expect(page.getByRole('link', { name: `${lastname}, Mia` })).toBeVisible()
  await expect(page.getByRole('link', { name: `${lastname}, Ole` })).toBeVisible()

  await page.goto(IMPORT)
  await page
    .getByRole('button', { name: /^Import vom .* rückgängig machen$/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(notice(page, '2 Bewerbungen sind wieder entfernt.')).toBeVisible()
  await page.goto(`/app/admin/bewerbungen?search=${lastname}&school_year_id=alle`)
  await expect(page.getByText(`Keine Treffer für „${lastname}“.`)).toBeVisible()
})
