import { expect, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, heldNotice, notice, signIn, uniqueName } from './staff-calls.ts'

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

test('who is worked off by keys can be told in place, and nobody is stopped by it', async ({ page }) => {
  const lastname = uniqueName('Bescheid')
  await signIn(page, 'leitung.fsw')
  for (const firstname of ['Anton', 'Berta']) await enterApplication(page, { firstname, lastname })
  await page.goto(`${LIST}?search=${lastname}&sort=child`)
  const links = page.getByRole('table', { name: 'Bewerbungen' }).locator('a[data-row-link]')
  await expect(links).toHaveCount(2)
  await links.nth(0).focus()
  await page.keyboard.press('4')
  const told = await heldNotice(page, `Anton ${lastname}: Abgelehnt.`)
  await expect(told.getByRole('button', { name: 'Sorgeberechtigte informieren' })).toBeVisible()
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: `Sorgeberechtigte per E-Mail informieren: Anton ${lastname}` })
  await expect(dialog.getByRole('region', { name: 'Vorschau der E-Mail' })).toBeVisible()
  await expectSound(page, 'telling from the list')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(links.nth(0)).toBeFocused()
  // The next one at once.
  await page.keyboard.press('j')
  await page.keyboard.press('2')
  await expect(notice(page, `Berta ${lastname}: Angenommen.`)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Sorgeberechtigte informieren', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${LIST}?search=${lastname}&not_informed=1`)
  await expect(links).toHaveCount(2)
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

test('three keys lead from the top of the page to the first row', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  const table = page.getByRole('table', { name: 'Bewerbungen' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zur Liste springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(table.locator('a[data-row-link]').first()).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('zum Inhalt oder zur Liste springen')).toBeVisible()
  // Where there is no list there is no way to it.
  await page.goto('/app/profile')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Zur Liste springen' })).toHaveCount(0)
})
