import { type Browser, expect, type Page } from '@playwright/test'
import { expectDarkColours, sidewaysPixels } from './accessibility.ts'
import { addressOf, EVERY_PAGE, type EveryPage, type SampleRecord } from './every-page.ts'
import { findSampleRecords } from './sample-records.ts'
import { openAs, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

/**
 * What people set up in their system holds on every page: dark colours, large letters, a small window, colours of their
 * own, no motion. A new route joins through the table; states such as dialogs and errors are in the journeys.
 */

const SMALLEST = { width: 320, height: 640 }
const DESK = { width: 1280, height: 720 }

const setLetters = (page: Page, size: '100%' | '200%') =>
  page.evaluate(`document.documentElement.style.fontSize = '${size}'`)

/** Names of what still moves by itself; a sign of waiting may turn. */
const MOVING = `document.getAnimations().filter(({ playState, effect }) =>
  playState === 'running' && !effect.target?.closest('[role=status]')).map(({ effect }) => effect.target?.className ?? '')`

/**
 * Elements that show no frame when they have the focus. With forced colours shadows and backgrounds are gone, so the
 * frame must be an outline or a border.
 */
const WITHOUT_FRAME = `[...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary)')]
  .filter((one) => one.checkVisibility() && !one.disabled).slice(0, 40)
  .filter((one) => {
    one.focus()
    if (document.activeElement !== one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle === 'none' || parseFloat(outlineWidth) < 2
  })
  .map((one) => one.outerHTML.slice(0, 120))`

/** Letters in the colour of their ground. The browser chooses both, unless a style keeps its own. */
const UNREADABLE = `[...document.querySelectorAll('main *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return color === backgroundColor
  })
  .map((one) => one.outerHTML.slice(0, 120))`

const waitUntilThere = async (page: Page) => {
  await expect(title(page).first()).toBeVisible()
  await expect(page.getByText('Daten werden geladen')).toHaveCount(0)
  await expect(page.locator('main[data-arriving]')).toHaveCount(0)
}

/** The path that the open program has drawn. */
const drawnPath = (page: Page) => page.evaluate<string>('__TSR_ROUTER__.state.resolvedLocation?.pathname ?? ""')

/** Opens a page. Staff stay in the program, which follows like after a press on a link: loading it again costs most. */
const open = async (page: Page, { who }: EveryPage, address: string) => {
  if (who === 'nobody' || page.url() === 'about:blank') {
    await page.goto(`/app${address}`)
    return
  }
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/app${address}`)})`)
  await expect.poll(() => drawnPath(page), { message: address, intervals: [50] }).toMatch(new RegExp(`${address}$`))
}

const look = async (page: Page, one: EveryPage, address: string) => {
  const { route } = one
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(DESK)
  await open(page, one, address)
  await waitUntilThere(page)
  await expectDarkColours(page, route)
  expect.soft(await page.evaluate(MOVING), `${route} moves although motion is reduced`).toEqual([])
  await setLetters(page, '200%')
  await expect.soft.poll(() => sidewaysPixels(page), `${route} with text of 200 %`).toBe(0)
  await setLetters(page, '100%')
  await page.setViewportSize(SMALLEST)
  await expect.soft.poll(() => sidewaysPixels(page), `${route} at 320 px`).toBe(0)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await page.keyboard.press('Tab')
  expect.soft(await page.evaluate(WITHOUT_FRAME), `${route}: focus with forced colours`).toEqual([])
  expect.soft(await page.evaluate(UNREADABLE), `${route}: letters with forced colours`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** So many journeys share the table, because they run in parallel. */
const PARTS = 4

const pageOf = async (browser: Browser, who: EveryPage['who']) => {
  if (who !== 'nobody') return openAs(browser, who)
  return (await browser.newContext()).newPage()
}

const walk = async (browser: Browser, pages: readonly EveryPage[], keys: Readonly<Record<SampleRecord, string>>) => {
  const opened = new Map<string, Page>()
  for (const one of pages) {
    const page = opened.get(one.who) ?? (await pageOf(browser, one.who))
    opened.set(one.who, page)
    await test.step(one.route, () => look(page, one, addressOf(one, keys)))
  }
}

for (let part = 0; part < PARTS; part += 1) {
  test(`every page in the dark, with large letters, on 320 px, in forced colours and without motion (${part + 1} of ${PARTS})`, async ({
    page,
    browser,
  }) => {
    test.slow()
    await signIn(page, 'leitung.fsw')
    const keys = await findSampleRecords(page)
    await walk(
      browser,
      EVERY_PAGE.filter((_, index) => index % PARTS === part),
      keys,
    )
  })
}
