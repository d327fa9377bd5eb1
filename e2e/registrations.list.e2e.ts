import { expect, type Page, test } from '@playwright/test'
import { enterApplication, signIn, title, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })

test('keys alone work off a filtered list: the next row takes the focus', async ({ page }) => {
  const lastname = uniqueName('Fokus')
  await signIn(page, 'leitung.fsw')
  for (const firstname of ['Anton', 'Berta']) await enterApplication(page, { firstname, lastname })
  await page.goto(`${LIST}?status=new&sort=child&search=${lastname}`)
  await page.getByRole('link', { name: `${lastname}, Anton` }).focus()
  await page.keyboard.press('2')
  await expect(page.getByRole('link', { name: `${lastname}, Anton` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: `${lastname}, Berta` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(`Berta ${lastname}`)
})

test('on a phone, too, the next card takes the focus @phone', async ({ page }) => {
  const lastname = uniqueName('Karte')
  await signIn(page, 'leitung.fsw')
  for (const firstname of ['Anton', 'Berta']) await enterApplication(page, { firstname, lastname })
  await page.goto(`${LIST}?status=new&sort=child&search=${lastname}`)
  await statusOf(page, `Anton ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(page.getByRole('link', { name: `${lastname}, Anton` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: `${lastname}, Berta` })).toBeFocused()
})

test('status and menu of a row are in sight at 1366 px, whatever the name and the filter', async ({ page }) => {
  const lastname = uniqueName('Freifrau von Hohenlohe Langenburg ')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Maria Magdalena', lastname, mail: `${uniqueName('m')}@example.org` })
  for (const filter of ['', '&school_year_id=alle']) {
    await page.goto(`${LIST}?search=${encodeURIComponent(lastname)}${filter}`)
    const menu = page.getByRole('button', { name: `Aktionen: Maria Magdalena ${lastname}` })
    await expect(menu).toBeInViewport({ ratio: 1 })
    const sideways = page.getByRole('table', { name: 'Bewerbungen' }).locator('..')
    expect(await sideways.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await expect(page.getByRole('columnheader', { name: 'Art' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Spalten' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Schuljahr' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Schuljahr' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Art' })).toBeVisible()
})

test('a failing list says so and can be asked again', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.route('**/api/admin/schoolRegistration?*', (route) =>
    route.fulfill({ status: 500, json: { message: '' } }),
  )
  await page.goto(LIST)
  const dialog = page.getByRole('dialog', { name: 'Fehler' })
  await expect(dialog.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/admin/schoolRegistration?*')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('table', { name: 'Bewerbungen' }).getByRole('row').nth(1)).toBeVisible()
})

test('a form for paper that could not be loaded says so and can be asked again', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const facts = '**/api/admin/schoolRegistration/formOptions'
  await page.route(facts, (route) => route.fulfill({ status: 500, json: { message: '' } }))
  await page.goto(`${LIST}/neu`)
  await expect(page.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await expect(page.getByText('Es gibt kein Schuljahr, das läuft oder geplant ist.')).toHaveCount(0)
  await page.unroute(facts)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('button', { name: 'Bewerbung anlegen' })).toBeVisible()
})
