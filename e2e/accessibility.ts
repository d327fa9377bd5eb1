import { expect, type Page } from '@playwright/test'
import { runAxe, type Violation } from './run-axe.ts'
import { hasSecondEngine, secondEngineFaults } from './second-engine.ts'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How far the page scrolls sideways. */
export const sidewaysPixels = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Only these rules depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe calls a target too small while a notice covers it for five seconds, or a bar until the page scrolls. */
const SIZE_RULE = 'target-size'

const closeNotices = async (page: Page) => {
  const close = page.getByRole('button', { name: 'Meldung schließen' })
  // Some elements disappear meanwhile.
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined)
}

/** Targets that are too small even when nothing covers them: in the middle of the window. */
const tooSmall = async (page: Page, targets: readonly string[]) => {
  const found: string[] = []
  for (const target of targets) {
    await page
      .locator(target)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'center' }))
    found.push(...named(await runAxe(page, { rules: [SIZE_RULE], within: target })))
  }
  return found
}

const named = (violations: readonly Violation[]) => violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`)

const faultsOf = async (page: Page) => {
  const violations = await runAxe(page, { levels: LEVELS })
  if (!violations.some(({ id }) => id === SIZE_RULE)) return named(violations)
  await closeNotices(page)
  const small = await runAxe(page, { rules: [SIZE_RULE] })
  const targets = small.flatMap((violation) => violation.targets)
  return [...named(violations.filter(({ id }) => id !== SIZE_RULE)), ...(await tooSmall(page, targets))]
}

/**
 * Checks that the present state has no fault and does not scroll sideways (ux §5). It is checked in the light scheme:
 * in the dark one only colours differ, which `scripts/colours.test.ts` and `dark.e2e.ts` check.
 */
export const expectSound = async (page: Page, place: string) => {
  // On a busy machine a page may still have nothing but its frame's code; axe would call that a page without content.
  await expect(page.locator('main').first(), `${place} has no content yet`).toBeAttached()
  await expect(page.locator('h1').first(), `${place} has no heading yet`).toBeAttached()
  // axe leaves out what is still kept back.
  await expect(page.locator('main[data-arriving]'), `${place} is still arriving`).toHaveCount(0)
  expect(await faultsOf(page), place).toEqual([])
  // A drill reports all states, not only the first one with a fault.
  if (hasSecondEngine) expect.soft(await secondEngineFaults(page), `${place}, second engine`).toEqual([])
  await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
}

/** Checks the colours of the present state in the dark scheme. */
export const expectDarkColours = async (page: Page, place: string) => {
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached()
  const violations = await runAxe(page, { rules: COLOUR_RULES })
  expect(named(violations), `${place}, dark`).toEqual([])
}

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1366, height: 768 }

/** The same for the parents' pages on a phone; on a desk they must not scroll sideways either. */
export const expectPublicSound = async (page: Page, place: string) => {
  const wasSize = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expectSound(page, place)
  await page.setViewportSize(DESK)
  await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways on a desk`).toBe(0)
  if (wasSize) await page.setViewportSize(wasSize)
}
