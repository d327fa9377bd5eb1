import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { enterApplication, putNote, putStatus, signIn, title, uniqueName } from './staff-calls.ts'

const details = (id: number) => `/app/admin/bewerbungen/details/${id}`
const glance = (page: Page) => page.getByRole('region', { name: 'Auf einen Blick' })

test('one look answers the telephone: rank, who confirmed, which papers are missing @phone', async ({ page }) => {
  const lastname = uniqueName('Blick')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname, mail: `${lastname}@example.org` })
  await page.goto(details(id))
  await expect(glance(page)).toContainText(`Anna ${lastname} Mutter`)
  await expect(glance(page)).toContainText('unbestätigt')
  await expect(glance(page)).toContainText('Geburtsurkunde')
  await expect(glance(page)).not.toContainText('Rang')
  await expect(glance(page)).toBeInViewport({ ratio: 1 })
  await expectSound(page, 'details at a glance')

  await page.getByRole('button', { name: 'Heute gesehen: Geburtsurkunde (zur Einsicht)' }).click()
  await expect(glance(page)).not.toContainText('Geburtsurkunde')
  await expect(glance(page)).toContainText('Nachweis über den Masernschutz')
  await putStatus(page, id, 'waiting')
  await page.reload()
  await expect(glance(page)).toContainText(/Warteliste\s*Rang \d+/)
  await putStatus(page, id, 'rejected')
  await page.reload()
  await expect(glance(page)).toContainText('unbestätigt')
  await expect(glance(page)).not.toContainText(/Rang|Unterlagen/)
})

test('on paper there is nothing that only the office is to know', async ({ page }) => {
  const lastname = uniqueName('Papier')
  await signIn(page, 'leitung.fsw')
  const other = await enterApplication(page, { firstname: 'Mia', lastname })
  const { id, number } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'waiting')
  const { version } = await (await page.request.get(`/api/admin/schoolRegistration/${id}`)).json()
  await putNote(page, id, { internal_note: 'Ruft immer um sieben an.', version })
  await page.goto(details(id))
  await expect(title(page)).toHaveText(`Mia ${lastname}`)
  await expect(page.getByText(other.number)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Aufbewahrung' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Interne Notiz' })).toHaveValue('Ruft immer um sieben an.')

  const paper = (await printedSheets(page)).join('')
  for (const text of [`Mia ${lastname}`, number, 'Stand: 20.11.2026', '31.03.', 'Warteliste', 'Geburtsurkunde'])
    expect(paper).toContain(withoutBlanks(text))
  const internal = ['um sieben an', other.number, 'möglicherweise', 'Interne Notiz', 'Rang', 'Priorität', 'Verlauf']
  for (const text of [...internal, 'Aufbewahrung', 'Statusseite', 'Bearbeiten'])
    expect(paper).not.toContain(withoutBlanks(text))
})

test('what is known of the child and comes late pushes nothing away that one reads', async ({ page }) => {
  const lastname = uniqueName('Ruhe')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Mia', lastname })
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  const similar = Promise.withResolvers<void>()
  await page.route('**/similar', async (route) => {
    await similar.promise
    await route.continue()
  })
  await page.goto(details(id))
  const place = async () => (await page.getByRole('heading', { name: 'Geschwister', level: 2 }).boundingBox())?.y ?? 0
  await page.getByRole('button', { name: 'Geschwisterkind suchen' }).hover()
  const before = await place()
  similar.resolve()
  await expect(page.getByText('Dieses Kind gibt es möglicherweise schon')).toBeAttached()
  // The browser scrolls by whole pixels.
  expect(Math.abs((await place()) - before)).toBeLessThan(1)
})
