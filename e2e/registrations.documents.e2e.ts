import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readPdf } from '#server/test/read-pdf.ts'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { enterApplication, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1366, height: 768 }

const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('the document of an application is saved, its papers are noted, and the rest is asked for', async ({ page }) => {
  const lastname = uniqueName('Papier')
  await signIn(page, 'leitung.fsw')
  const { id, number } = await enterApplication(page, { firstname: 'Mia', lastname })
  await page.goto(`${LIST}/details/${id}`)
  const file = await saved(page, () => page.getByRole('button', { name: 'Dokument herunterladen' }).click())
  expect(file.name).toBe(`Bewerbung_${number}.pdf`)
  const { pages, language, isTagged } = await readPdf(file.content)
  expect([language, isTagged]).toEqual(['de-DE', true])
  expect(pages[0]?.text).toContain(lastname)
  expect(pages.at(-1)?.text).toContain('Datenschutzhinweise nach Art. 13 DSGVO')

  const papers = page.getByRole('region', { name: 'Unterlagen' })
  await papers.getByRole('button', { name: 'Heute gesehen: Geburtsurkunde' }).click()
  await expect(papers.getByText('gesehen am 20.11.2026 durch Katharina Vogt')).toBeVisible()
  await notice(page, 'Geburtsurkunde (zur Einsicht): gesehen am 20.11.2026.')
    .getByRole('button', { name: 'Rückgängig' })
    .click()
  await papers.getByRole('button', { name: 'Heute gesehen: Geburtsurkunde' }).click()
  await papers.getByRole('button', { name: 'Datum ändern: Geburtsurkunde' }).click()
  const dialog = page.getByRole('dialog', { name: 'Geburtsurkunde (zur Einsicht)' })
  await dialog.getByRole('textbox', { name: 'Gesehen am' }).fill('21.11.2026')
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(dialog.getByText('Das Datum liegt in der Zukunft.')).toBeVisible()
  await expectSound(page, 'the dialog of a paper')
  await dialog.getByRole('textbox', { name: 'Gesehen am' }).fill('18.11.')
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(papers.getByText('gesehen am 18.11.2026 durch Katharina Vogt')).toBeVisible()

  await papers.getByRole('button', { name: 'Unterlagen anfordern' }).click()
  await expect(papers.getByText('Angefordert am 20.11.2026.')).toBeVisible()
  await expect(papers.getByText('Nachweis über den Masernschutz.', { exact: false })).toBeVisible()
  await papers.getByRole('button', { name: 'Anforderung zurücknehmen' }).click()
  await expect(papers.getByRole('button', { name: 'Unterlagen anfordern' })).toBeVisible()
  await expectSound(page, 'papers of an application')
  await page.setViewportSize(PHONE)
  await expect.poll(() => sidewaysPixels(page), 'papers of an application on a phone').toBe(0)
})

test('several are printed in one file, in the order of the list', async ({ page }) => {
  const lastname = uniqueName('Sammel')
  await signIn(page, 'leitung.fsw')
  const ada = await enterApplication(page, { firstname: 'Ada', lastname })
  const bea = await enterApplication(page, { firstname: 'Bea', lastname })
  await page.goto(`${LIST}?search=${lastname}&sort=child`)
  await page.getByRole('checkbox', { name: `Ada ${lastname} auswählen` }).check()
  await page.getByRole('checkbox', { name: `Bea ${lastname} auswählen` }).check()
  await page.getByRole('button', { name: 'Drucken, exportieren' }).click()
  const file = await saved(page, () => page.getByRole('menuitem', { name: 'Für die Schule' }).click())
  expect(file.name).toBe('Bewerbungen_2026-11-20.pdf')
  const { pages } = await readPdf(file.content)
  const firsts = pages.filter(({ text }) => text.includes('Aufnahmeantrag'))
  expect(firsts.map(({ text }) => [ada.number, bea.number].find((one) => text.includes(one)))).toEqual([
    ada.number,
    bea.number,
  ])
})

test('the statistics show a year beside the one before, as bars, tables and files', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Statistik' }).click()
  await expect(title(page)).toHaveText('Statistik')
  const grades = page.getByRole('table', { name: 'Bewerbungen nach Klassenstufe' })
  await expect(grades.getByRole('row', { name: /^Klassenstufe 1 / })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Bewerbungen nach Monat des Eingangs' })).toContainText('November 2026')
  await expectSound(page, 'statistics of applications')
  await page.setViewportSize(PHONE)
  await expect.poll(() => sidewaysPixels(page), 'statistics of applications on a phone').toBe(0)
  await page.setViewportSize(DESK)

  await page.getByRole('button', { name: 'Exportieren' }).click()
  const file = await saved(page, () => page.getByRole('menuitem', { name: 'Nach Klassenstufe (CSV)' }).click())
  expect(file.name).toBe('Bewerbungen-2027-2028-nach-Klassenstufe.csv')
  expect(file.content.toString('utf8')).toContain('Klassenstufe;Neu;Warteliste')

  await page.getByLabel('Schuljahr', { exact: true }).selectOption({ label: '2026/2027' })
  await expect(page).toHaveURL(/schuljahr=\d+/)
  const headlines = page.getByRole('list', { name: 'Auf einen Blick' })
  await expect(page.getByText(/nichts zu zählen/).or(headlines)).toBeVisible()
  await expectSound(page, 'statistics of another year')
  await page.goto(`${LIST}/statistik?schuljahr=987654321`)
  await expect(page.getByText('Dieses Schuljahr gibt es nicht.')).toBeVisible()
})
