import { type Browser, expect, type Page, test } from '@playwright/test'
import { stepToAndPress } from './keyboard.ts'
import { actOnClass, enrol, makeClass } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, notice, signIn, title } from './staff-calls.ts'

const table = (page: Page) => page.getByRole('table', { name: /^Kinder der Klasse/ })
const names = (page: Page) => table(page).getByRole('rowheader')
const others = (page: Page) => page.getByRole('navigation', { name: 'Andere Klassen' })

interface Member {
  id: number
  lastname: string
}

const membersOf = async (page: Page, id: number) => {
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/schoolclass/${id}` })
  return ((await reply.json()) as { pupils: Member[] }).pupils.map(({ lastname }) => lastname)
}

/** 2a with Ahrens, Bode and Conrad, an empty 2b and an empty 3a, in a school of its own; 2a is shown. */
const openClass = async (browser: Browser, page: Page) => {
  await openOwnSchool(browser, page)
  const a = await makeClass(page, { grade: 2, description: 'a' })
  const b = await makeClass(page, { grade: 2, description: 'b' })
  const third = await makeClass(page, { grade: 3, description: 'a' })
  for (const lastname of ['Ahrens', 'Bode', 'Conrad']) await enrol(page, { firstname: 'Ida', lastname }, a)
  await page.goto(`/app/admin/klasse/${a}`)
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida'])
  return { a, b, third }
}

test('pupils are chosen and moved by keys alone, and Strg+Z brings them back', async ({ page, browser }) => {
  const { a, b } = await openClass(browser, page)
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('status').filter({ hasText: '2 ausgewählt' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByRole('menuitem', { name: /^2b/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice(page, '2 Kinder sind ab heute in der Klasse 2b.')).toBeVisible()
  await expect(names(page)).toHaveText(['Conrad, Ida'])
  await expect(others(page).getByRole('link', { name: /^2b/ })).toContainText('2 von 24')
  expect(await membersOf(page, b)).toEqual(['Ahrens', 'Bode'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida'])
  expect(await membersOf(page, b)).toEqual([])
  expect(await membersOf(page, a)).toEqual(['Ahrens', 'Bode', 'Conrad'])
})

test('a pupil is dragged to another class; a chosen one takes the others along', async ({ page, browser }) => {
  const { b } = await openClass(browser, page)
  await table(page)
    .getByRole('row', { name: /Conrad/ })
    .dragTo(others(page).getByRole('link', { name: /^2b/ }))
  await expect(notice(page, '1 Kind ist ab heute in der Klasse 2b.')).toBeVisible()
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida'])
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  await table(page)
    .getByRole('row', { name: /Ahrens/ })
    .dragTo(others(page).getByRole('link', { name: /^2b/ }))
  await expect(page.getByText('Dieser Klasse sind noch keine Kinder zugeordnet.')).toBeVisible()
  expect(await membersOf(page, b)).toEqual(['Ahrens', 'Bode', 'Conrad'])
})

test('another grade is asked about before anybody changes it, and taken back with the move', async ({
  page,
  browser,
}) => {
  const { a, third } = await openClass(browser, page)
  await page.getByRole('checkbox', { name: 'Ida Bode auswählen' }).check()
  await page.getByRole('button', { name: 'Verschieben nach …' }).click()
  await page.getByRole('menuitem', { name: /^3a/ }).click()
  const question = page.getByRole('dialog', { name: 'Andere Klassenstufe' })
  await expect(question.getByText(/Ida Bode/)).toBeVisible()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toHaveCount(0)
  await expect(names(page)).toHaveCount(3)
  expect(await membersOf(page, third)).toEqual([])
  await page.getByRole('button', { name: 'Verschieben nach …' }).click()
  await page.getByRole('menuitem', { name: /^3a/ }).click()
  await question.getByRole('button', { name: 'Trotzdem wechseln' }).click()
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Conrad, Ida'])
  await expect(notice(page, '1 Kind ist ab heute in der Klasse 3a.')).toBeVisible()
  expect(await membersOf(page, third)).toEqual(['Bode'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(names(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida'])
  const own = await askAs(page, { method: 'GET', path: `/api/admin/schoolclass/${a}` })
  const { pupils } = (await own.json()) as { pupils: { schoolgrade: { grade: number } }[] }
  expect(pupils.map(({ schoolgrade }) => schoolgrade.grade)).toEqual([2, 2, 2])
})

test('a move from a coming day changes nothing today', async ({ page, browser }) => {
  const { b } = await openClass(browser, page)
  await page.getByRole('checkbox', { name: 'Ida Bode auswählen' }).check()
  await page.getByRole('textbox', { name: 'ab', exact: true }).fill('1.12.2026')
  await page.getByRole('button', { name: 'Verschieben nach …' }).click()
  await page.getByRole('menuitem', { name: /^2b/ }).click()
  await expect(notice(page, '1 Kind ist ab 01.12.2026 in der Klasse 2b.')).toBeVisible()
  await expect(names(page)).toHaveCount(3)
  expect(await membersOf(page, b)).toEqual([])
  await expect(table(page).getByRole('row', { name: /Bode/ })).toContainText('ab 01.12.2026 in 2b')
  await others(page).getByRole('link', { name: /^2b/ }).click()
  await expect(title(page)).toHaveText(/^Klasse 2b/)
  await expect(page.getByRole('region', { name: 'Zur Klasse' })).toContainText('Bode, Ida kommt am 01.12.2026')
})

test('choosing with the mouse moves no row, and keys go on from the box', async ({ page, browser }) => {
  await openClass(browser, page)
  // What stands above the table is there.
  await page.waitForLoadState('networkidle')
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
  await page.getByRole('checkbox', { name: 'Ida Conrad auswählen' }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(names(page)).toHaveCount(3)
  await expect(table(page).getByRole('link', { name: 'Ahrens, Ida' })).toBeFocused()
})

test('a few steps of the keyboard lead to the first pupil', async ({ page, browser }) => {
  await openClass(browser, page)
  await page.reload()
  await expect(names(page)).toHaveCount(3)
  await stepToAndPress(page, page.getByRole('link', { name: 'Zum Inhalt springen' }))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Zu den Kindern' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(table(page).getByRole('link', { name: 'Ahrens, Ida' })).toBeFocused()
})

test('pupils without a class are added by keyboard', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const id = await makeClass(page, { grade: 2, description: 'Füchse' })
  await page.goto(`/app/admin/klasse/${id}`)
  await expect(title(page)).toHaveText(/^Klasse 2 Füchse/)
  await page.keyboard.press('n')
  const box = page.getByRole('dialog', { name: 'Kinder zur Klasse 2 Füchse hinzufügen' })
  await expect(box.getByText('Alle Kinder haben eine Klasse.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  for (const lastname of ['Müller', 'Nowak']) await enrol(page, { firstname: 'Ole', lastname })
  await page.reload()
  await expect(title(page)).toHaveText(/^Klasse 2 Füchse/)
  await page.keyboard.press('n')
  await box.getByRole('button', { name: 'Kinder hinzufügen' }).click()
  await expect(box.getByText('Bitte wählen Sie mindestens ein Kind.')).toBeVisible()
  await box.getByRole('searchbox', { name: 'Kinder ohne Klasse suchen' }).fill('mueller')
  await expect(box.getByRole('checkbox')).toHaveCount(1)
  await stepToAndPress(page, box.getByRole('button', { name: 'Suche leeren' }))
  await expect(box.getByRole('checkbox')).toHaveCount(2)
  await box.getByRole('checkbox', { name: 'Müller, Ole' }).focus()
  await page.keyboard.press('Space')
  await stepToAndPress(page, box.getByRole('button', { name: '1 Kind hinzufügen' }))
  await expect(box).toHaveCount(0)
  await expect(names(page)).toHaveText(['Müller, Ole'])
})

test('a class with pupils is deleted once they have another place', async ({ page, browser }) => {
  const { a, b } = await openClass(browser, page)
  await page.goto('/app/admin/klassen')
  await actOnClass(page, '2a', 'Löschen')
  const box = page.getByRole('dialog', { name: 'Klasse 2a löschen' })
  await expect(box.getByText('In dieser Klasse sind 3 Kinder. Wohin sollen sie wechseln?')).toBeVisible()
  await box.getByRole('button', { name: 'Wechseln und löschen' }).click()
  await expect(box.getByText('Bitte wählen Sie einen Wert.')).toBeVisible()
  await box.getByRole('combobox').click()
  await page.getByRole('option', { name: /^2b/ }).click()
  await box.getByRole('button', { name: 'Wechseln und löschen' }).click()
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveText(['2b', '3a'])
  expect(await membersOf(page, b)).toEqual(['Ahrens', 'Bode', 'Conrad'])
  expect((await askAs(page, { method: 'GET', path: `/api/admin/schoolclass/${a}` })).status()).toBe(404)
})

test('a class that pupils belonged to before today stays, and the question says why', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/klassen')
  await actOnClass(page, '3a', 'Löschen')
  const box = page.getByRole('dialog', { name: 'Kinder der Klasse 3a verschieben' })
  await expect(box.getByText(/^Löschen lässt sich die Klasse nicht\. Sie bleibt danach bestehen/)).toBeVisible()
  await expect(box.getByRole('button', { name: 'Kinder verschieben' })).toBeEnabled()
  await expect(box.getByRole('button', { name: 'Wechseln und löschen' })).toHaveCount(0)
  await box.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(box).toHaveCount(0)
})
