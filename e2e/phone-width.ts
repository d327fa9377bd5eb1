import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'

/** Narrows the window for a moment and checks that the page fits a phone without scrolling sideways. */
const expectFitsPhone = async (page: Page, place: string) => {
  const wasSize = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways on a phone`).toBe(0)
  if (wasSize) await page.setViewportSize(wasSize)
}

/** For states that look the same at every width: axe checks them on a desk only. */
export const expectSoundAndFits = async (page: Page, place: string) => {
  await expectSound(page, place)
  await expectFitsPhone(page, place)
}
