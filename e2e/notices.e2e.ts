import { expect, type Locator, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, notice, signIn, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const NEW_VERSION = 'Es ist eine neue Version des Systems erschienen.'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Two applications; the status of the first is changed, and its notice with the undo has the focus. */
const decideOne = async (page: Page) => {
  const lastname = uniqueName('Meldung')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Anton', lastname })
  await enterApplication(page, { firstname: 'Berta', lastname })
  await page.goto(`${LIST}?search=${lastname}`)
  const status = page.getByRole('button', { name: `Status von Anton ${lastname} ändern` })
  await status.click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  const shown = notice(page, `Anton ${lastname}: Angenommen.`)
  await expect(shown).toBeVisible()
  await page.keyboard.press('F8')
  return { shown, status }
}

const expectBottomRight = async (page: Page, shown: Locator) => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const box = await boxOf(shown)
  expect(width - box.right).toBeLessThanOrEqual(20)
  expect(height - box.bottom).toBeLessThanOrEqual(20)
  return box
}

test('a notice stands bottom right, beside the drawer and above the bar of what is chosen; F8 leads there and back', async ({
  page,
}) => {
  // The second poll brings another version.
  let polls = 0
  await page.route('**/api/changelog/currentVersion', async (route) => {
    polls += 1
    const response = await route.fetch()
    await route.fulfill({ response, json: polls === 1 ? await response.json() : { name: '99.0.0', build_date: null } })
  })
  await page.clock.install()
  const { shown, status } = await decideOne(page)
  await expect(shown.getByRole('button').first()).toBeFocused()
  const drawer = await boxOf(page.getByRole('navigation', { name: 'Hauptmenü' }))
  expect((await expectBottomRight(page, shown)).x).toBeGreaterThan(drawer.right)
  // The notice stays while it has the focus.
  await page.clock.runFor(20_000)
  await expect(shown).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(status).toBeFocused()
  await page.clock.runFor(70_000)
  await expect(shown).toBeHidden()

  const version = notice(page, NEW_VERSION)
  await expectBottomRight(page, version)
  // All applications: the list is so long that the bar is at the bottom of the window.
  await page.getByRole('button', { name: 'Suche leeren' }).click()
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  const bar = await boxOf(page.getByText('10 ausgewählt'))
  expect((await boxOf(version)).bottom).toBeLessThan(bar.y)
  // The end of the page can be scrolled out from under the notice that stays.
  await page.keyboard.press('End')
  await expect
    .poll(async () => (await boxOf(page.getByRole('contentinfo').getByRole('link').last())).bottom)
    .toBeLessThan((await boxOf(version)).y)
  // At the end a row is half under the table's head, so the check uses a position where both are complete.
  await expect.poll(() => page.evaluate('window.scrollTo(0, 0), window.scrollY')).toBe(0)
  await expectSound(page, 'notice above the bar')
})

test('on a phone the words of a notice stand above wide buttons @phone', async ({ page }) => {
  const { shown, status } = await decideOne(page)
  const undo = shown.getByRole('button', { name: 'Rückgängig' })
  const box = await boxOf(shown)
  const words = await boxOf(shown.getByText('Angenommen.'))
  const buttons = await Promise.all(
    ['Sorgeberechtigte informieren', 'Rückgängig'].map((name) => boxOf(shown.getByRole('button', { name }))),
  )
  for (const button of buttons) {
    expect(button.y).toBeGreaterThanOrEqual(words.bottom)
    expect(button.height).toBeGreaterThanOrEqual(44)
  }
  const inside = Math.max(...buttons.map(({ right }) => right)) - Math.min(...buttons.map(({ x }) => x))
  expect(inside).toBeGreaterThanOrEqual(box.width * 0.85)
  const primary = await boxOf(page.locator('main [data-primary]'))
  expect(box.bottom).toBeLessThanOrEqual(primary.y)
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(status).toContainText('Neu')
})

test('visitors read of a new version at the foot of the window, and the login does not move', async ({ page }) => {
  let polls = 0
  await page.route('**/api/changelog/currentVersion', (route) => {
    polls += 1
    return route.fulfill({ json: { name: polls === 1 ? '1.0.0' : '99.0.0', build_date: null } })
  })
  await page.clock.install()
  await page.goto('/app/base/login')
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'VERSION v1.0.0' })).toBeVisible()
  const email = page.getByLabel('E-Mail')
  const before = await boxOf(email)
  await page.clock.runFor(73_000)
  const version = notice(page, NEW_VERSION)
  await expect(version).toBeVisible()
  expect(await boxOf(email)).toEqual(before)
  await expectBottomRight(page, version)
  await page.setViewportSize({ width: 360, height: 740 })
  const narrow = await expectBottomRight(page, version)
  expect(narrow.x).toBeLessThanOrEqual(20)
  // The end of the page can be scrolled out from under it.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect
    .poll(async () => (await boxOf(page.getByRole('contentinfo').getByRole('button', { name: /^VERSION/ }))).bottom)
    .toBeLessThan(narrow.y)
  await expectSound(page, 'notice for visitors')
})
