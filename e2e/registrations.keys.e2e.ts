import { expect, test } from '@playwright/test'
import { enterApplication, signIn, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'

test('single keys decide on the details page, but not while somebody types', async ({ page }) => {
  const lastname = uniqueName('Taste')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Uwe', lastname })
  await page.goto(`${LIST}/details/${id}`)
  const status = page.getByRole('button', { name: `Status von Uwe ${lastname} ändern` })
  await expect(status).toContainText('Neu')
  await page.keyboard.press('2')
  await expect(status).toContainText('Angenommen')

  const note = page.getByRole('textbox', { name: 'Interne Notiz' })
  await expect(page).not.toHaveTitle(/^●/)
  await note.fill('Ruft um ')
  await note.press('End')
  await page.keyboard.type('4')
  await expect(note).toHaveValue('Ruft um 4')
  await expect(status).toContainText('Angenommen')
  await expect(page).toHaveTitle(/^● Uwe/)
  await page.keyboard.press('Control+s')
  await expect(page).not.toHaveTitle(/^●/)
})

test('a slash leads to the search of a list and is a letter in it', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  for (const { path, search } of [
    { path: LIST, search: 'Bewerbungen suchen' },
    { path: '/app/admin/sus', search: /suchen/ },
  ]) {
    await page.goto(path)
    const field = page.getByRole('searchbox', { name: search })
    await expect(field).toBeVisible()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await page.keyboard.press('/')
    await expect(field).toHaveValue('/')
  }
})
