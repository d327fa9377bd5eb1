import { expect, type Page } from '@playwright/test'
import { sidewaysPixels } from './accessibility.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const CHILDREN = 'Schülerinnen und Schüler'
const SMALLEST = { width: 320, height: 640 }

const enlargeText = (page: Page) => page.evaluate('document.documentElement.style.fontSize = "200%"')

/** Buttons whose label is larger than the button, and so is cut off. */
const cutButtons = (page: Page) =>
  page
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )

test('the frame keeps its buttons on 320 px, and with text of twice the size none cuts its label off', async ({
  page,
}) => {
  const userMenu = page.getByRole('button', { name: /^Benutzermenü/ })
  await page.setViewportSize(SMALLEST)
  await signIn(page, 'multi')
  await page.goto('/app/')
  await expect(page.getByRole('region', { name: CHILDREN }).getByText('Kinder gesamt')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  for (const name of ['Menü öffnen', 'Seite oder Befehl suchen'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(userMenu).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await enlargeText(page)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await expect(userMenu).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/app/profile')
  await expect(page.getByText('dieses Gerät', { exact: true })).toBeVisible()
  await enlargeText(page)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await expect(userMenu).toBeInViewport({ ratio: 1 })
  expect(await cutButtons(page)).toEqual([])
})

/**
 * Words of headings that break without a hyphen: two letters of one text in different lines. Where a word may break with
 * a hyphen its parts are texts of their own. As in a browser without a German dictionary.
 */
const BROKEN_WORDS = `[...document.querySelectorAll('main h1, main h2')].flatMap((heading) => {
  heading.style.hyphens = 'manual'
  const texts = [...heading.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  const lineOf = (text, index) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + 1)
    return range.getBoundingClientRect().top
  }
  const isBroken = (text) =>
    [...text.data].some(
      (letter, index) =>
        /[a-zäöüß]/.test(letter) && /\\p{L}/u.test(text.data[index - 1] ?? '') && lineOf(text, index) > lineOf(text, index - 1) + 2,
    )
  return texts.filter(isBroken).map(({ data }) => data)
})`

test('with text of twice the size the drawer shows every entry whole, headings break with hyphens, and icons grow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/schulverwaltung')
  const drawer = page.getByRole('navigation', { name: 'Hauptmenü' })
  const icon = drawer.locator('svg').first()
  const before = (await icon.boundingBox())?.width ?? 0
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await enlargeText(page)
  expect(
    await drawer
      .getByRole('link')
      .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).length),
  ).toBe(0)
  expect(await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect((await icon.boundingBox())?.width).toBe(2 * before)
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expect.poll(() => sidewaysPixels(page)).toBe(0)
    expect(await page.evaluate(BROKEN_WORDS), `${width} px`).toEqual([])
  }
})

test('with text of twice the size the search of a list keeps room for a name, and the own name stands whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/abwesenheitsmeldungen')
  const search = page.getByRole('searchbox')
  for (const name of ['nur ungeklärt', 'Spalten']) await expect(page.getByRole('button', { name })).toBeVisible()
  await enlargeText(page)
  // The icon, the padding and about eight letters of 32 px.
  await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThanOrEqual(220)
  const name = page.getByRole('button', { name: /^Benutzermenü/ }).locator('span')
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
})

test('a short page ends with the window, also under the banner of the demo', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 1000 })
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/createuser')
  await expect(page.getByRole('button', { name: 'User anlegen' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Demodaten' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollHeight - window.innerHeight')).toBe(0)
})

const firstEntry = (page: Page) => page.getByRole('main').getByRole('listitem').first()
const RESET = `/base/reset-password/abc?${new URLSearchParams({ email: 'eine.ziemlich.lange.adresse@example.org' })}`

// A text that shows once the page is complete: narrow pages show rows as cards.
const PAGES = [
  { path: '/user-management', shows: (page: Page) => page.getByText('lehrer.fsw@example.org') },
  { path: '/admin/userlog', shows: firstEntry },
  { path: '/createuser', shows: (page: Page) => page.getByRole('button', { name: 'User anlegen' }) },
  { path: '/profile', shows: (page: Page) => page.getByText('dieses Gerät', { exact: true }) },
  { path: '/changelog', shows: (page: Page) => page.getByRole('article').first() },
  { path: '/datenschutz', shows: (page: Page) => page.getByRole('heading', { level: 2 }).first() },
  { path: '/gibt-es-nicht', shows: (page: Page) => page.getByText('Seite nicht gefunden') },
  { path: '/base/forgot-password', shows: title },
  { path: RESET, shows: title },
]

const expectReflow = async (page: Page, { path, shows }: (typeof PAGES)[number]) => {
  await page.setViewportSize(SMALLEST)
  await page.goto(`/app${path}`)
  await expect(shows(page)).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), `${path} at 320 px`).toBe(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await enlargeText(page)
  await expect(title(page)).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), `${path} with text of 200 %`).toBe(0)
}

test('no page scrolls sideways on 320 px, nor with text of twice the size', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  for (const one of PAGES) await test.step(one.path, () => expectReflow(page, one))
  await page.context().clearCookies()
  await test.step('the login', async () => {
    await expectReflow(page, { path: '/base/login', shows: title })
    await page.setViewportSize(SMALLEST)
    await expect.poll(() => sidewaysPixels(page), 'login, large text at 320 px').toBe(0)
  })
})
