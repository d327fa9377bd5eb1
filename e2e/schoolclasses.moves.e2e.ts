import { type Browser, expect, type Page } from '@playwright/test'
import { stepToAndPress } from './keyboard.ts'
import { actOnClass, enrol, makeClass } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, notice } from './staff-calls.ts'
import { test } from './test.ts'

const table = (page: Page) => page.getByRole('table', { name: /^Kinder der Klasse/ })
const names = (page: Page) => table(page).getByRole('rowheader')
const targets = (page: Page) => page.getByRole('list', { name: 'Andere Klassen' })

interface Member {
  id: number
  lastname: string
}

const membersOf = async (page: Page, id: number) => {
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/schoolclass/${id}` })
  return ((await reply.json()) as { pupils: Member[] }).pupils.map(({ lastname }) => lastname)
}

/** 2a with Ahrens, Bode and Conrad, an empty 2b and an empty 3a, in a separate school; the page shows 2a. */
const openClass = async (browser: Browser, page: Page) => {
  await openOwnSchool(browser, page)
  const a = await makeClass(page, { grade: 2, description: 'a' })
  const b = await makeClass(page, { grade: 2, description: 'b' })
  await makeClass(page, { grade: 3, description: 'a' })
  for (const lastname of ['Ahrens', 'Bode', 'Conrad']) await enrol(page, { firstname: 'Ida', lastname }, a)
  await page.goto(`/app/admin/klasse/${a}`)
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida'])
  return { a, b }
}

/** The rows do not move while somebody selects, and keys continue from the box. */
const moveByBoxAndKeys = async (page: Page, { a, b }: { a: number; b: number }) => {
  const topOf = async (name: RegExp) => (await table(page).getByRole('row', { name }).boundingBox())?.y
  const before = await topOf(/Conrad/)
  await page.getByRole('checkbox', { name: 'Ida Ahrens auswählen' }).check()
  await expect(page.getByRole('region', { name: 'Auswahl' })).toBeVisible()
  expect(await topOf(/Conrad/)).toBe(before)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('checkbox', { name: 'Ida Bode auswählen' })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('status').filter({ hasText: '2 ausgewählt' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByRole('menuitem', { name: /^2b/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['Conrad, Ida'])
  await expect(notice(page, '2 Kinder sind ab heute in der Klasse 2b.')).toBeVisible()
  expect(await membersOf(page, b)).toEqual(['Ahrens', 'Bode'])
  await page.getByRole('checkbox', { name: 'Ida Conrad auswählen' }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(names(page)).toHaveCount(3)
  await expect(table(page).getByRole('link', { name: 'Ahrens, Ida' })).toBeFocused()
  expect(await membersOf(page, b)).toEqual([])
  expect(await membersOf(page, a)).toEqual(['Ahrens', 'Bode', 'Conrad'])
}

/** The other classes appear once the drag has begun. */
const dragTo2b = async (page: Page, name: RegExp) => {
  await expect(targets(page)).toHaveCount(0)
  await table(page).getByRole('row', { name }).hover()
  await page.mouse.down()
  await page.mouse.move(600, 400, { steps: 4 })
  const target = targets(page).getByRole('listitem').filter({ hasText: /^2b/ })
  await target.hover()
  await target.hover()
  await page.mouse.up()
  await expect(targets(page)).toHaveCount(0)
}

const moveByDragging = async (page: Page, b: number) => {
  await dragTo2b(page, /Conrad/)
  await expect(notice(page, '1 Kind ist ab heute in der Klasse 2b.')).toBeVisible()
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida'])
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await dragTo2b(page, /Ahrens/)
  await expect(page.getByText('Dieser Klasse sind noch keine Kinder zugeordnet.')).toBeVisible()
  expect(await membersOf(page, b)).toEqual(['Ahrens', 'Bode', 'Conrad'])
}

test('pupils are reached by a few keys, moved by box and keys, and by dragging', async ({ page, browser }) => {
  const { a, b } = await openClass(browser, page)
  await test.step('a few steps of the keyboard lead to the first pupil', async () => {
    await stepToAndPress(page, page.getByRole('link', { name: 'Zum Inhalt springen' }))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Zu den Kindern' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(table(page).getByRole('link', { name: 'Ahrens, Ida' })).toBeFocused()
  })
  await expect(page.getByRole('status').filter({ hasText: 'Heute ist niemand abgemeldet.' })).toBeVisible()
  await test.step('choosing moves no row, and keys go on from the box', () => moveByBoxAndKeys(page, { a, b }))
  await test.step('a chosen pupil that is dragged takes the others along', () => moveByDragging(page, b))
})

test('pupils without a class are added by keyboard, and a class with pupils goes once they have a place', async ({
  page,
  browser,
}) => {
  const { a, b } = await openClass(browser, page)
  for (const lastname of ['Müller', 'Nowak']) await enrol(page, { firstname: 'Ole', lastname })
  await page.keyboard.press('n')
  const box = page.getByRole('dialog', { name: 'Kinder zur Klasse 2a hinzufügen' })
  await box.getByRole('checkbox', { name: 'Müller, Ole' }).focus()
  await page.keyboard.press('Space')
  await stepToAndPress(page, box.getByRole('button', { name: '1 Kind hinzufügen' }))
  await expect(box).toHaveCount(0)
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida', 'Müller, Ole'])

  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Klassen' }).click()
  await actOnClass(page, '2a', 'Löschen')
  const question = page.getByRole('dialog', { name: 'Klasse 2a löschen' })
  await expect(question.getByText('In dieser Klasse sind 4 Kinder. Wohin sollen sie wechseln?')).toBeVisible()
  await question.getByRole('combobox').click()
  await page.getByRole('option', { name: /^2b/ }).click()
  await question.getByRole('button', { name: 'Wechseln und löschen' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(['2b', '3a'])
  expect(await membersOf(page, b)).toEqual(['Ahrens', 'Bode', 'Conrad', 'Müller'])
  expect((await askAs(page, { method: 'GET', path: `/api/admin/schoolclass/${a}` })).status()).toBe(404)
})
