import { expect, type Locator, type Page, test } from '@playwright/test'
import { enterApplication, notice, signIn, title, uniqueName } from './staff-calls.ts'

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

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

test('a notice covers nothing of the list, and its undo is a key away', async ({ page }) => {
  const lastname = uniqueName('Meldung')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Anton', lastname })
  await page.goto(`${LIST}?search=${lastname}`)
  await statusOf(page, `Anton ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  const told = notice(page, `Anton ${lastname}: Angenommen.`)
  await told.hover()
  const shown = await boxOf(told)
  expect(shown.x + shown.width).toBeLessThanOrEqual((await boxOf(page.getByRole('main'))).x)
  expect(shown.y + shown.height).toBeLessThanOrEqual(768)
  await page.getByRole('button', { name: 'Menü schließen' }).click()
  await told.hover()
  const above = await boxOf(told)
  expect(above.y + above.height).toBeLessThanOrEqual((await boxOf(page.getByRole('searchbox'))).y)
  await page.keyboard.press('Control+z')
  await expect(statusOf(page, `Anton ${lastname}`)).toContainText('Neu')
})

test('on a phone a notice lies over bar and title, not over the list @phone', async ({ page }) => {
  const lastname = uniqueName('Meldung')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Anton', lastname })
  await page.goto(`${LIST}?search=${lastname}`)
  await statusOf(page, `Anton ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  const told = notice(page, `Anton ${lastname}: Angenommen.`)
  await told.getByRole('button', { name: 'Rückgängig' }).focus()
  const { y, height } = await boxOf(told)
  const search = await boxOf(page.getByRole('searchbox', { name: 'Bewerbungen suchen' }))
  expect(y + height).toBeLessThanOrEqual(search.y)
  await page.keyboard.press('Enter')
  await expect(statusOf(page, `Anton ${lastname}`)).toContainText('Neu')
})

test('on paper the list says how many of how many it holds and what they were found by', async ({ page }) => {
  const lastname = uniqueName('Papier')
  await signIn(page, 'leitung.fsw')
  for (const firstname of ['Anton', 'Berta']) await enterApplication(page, { firstname, lastname })
  await page.goto(`${LIST}?status=new&search=${lastname}`)
  await expect(page.getByRole('link', { name: `${lastname}, Anton` })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^2 von 2 Bewerbungen · Schuljahr/)).toHaveText(
    new RegExp(`^2 von 2 Bewerbungen · Schuljahr \\d{4}/\\d{4} · Status: Neu · Suche: „${lastname}“$`),
  )
  await page.goto(`${LIST}?school_year_id=alle`)
  await expect(page.getByText(/^10 von \d+ Bewerbungen · alle Schuljahre$/)).toBeVisible()
})
