import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How far the page scrolls sideways. */
export const sidewaysPixels = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Of all rules only these see what the other colour scheme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What a notice covers for five seconds is smaller for axe only as long as it stands. */
const SIZE_RULE = 'target-size'

/** Reading axe costs as much as looking through a page with it: a document that has it is not given it again. */
const hasAxe = async (page: Page) => {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate<boolean>("'axe' in window")))
  return found.every(Boolean)
}

// Legacy: all in this page. Else each run opens a blank page beside it, for frames of other origins, which we have none of.
const axeOf = async (page: Page) => {
  const given = (await hasAxe(page)) ? { axeSource: 'true' } : {}
  return new AxeBuilder({ page, ...given }).setLegacyMode().options({ resultTypes: ['violations'] })
}

const closeNotices = async (page: Page) => {
  const close = page.getByRole('button', { name: 'Meldung schließen' })
  // Some go by themselves meanwhile.
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined)
}

const violationsOf = async (page: Page, rules: 'all' | 'colours') => {
  if (rules === 'colours') return (await (await axeOf(page)).withRules(COLOUR_RULES).analyze()).violations
  const { violations } = await (await axeOf(page)).withTags(LEVELS).analyze()
  if (!violations.some(({ id }) => id === SIZE_RULE)) return violations
  await closeNotices(page)
  const { violations: uncovered } = await (await axeOf(page)).withRules(SIZE_RULE).analyze()
  return [...violations.filter(({ id }) => id !== SIZE_RULE), ...uncovered]
}

const faults = async (page: Page, rules: 'all' | 'colours') => {
  const violations = await violationsOf(page, rules)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** What is shown now has no fault in light and dark and does not scroll sideways (ux §5). */
export const expectSound = async (page: Page, place: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached()
    expect(await faults(page, colorScheme === 'light' ? 'all' : 'colours'), `${place}, ${colorScheme}`).toEqual([])
  }
  expect(await sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
}

const SIZES = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
]

/** The same for the parents' pages, at both sizes; their scheme is chosen before the first paint and then stays. */
export const expectPublicSound = async (page: Page, place: string) => {
  const wasSize = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const scheme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${scheme}'`)
      expect(
        await faults(page, scheme === 'light' ? 'all' : 'colours'),
        `${place}, ${size.width} px, ${scheme}`,
      ).toEqual([])
    }
    expect(await sidewaysPixels(page), `${place} scrolls sideways at ${size.width} px`).toBe(0)
  }
  if (wasSize) await page.setViewportSize(wasSize)
}
