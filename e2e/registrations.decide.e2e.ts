import { expect, type Page } from '@playwright/test'
import { enterApplication, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
/** Two pages of the list. */
const COUNT = 12

/** Names in the order in which the list sorts them. */
const FIRSTNAMES = Array.from({ length: COUNT }, (_, index) => `K${'bcdfghjklmnp'[index]}`)
const nameOf = (index: number, lastname: string) => `${FIRSTNAMES.at(index)} ${lastname}`
const counter = (page: Page, status: string) => page.getByRole('button', { name: new RegExp(`^${status} \\d`) })
const position = (page: Page, place: number, count = COUNT) => page.getByText(`${place} von ${count}`, { exact: true })

test('a list is decided by keyboard alone, over its pages, an edit page and a reload', async ({ page }) => {
  test.slow()
  const lastname = uniqueName('Reihe')
  const isAt = (index: number) => expect(title(page)).toHaveText(nameOf(index, lastname))
  await signIn(page, 'leitung.fsw')
  await Promise.all(FIRSTNAMES.map((firstname) => enterApplication(page, { firstname, lastname })))
  await page.goto(`${LIST}?status=new&sort=child&search=${lastname}`)
  await expect(counter(page, 'Neu')).toHaveText(`Neu ${COUNT}`)
  const first = page.getByRole('link', { name: `${lastname}, ${FIRSTNAMES[0]}` })
  await expect(first).toBeVisible()

  await test.step('what is skipped stays, and the way over an edit page keeps the place', async () => {
    await page.keyboard.press('j')
    await expect(first).toBeFocused()
    await page.keyboard.press('Enter')
    await isAt(0)
    await expect(position(page, 1)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await isAt(1)
    await page.keyboard.press('e')
    await page.getByRole('link', { name: 'Abbrechen' }).click()
    await isAt(1)
    await expect(position(page, 2)).toBeVisible()
  })
  await test.step('two keys decide each of the others, beyond the end of the page', async () => {
    for (let index = 1; index < COUNT; index += 1) {
      await isAt(index)
      await page.keyboard.press(['2', '3', '4'][index % 3] ?? '')
      await page.keyboard.press('ArrowRight')
    }
    await expect(notice(page, 'Das war die letzte Bewerbung dieser Liste.')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await isAt(-2)
  })
  await test.step('after a reload it goes on with who is left', async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'Nächste Bewerbung' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await isAt(0)
    await expect(position(page, 1, 1)).toBeVisible()
  })
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Bewerbungen' }).click()
  for (const text of ['Neu 1', 'Angenommen 3', 'Warteliste 4', 'Abgelehnt 4'])
    await expect(counter(page, text.split(' ')[0] ?? '')).toHaveText(text)
})
