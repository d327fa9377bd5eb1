import { expect, type Page, test } from '@playwright/test'
import { sidewaysPixels } from './accessibility.ts'
import { signIn, title } from './staff-calls.ts'

const CHILDREN = 'Schülerinnen und Schüler'

test('the frame keeps its buttons on 320 px and with text of twice the size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'multi')
  await page.goto('/app/')
  await expect(page.getByRole('region', { name: CHILDREN }).getByText('Kinder gesamt')).toBeVisible()
  expect(await sidewaysPixels(page)).toBe(0)
  for (const name of ['Menü öffnen', 'Seite oder Befehl suchen', /^Benutzermenü/])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  expect(await sidewaysPixels(page)).toBe(0)
  await expect(page.getByRole('button', { name: /^Benutzermenü/ })).toBeInViewport({ ratio: 1 })
})

/** Buttons whose label stands out of them, and so is cut off. */
const cutButtons = (page: Page) =>
  page
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )

test('with large text on a phone the frame fits and no button cuts its label off', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'multi')
  await page.goto('/app/profile')
  await expect(page.getByText('dieses Gerät', { exact: true })).toBeVisible()
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  expect(await sidewaysPixels(page)).toBe(0)
  await expect(page.getByRole('button', { name: /^Benutzermenü/ })).toBeInViewport({ ratio: 1 })
  expect(await cutButtons(page)).toEqual([])
})

const firstEntry = (page: Page) => page.getByRole('main').getByRole('listitem').first()

// What stands there once the page is whole: narrow pages show rows as cards.
for (const { path, shows } of [
  { path: '/user-management', shows: (page: Page) => page.getByText('lehrer.fsw@example.org') },
  { path: '/admin/userlog', shows: firstEntry },
  { path: '/createuser', shows: (page: Page) => page.getByRole('button', { name: 'User anlegen' }) },
  { path: '/changelog', shows: (page: Page) => page.getByRole('article').first() },
  { path: '/datenschutz', shows: (page: Page) => page.getByRole('heading', { level: 2 }).first() },
  { path: '/gibt-es-nicht', shows: (page: Page) => page.getByText('Seite nicht gefunden') },
]) {
  test(`${path} does not scroll sideways on 320 px, nor with text of twice the size`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(page, 'leitung.fsw')
    await page.goto(`/app${path}`)
    await expect(shows(page)).toBeVisible()
    expect(await sidewaysPixels(page), '320 px').toBe(0)
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expect(title(page)).toBeVisible()
    expect(await sidewaysPixels(page), 'text of 200 %').toBe(0)
  })
}
