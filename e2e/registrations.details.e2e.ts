import { expect, type Page } from '@playwright/test'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { enterApplication, putNote, putStatus, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const details = (id: number) => `/app/admin/bewerbungen/details/${id}`

/** Facts about the child arrive late and must not move the text that somebody reads. */
const expectRestWhileLoading = async (page: Page, path: string) => {
  const similar = Promise.withResolvers<void>()
  await page.route('**/similar', async (route) => {
    await similar.promise
    await route.continue()
  })
  await page.goto(path)
  const place = async () => (await page.getByRole('heading', { name: 'Geschwister', level: 2 }).boundingBox())?.y ?? 0
  await page.getByRole('button', { name: 'Geschwisterkind suchen' }).hover()
  const before = await place()
  similar.resolve()
  await expect(page.getByText('Dieses Kind gibt es möglicherweise schon')).toBeAttached()
  // The browser scrolls by whole pixels.
  expect(Math.abs((await place()) - before)).toBeLessThan(1)
}

test('what comes late pushes nothing away, and on paper there is nothing that only the office is to know', async ({
  page,
}) => {
  const lastname = uniqueName('Papier')
  await signIn(page, 'leitung.fsw')
  const other = await enterApplication(page, { firstname: 'Mia', lastname })
  const { id, number } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'waiting')
  const { version } = await (await page.request.get(`/api/admin/schoolRegistration/${id}`)).json()
  await putNote(page, id, { internal_note: 'Ruft immer um sieben an.', version })
  await expectRestWhileLoading(page, details(id))
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
