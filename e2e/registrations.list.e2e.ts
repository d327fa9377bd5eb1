import { expect, type Page } from '@playwright/test'
import { enterApplication, notice, signIn, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const LONG = 'Maria Magdalena'
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })

/** However long the name is and whatever is filtered. */
const expectRowInSight = async (page: Page, name: string) => {
  await expect(page.getByRole('button', { name: `Aktionen: ${name}` })).toBeInViewport({ ratio: 1 })
  const sideways = page.getByRole('table', { name: 'Bewerbungen' }).locator('..')
  expect(await sideways.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expect(page.getByRole('columnheader', { name: 'Art' })).toBeVisible()
}

/** The first application has two parents, one of whom confirmed. */
const confirmOneOfTwo = (page: Page) =>
  page.route('**/api/admin/schoolRegistration?*', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { data: { contact: object; second_contact: object }[] }
    for (const row of list.data)
      row.second_contact = { ...row.contact, id: 0, fullname: 'Jan Sommer', mail_verified_at: '2026-11-20T08:00:00Z' }
    await route.fulfill({ response: reply, json: list })
  })

/** Name, number and pill stand on one line each. */
const expectOneLine = async (page: Page, lastname: string) => {
  await confirmOneOfTwo(page)
  await page.goto(`${LIST}?search=${lastname}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `${lastname}, Helene` }) })
  await expect(row).toContainText('1 von 2')
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
  await page.unroute('**/api/admin/schoolRegistration?*')
}

test('at 1366 px rows are in sight whatever the name, and paper says what the list holds', async ({ page }) => {
  const lastname = uniqueName('Freifrau von Hohenlohe Langenburg ')
  const search = encodeURIComponent(lastname)
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: LONG, lastname, mail: `${uniqueName('m')}@example.org` })
  await enterApplication(page, { firstname: 'Berta', lastname })
  const usual = uniqueName('Som')
  await enterApplication(page, { firstname: 'Helene', lastname: usual, mail: `${uniqueName('m')}@example.org` })

  await test.step('an application of usual names takes one line', () => expectOneLine(page, usual))
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
  await test.step('the undo of a notice is a key away', async () => {
    await statusOf(page, `Berta ${lastname}`).click()
    await page.getByRole('menuitem', { name: 'Angenommen' }).click()
    await expect(notice(page, `Berta ${lastname}: Angenommen.`)).toBeVisible()
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
