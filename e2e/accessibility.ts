import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const sidewaysPixels = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** What is shown now has no fault in light and dark and does not scroll sideways (ux §5). */
export const expectSound = async (page: Page, place: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached()
    const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    expect(found, `${place}, ${colorScheme}`).toEqual([])
  }
  expect(await sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
}
