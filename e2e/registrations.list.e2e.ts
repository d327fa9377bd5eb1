import { expect, type Locator, type Page, test } from '@playwright/test'
import { enterApplication, notice, signIn, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const LONG = 'Maria Magdalena'
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

/** However long the name is and whatever is filtered. */
const expectRowInSight = async (page: Page, name: string) => {
  await expect(page.getByRole('button', { name: `Aktionen: ${name}` })).toBeInViewport({ ratio: 1 })
  const sideways = page.getByRole('table', { name: 'Bewerbungen' }).locator('..')
  expect(await sideways.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expect(page.getByRole('columnheader', { name: 'Art' })).toBeVisible()
}

/** Beside the list, and without the menu above its first control. */
const expectNoticeBesideList = async (page: Page, told: Locator) => {
  await told.hover()
  const shown = await boxOf(told)
  expect(shown.x + shown.width).toBeLessThanOrEqual((await boxOf(page.getByRole('main'))).x)
  expect(shown.y + shown.height).toBeLessThanOrEqual(768)
  await page.getByRole('button', { name: 'Menü schließen' }).click()
  await told.hover()
  const above = await boxOf(told)
  expect(above.y + above.height).toBeLessThanOrEqual((await boxOf(page.getByRole('searchbox'))).y)
}

test('at 1366 px rows and notices leave each other in sight, and paper says what the list holds', async ({ page }) => {
  const lastname = uniqueName('Freifrau von Hohenlohe Langenburg ')
  const search = encodeURIComponent(lastname)
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: LONG, lastname, mail: `${uniqueName('m')}@example.org` })
  await enterApplication(page, { firstname: 'Berta', lastname })

  await test.step('status and menu of a row are in sight, whatever the name and the filter', async () => {
    await page.goto(`${LIST}?search=${search}&school_year_id=alle`)
    await expectRowInSight(page, `${LONG} ${lastname}`)
    await page.goto(`${LIST}?search=${search}`)
    await expectRowInSight(page, `${LONG} ${lastname}`)
    await page.getByRole('button', { name: 'Spalten' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Schuljahr' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Schuljahr' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Art' })).toBeVisible()
  })
  await test.step('a notice covers nothing of the list, and its undo is a key away', async () => {
    await statusOf(page, `Berta ${lastname}`).click()
    await page.getByRole('menuitem', { name: 'Angenommen' }).click()
    await expectNoticeBesideList(page, notice(page, `Berta ${lastname}: Angenommen.`))
    await page.keyboard.press('Control+z')
    await expect(statusOf(page, `Berta ${lastname}`)).toContainText('Neu')
  })
  await test.step('on paper it says how many of how many it holds and what they were found by', async () => {
    await page.getByRole('button', { name: 'Neu 2' }).click()
    await expect(page).toHaveURL(/status=new/)
    await page.emulateMedia({ media: 'print' })
    const scope = `^2 von 2 Bewerbungen · Schuljahr \\d{4}/\\d{4} · Status: Neu · Suche: „${lastname}“$`
    await expect(page.getByText(/^2 von 2 Bewerbungen · Schuljahr/)).toHaveText(new RegExp(scope))
    await page.goto(`${LIST}?school_year_id=alle`)
    await expect(page.getByText(/^10 von \d+ Bewerbungen · alle Schuljahre$/)).toBeVisible()
  })
})
